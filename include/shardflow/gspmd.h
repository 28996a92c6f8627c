#ifndef SHARDFLOW_GSPMD_H_
#define SHARDFLOW_GSPMD_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"

// GSPMD's HloSharding and Shardy's shardings, text to text.
//
//   ToHloSharding(R"(<["x"=2, "y"=4]>)", R"([{"y"}, {"x"}])", {}, messages);
//       // {devices=[4,2]<=[2,4]T(1,0)}
//   const std::string tiles[] = {"{devices=[4,2]<=[2,4]T(1,0)}"};
//   FromHloShardings(tiles, {}, messages);
//       // mesh <["_axis_0"=2, "_axis_1"=4]>, [{"_axis_1"}, {"_axis_0"}]
//
// Each function returns nullopt after an error. Its error names the text at
// fault ("<mesh>", "<sharding>", "<sharding 2>") and gives the column in it, in
// bytes from 1; a hint becomes a note. (For whole programs there are the passes
// xla-sdy-stablehlo-import-pipeline and -export-pipeline.)

namespace shardflow {

// How an HloSharding is written.
enum class HloShardingForm {
  kV1,  // {devices=[4,2]0,4,1,5,2,6,3,7}
  kV2,  // {devices=[4,2]<=[2,4]T(1,0)}; V1 if impossible
  kV3,  // {mesh['x'=2,'y'=4], [{'y'}, {'x'}]}
};

struct ToHloShardingOptions {
  HloShardingForm form = HloShardingForm::kV2;
  // The manual axes of the enclosing manual computation.
  std::vector<std::string> manual_axes;
};

// Converts a sharding. `mesh` is <["x"=2, "y"=4]>, optionally with device_ids.
// `sharding` is [{"y"}, {"x":(1)2, ?}], replicated={...}, unreduced={...}, or
// an attribute that contains it: <@mesh, [...]>, #sdy.sharding<...>. A list of
// attributes becomes a tuple.
SHARDFLOW_EXPORT std::optional<std::string> ToHloSharding(
    std::string_view mesh, std::string_view sharding,
    const ToHloShardingOptions& options, std::vector<Message>& messages);

struct FromHloShardingOptions {
  static constexpr size_t kMaxRank = 64;
  // The rank of the tensors, for shardings that don't show it, such as
  // {replicated}. At most kMaxRank.
  std::optional<size_t> rank;
  // The mesh to convert to. If empty, it is the coarsest one that fits all
  // shardings.
  std::string mesh;
};

struct ImportedSharding {
  // The sharding in the form that ToHloSharding accepts: [{"_axis_1"},
  // {"_axis_0"}]. For a single device it includes the mesh: <mesh<[],
  // device_ids=[3]>, []>. For a tuple it is a list.
  std::string sharding;
  // The axes along which the HloSharding is manual. In Shardy these belong not
  // to the sharding, but to the manual computation around it.
  std::vector<std::string> manual_axes;
};

struct ImportedShardings {
  std::string mesh;  // <["_axis_0"=2, "_axis_1"=4]>
  std::vector<ImportedSharding> shardings;
};

// Converts the shardings to shardings on one mesh, so pass all shardings of a
// program in one call.
SHARDFLOW_EXPORT std::optional<ImportedShardings> FromHloShardings(
    std::span<const std::string> shardings,
    const FromHloShardingOptions& options, std::vector<Message>& messages);

struct PrintHloShardingOptions {
  // If nullopt, the text keeps its form.
  std::optional<HloShardingForm> form;
  bool metadata = false;
};

// Returns the canonical text, as XLA prints it.
SHARDFLOW_EXPORT std::optional<std::string> NormalizeHloSharding(
    std::string_view sharding, const PrintHloShardingOptions& options,
    std::vector<Message>& messages);

struct HloShardingExplanation {
  std::string canonical;
  // The same sharding in each form; empty if that form can't express it.
  std::string v1;
  std::string v2;
  std::string v3;
  std::string mesh;
  std::string sharding;
  std::string grid;  // a drawing of the devices; empty if there are too many
  std::vector<std::string> words;  // the explanation, sentence by sentence
};

// Explains a sharding. If `mesh` is empty, the axes get invented names.
SHARDFLOW_EXPORT std::optional<HloShardingExplanation> ExplainHloSharding(
    std::string_view sharding, std::string_view mesh,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_GSPMD_H_
