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

// Converts between GSPMD's HloShardings and Shardy's shardings, both as text.
//
//   ToHloSharding(R"(<["x"=2, "y"=4]>)", R"([{"y"}, {"x"}])", {}, messages);
//       // {devices=[4,2]<=[2,4]T(1,0)}
//   const std::string tiles[] = {"{devices=[4,2]<=[2,4]T(1,0)}"};
//   FromHloShardings(tiles, {}, messages);
//       // mesh <["_axis_0"=2, "_axis_1"=4]>, [{"_axis_1"}, {"_axis_0"}]
//
// Each function returns nullopt on error. The error's "file" is the text at
// fault ("<mesh>", "<sharding>", "<sharding 2>"), and its column is a position
// in that text, in bytes, counted from 1. Hints are added as notes. (To convert
// whole programs, run the passes xla-sdy-stablehlo-import-pipeline and
// xla-sdy-stablehlo-export-pipeline.)

namespace shardflow {

// The form in which an HloSharding is written.
enum class HloShardingForm {
  kV1,  // {devices=[4,2]0,4,1,5,2,6,3,7}
  kV2,  // {devices=[4,2]<=[2,4]T(1,0)}; falls back to V1
  kV3,  // {mesh['x'=2,'y'=4], [{'y'}, {'x'}]}
};

struct ToHloShardingOptions {
  HloShardingForm form = HloShardingForm::kV2;
  // The manual axes of the enclosing manual computation.
  std::vector<std::string> manual_axes;
};

// Converts a Shardy sharding to an HloSharding.
// - `mesh` is written like `<["x"=2, "y"=4]>`, optionally with device_ids.
// - `sharding` is written like `[{"y"}, {"x":(1)2, ?}]`, optionally followed by
//   `replicated={...}` and `unreduced={...}`. It may also be an attribute that
//   contains this, `<@mesh, [...]>` or `#sdy.sharding<...>`, or a list of such
//   attributes, which becomes a tuple.
SHARDFLOW_EXPORT std::optional<std::string> ToHloSharding(
    std::string_view mesh, std::string_view sharding,
    const ToHloShardingOptions& options, std::vector<Message>& messages);

struct FromHloShardingOptions {
  static constexpr size_t kMaxRank = 64;
  // The rank of the tensors, at most kMaxRank. It is needed for shardings that
  // don't determine the rank, such as `{replicated}`. It doesn't apply to the
  // elements of tuples.
  std::optional<size_t> rank;
  // The mesh to convert to. If empty, the coarsest mesh that fits all shardings
  // is used.
  std::string mesh;
};

struct ImportedSharding {
  // The sharding in a form that ToHloSharding accepts, such as `[{"_axis_1"},
  // {"_axis_0"}]`. If it is on a single device, the text includes the mesh, as
  // in `<mesh<[], device_ids=[3]>, []>`. For a tuple, it is a list.
  std::string sharding;
  // The axes along which the HloSharding is manual. In Shardy, they belong to
  // the enclosing manual computation, not to the sharding.
  std::vector<std::string> manual_axes;
};

struct ImportedShardings {
  std::string mesh;  // <["_axis_0"=2, "_axis_1"=4]>
  std::vector<ImportedSharding> shardings;
};

// Converts HloShardings to shardings on one common mesh. Pass all shardings of
// a program in one call.
SHARDFLOW_EXPORT std::optional<ImportedShardings> FromHloShardings(
    std::span<const std::string> shardings,
    const FromHloShardingOptions& options, std::vector<Message>& messages);

struct PrintHloShardingOptions {
  // The form to write; nullopt keeps the form of the given text.
  std::optional<HloShardingForm> form;
  bool metadata = false;  // whether to also write the metadata
};

// Returns an HloSharding in canonical form, as XLA prints it.
SHARDFLOW_EXPORT std::optional<std::string> NormalizeHloSharding(
    std::string_view sharding, const PrintHloShardingOptions& options,
    std::vector<Message>& messages);

// An HloSharding in all forms, with an explanation in words.
struct HloShardingExplanation {
  std::string canonical;  // as XLA prints it
  // The same sharding in each of the forms; empty if a form can't express it.
  std::string v1;
  std::string v2;
  std::string v3;
  // The same sharding in Shardy's notation.
  std::string mesh;      // as in ImportedShardings
  std::string sharding;  // as in ImportedSharding
  std::string grid;  // a drawing of the devices; empty if there are too many
  std::vector<std::string> words;  // the explanation, sentence by sentence
};

// Explains an HloSharding in terms of `mesh`. If `mesh` is empty, a mesh that
// fits is used, with invented axis names.
SHARDFLOW_EXPORT std::optional<HloShardingExplanation> ExplainHloSharding(
    std::string_view sharding, std::string_view mesh,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_GSPMD_H_
