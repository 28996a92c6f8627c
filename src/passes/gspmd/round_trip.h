#ifndef SHARDFLOW_PASSES_GSPMD_ROUND_TRIP_H_
#define SHARDFLOW_PASSES_GSPMD_ROUND_TRIP_H_

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "ir/module.h"

// The form in which Shardy's shardings pass through XLA: its attributes become
// strings in `mhlo.frontend_attributes`, and its ops become custom calls.

namespace shardflow::internal {

inline constexpr std::string_view kRoundTripMeshes = "xla.sdy.meshes";
inline constexpr std::string_view kRoundTripSharding = "xla.sdy.sharding";
inline constexpr std::string_view kRoundTripRule = "xla.sdy.sharding_rule";
inline constexpr std::string_view kRoundTripInShardings =
    "xla.sdy.in_shardings";
inline constexpr std::string_view kRoundTripOutShardings =
    "xla.sdy.out_shardings";
inline constexpr std::string_view kRoundTripManualAxes = "xla.sdy.manual_axes";
inline constexpr std::string_view kRoundTripGroupId =
    "xla.sdy.sharding_group_id";
inline constexpr std::string_view kRoundTripTupleResults =
    "xla.sdy.tuple_results_shardings";

inline constexpr std::string_view kFuncResultShardingTarget =
    "xla.sdy.FuncResultSharding";
inline constexpr std::string_view kGlobalToLocalTarget =
    "xla.sdy.GlobalToLocalShape";
inline constexpr std::string_view kLocalToGlobalTarget =
    "xla.sdy.LocalToGlobalShape";
inline constexpr std::string_view kShardingGroupTarget =
    "xla.sdy.ShardingGroup";

// The name of a function that holds the body of a manual computation. In
// programs, a number may follow the name.
inline constexpr std::string_view kManualBodyName =
    "xla.sdy.manual_computation_body";

// Parses the string in the frontend attribute `name` of `dict`, and returns the
// attribute that it describes. Returns None if there is no such string, and
// nullopt on error (reported at `op`).
std::optional<AttrId> RoundTripAttr(Module& m, AttrId dict,
                                    std::string_view name, OpId op,
                                    Diagnostics& diagnostics);
// Returns `dict` without the frontend attribute `name`.
AttrId WithoutRoundTripAttr(Module& m, AttrId dict, std::string_view name);
// Returns `dict` with the frontend attribute `name` set to `value`, as a
// string.
AttrId WithRoundTripAttr(Module& m, AttrId dict, std::string_view name,
                         AttrId value);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_GSPMD_ROUND_TRIP_H_
