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

// After `#sdy.` and the mnemonic (`sharding`, ...), which has been consumed;
// `offset` is where the attribute begins. None after an error.
AttrId ParseSdyAttr(Parser& p, std::string_view mnemonic, size_t offset);

// An attribute of that kind as inside another one or in an op's form:
// `<@mesh, [{}]>`. It may also be written in full, or as an alias.
AttrId ParseStrippedSdyAttr(Parser& p, AttrKind kind);
// `[<@mesh, [{}]>, <@mesh, [{?}]>]`: a kShardingPerValue as in in_shardings.
AttrId ParseShardingList(Parser& p);

// From the mnemonic on: `sharding<@mesh, [{}]>`.
void PrintSdyAttr(Printer& p, AttrId attr);
// Without the mnemonic, as inside another sdy attribute or an op's form:
// `<@mesh, [{}]>`.
void PrintStrippedSdyAttr(Printer& p, AttrId attr);

// The columns, stripped: `<@mesh, [{}]>`, `<[<@mesh, [{}]>, ...]>` and the
// rule's `<([i])->([i]) {i=4}>`.
void PrintSharding(Printer& p, ShardingId sharding);
void PrintShardingPerValue(Printer& p, std::span<const ShardingId> shardings);
void PrintRule(Printer& p, RuleId rule);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_SDY_ATTRS_H_
