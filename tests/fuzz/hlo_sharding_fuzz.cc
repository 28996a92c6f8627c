// Reads GSPMD shardings, prints them, and converts them to Shardy's notation
// and back.

#include <optional>
#include <string>
#include <vector>

#include "fuzz/targets.h"
#include "shardflow/gspmd.h"

namespace shardflow::internal::fuzz {
namespace {

void CheckError(std::string_view input, const std::vector<Message>& error) {
  if (error.empty() || error.back().text.empty())
    Fault("refused without an error", input);
}

void CheckNormalForm(const std::string& text) {
  std::vector<Message> error;
  const std::optional<std::string> normal =
      NormalizeHloSharding(text, {}, error);
  if (!normal) return CheckError(text, error);
  const std::optional<std::string> again =
      NormalizeHloSharding(*normal, {}, error);
  if (!again) Fault("the normal form is refused", *normal, error.back().text);
  if (*again != *normal) Fault("the normal form changes", *normal, *again);
}

void CheckImport(const std::string& text) {
  std::vector<Message> error;
  const std::optional<ImportedShardings> imported =
      FromHloShardings({&text, 1}, {.rank = 2, .mesh = {}}, error);
  if (!imported) return CheckError(text, error);
  const ImportedSharding& sharding = imported->shardings.front();
  if (!ToHloSharding(
          imported->mesh, sharding.sharding,
          {.form = HloShardingForm::kV2, .manual_axes = sharding.manual_axes},
          error)) {
    CheckError(text, error);
  }
}

// Whether there are few enough devices to list all of them quickly. The V1 form
// may require such a list.
bool IsSmall(std::string_view mesh) {
  int64_t devices = 1, number = 0;
  for (const char c : mesh) {
    number = c >= '0' && c <= '9' ? 10 * number + (c - '0') : 0;
    if (number > 0x10000) return false;
    // Also multiplies by the prefixes of each number (2 for 24). The estimate
    // is too high, which is safe: some meshes are skipped.
    if (number > 1) devices *= number;
    if (devices > 0x10000) return false;
  }
  return true;
}

}  // namespace

// The first line is a GSPMD sharding; the second and third, if present, are a
// mesh and a Shardy sharding.
void FuzzHloSharding(std::string_view input) {
  const size_t line = input.find('\n');
  const std::string hlo(input.substr(0, line));
  std::vector<Message> error;
  CheckNormalForm(hlo);
  CheckImport(hlo);
  std::string_view rest =
      line == std::string_view::npos ? "" : input.substr(line + 1);
  const size_t second = rest.find('\n');
  const std::string_view mesh = rest.substr(0, second);
  if (!ExplainHloSharding(hlo, mesh, error)) CheckError(input, error);
  if (second == std::string_view::npos) return;
  rest.remove_prefix(second + 1);
  for (HloShardingForm form :
       {HloShardingForm::kV1, HloShardingForm::kV2, HloShardingForm::kV3}) {
    if (form == HloShardingForm::kV1 && !IsSmall(mesh)) continue;
    const std::optional<std::string> text =
        ToHloSharding(mesh, rest, {.form = form, .manual_axes = {}}, error);
    if (!text) return CheckError(input, error);
    CheckNormalForm(*text);
  }
}

}  // namespace shardflow::internal::fuzz
