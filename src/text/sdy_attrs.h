#ifndef SHARDFLOW_TEXT_SDY_ATTRS_H_
#define SHARDFLOW_TEXT_SDY_ATTRS_H_

#include <span>
#include <string_view>

#include "text/parser.h"
#include "text/printer.h"

// Attributes of the sdy dialect.

namespace shardflow::internal {

struct SdyAttrName {
  std::string_view mnemonic;
  AttrKind kind;
};
inline constexpr SdyAttrName kSdyAttrNames[] = {
    {"sharding", AttrKind::kSharding},
    {"sharding_per_value", AttrKind::kShardingPerValue},
    {"op_sharding_rule", AttrKind::kRule},
    {"op_sharding_rule", AttrKind::kInvalidRule},
    {"mesh", AttrKind::kMesh},
    {"mesh_axis", AttrKind::kMeshAxis},
    {"axis_ref", AttrKind::kAxisRef},
    {"sub_axis_info", AttrKind::kSubAxisInfo},
    {"axis_ref_list", AttrKind::kAxisRefList},
    {"list_of_axis_ref_lists", AttrKind::kListOfAxisRefLists},
    {"all_to_all_param", AttrKind::kAllToAllParam},
    {"all_to_all_param_list", AttrKind::kAllToAllParamList},
    {"dimension_sharding", AttrKind::kDimSharding},
    {"manual_axes", AttrKind::kManualAxes},
    {"dim_mapping", AttrKind::kDimMapping},
    {"tensor_mapping", AttrKind::kTensorMapping},
    {"edge_value_ref", AttrKind::kEdgeValueRef},
    {"axis_to_propagation_details", AttrKind::kAxisToDetails},
    {"propagation_one_step", AttrKind::kPropagationOneStep},
    {"propagation_edges", AttrKind::kPropagationEdges},
};

// Parses the text after `#sdy.` and the mnemonic (such as `sharding`), which
// have already been consumed. `offset` is where the attribute begins. Returns
// None on error.
AttrId ParseSdyAttr(Parser& p, std::string_view mnemonic, size_t offset);

// Parses an attribute of this kind as written inside another attribute or in an
// op, such as `<@mesh, [{}]>`. It may also be written in full, or as an alias.
AttrId ParseStrippedSdyAttr(Parser& p, AttrKind kind);
// Parses a list of shardings, such as `[<@mesh, [{}]>, <@mesh, [{?}]>]` in
// in_shardings, and returns a kShardingPerValue.
AttrId ParseShardingList(Parser& p);

// Prints the attribute without `#sdy.`, as in `sharding<@mesh, [{}]>`.
void PrintSdyAttr(Printer& p, AttrId attr);
// Prints the attribute without the mnemonic, for example `<@mesh, [{}]>`. This
// is how it is printed inside another sdy attribute or in an op.
void PrintStrippedSdyAttr(Printer& p, AttrId attr);

// Print shardings and rules, which the module keeps in columns. A sharding is
// printed as `<@mesh, [{}]>`, several as `<[<@mesh, [{}]>, ...]>`, and a rule
// as `<([i])->([i]) {i=4}>`.
void PrintSharding(Printer& p, ShardingId sharding);
void PrintShardingPerValue(Printer& p, std::span<const ShardingId> shardings);
void PrintRule(Printer& p, RuleId rule);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_SDY_ATTRS_H_
