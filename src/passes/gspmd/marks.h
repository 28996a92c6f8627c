#ifndef SHARDFLOW_PASSES_GSPMD_MARKS_H_
#define SHARDFLOW_PASSES_GSPMD_MARKS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/module.h"

// The string attributes and custom calls that programs use to pass shardings to
// XLA.

namespace shardflow::internal {

inline constexpr std::string_view kMhloSharding = "mhlo.sharding";
inline constexpr std::string_view kFrontendAttributes =
    "mhlo.frontend_attributes";

inline constexpr std::string_view kShardingTarget = "Sharding";
inline constexpr std::string_view kFullToShard = "SPMDFullToShardShape";
inline constexpr std::string_view kShardToFull = "SPMDShardToFullShape";

// Returns the text of a string attribute in a dictionary, or nullopt if there
// is none.
std::optional<NameId> FindString(const Module& m, AttrId dict,
                                 std::string_view name);
// Set or remove an attribute of an op.
void SetStringAttr(Module& m, OpId op, std::string_view name,
                   std::string_view value);
void RemoveAttr(Module& m, OpId op, std::string_view name);
// Returns the dictionary without the attribute, or None if nothing is left.
AttrId Without(Module& m, AttrId dict, std::string_view name);

// Whether the op, which may be None, is a custom call that begins or ends a
// manual computation: `target` is kFullToShard or kShardToFull.
bool IsManualMark(const Module& m, OpId op, std::string_view target);
// Whether the op only passes on its operand and marks it with a sharding:
// @Sharding, or mhlo.copy.
bool IsShardingMark(const Module& m, OpId op);

// Returns the unspecified_dims in the op's backend_config: [0, 1] if it
// contains "unspecified_dims=[0,1]".
std::vector<int64_t> UnspecifiedDims(const Module& m, OpId op);

// Inserts a custom call before `anchor`.
OpId InsertCustomCall(Module& m, OpId anchor, std::string_view target,
                      std::span<const ValueId> operands,
                      std::span<const TypeId> types,
                      std::vector<std::pair<std::string, AttrId>> attrs = {});

// If the program has GSPMD's shardings (mhlo.sharding, or xla.sdy.* from a
// round trip) and none of Shardy's, returns the first op or function that has
// one. Otherwise returns None.
OpId FindGspmdOnly(const Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_GSPMD_MARKS_H_
