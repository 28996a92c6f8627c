#ifndef SHARDFLOW_PASSES_GSPMD_MARKS_H_
#define SHARDFLOW_PASSES_GSPMD_MARKS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/module.h"

// How programs carry shardings for XLA: string attributes and custom calls.

namespace shardflow::internal {

inline constexpr std::string_view kMhloSharding = "mhlo.sharding";
inline constexpr std::string_view kFrontendAttributes =
    "mhlo.frontend_attributes";

inline constexpr std::string_view kShardingTarget = "Sharding";
inline constexpr std::string_view kFullToShard = "SPMDFullToShardShape";
inline constexpr std::string_view kShardToFull = "SPMDShardToFullShape";

// The text of a string attribute, of an op or in a dictionary; nullopt if there
// is none.
std::optional<NameId> FindString(const Module& m, AttrId dict,
                                 std::string_view name);
// Sets or (None) removes an attribute of an op.
void SetStringAttr(Module& m, OpId op, std::string_view name,
                   std::string_view value);
void RemoveAttr(Module& m, OpId op, std::string_view name);
// The dictionary without the attribute; None stays None, and so does what
// becomes empty.
AttrId Without(Module& m, AttrId dict, std::string_view name);

// An op passes its one operand on and is marked with a sharding: @Sharding, or
// mhlo.copy.
bool IsShardingMark(const Module& m, OpId op);

// unspecified_dims=[0,1] in the op's backend_config.
std::vector<int64_t> UnspecifiedDims(const Module& m, OpId op);

// A custom call before `anchor`.
OpId InsertCustomCall(Module& m, OpId anchor, std::string_view target,
                      std::span<const ValueId> operands,
                      std::span<const TypeId> types,
                      std::vector<std::pair<std::string, AttrId>> attrs = {});

// The first op or function that has a sharding of GSPMD (mhlo.sharding, or
// xla.sdy.* of a round trip) in a program without any of Shardy's; None if
// there is none, or if there are both.
OpId FindGspmdOnly(const Module& m);

// The rank of a tensor type; 0 for everything else.
size_t RankOf(const Module& m, TypeId type);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_GSPMD_MARKS_H_
