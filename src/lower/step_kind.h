#ifndef SHARDFLOW_LOWER_STEP_KIND_H_
#define SHARDFLOW_LOWER_STEP_KIND_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace shardflow::internal {

// The kinds of steps of a plan. Each is a collective of the sdy dialect.
enum class StepKind : uint8_t {
  kAllSlice,           // each device keeps a part of its data: no traffic
  kAllGather,          // the parts of a group of devices are joined
  kAllToAll,           // a dimension is gathered while another one is sliced
  kCollectivePermute,  // each device gets the data of one other device
  kAllReduce,
  kReduceScatter,         // all_reduce and all_slice in one
  kShardedToUnreduced,    // each device has zeros outside its part
  kReplicatedToUnreduced  // all devices of a group but one hold zeros
};

// Returns the name of a kind: "all_slice" for kAllSlice.
std::string_view StepName(StepKind kind);
// Returns the kind that has this name, or nullopt if there is none.
std::optional<StepKind> FindStep(std::string_view name);
// Returns the kind whose op has this name, such as "sdy.all_slice".
std::optional<StepKind> FindStepOp(std::string_view op_name);

// Whether devices communicate within groups that are defined by the step's
// axes. (In a permute, they communicate outside such groups.)
bool IsCommunication(StepKind kind);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_STEP_KIND_H_
