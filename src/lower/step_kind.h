#ifndef SHARDFLOW_LOWER_STEP_KIND_H_
#define SHARDFLOW_LOWER_STEP_KIND_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace shardflow::internal {

// What a step of a plan does. Each kind is one collective of the sdy dialect.
enum class StepKind : uint8_t {
  kAllSlice,           // each device keeps a part of what it has: no traffic
  kAllGather,          // the parts of a group of devices are put together
  kAllToAll,           // a dimension is gathered while another one is sliced
  kCollectivePermute,  // each device gets what one other device has
  kAllReduce,
  kReduceScatter,         // all_reduce and all_slice in one
  kShardedToUnreduced,    // the rest of the tensor is filled with zeros
  kReplicatedToUnreduced  // all devices of a group but one hold zeros
};

// Returns "all_slice" for kAllSlice, and so on.
std::string_view StepName(StepKind kind);
std::optional<StepKind> FindStep(std::string_view name);

// Whether devices communicate in groups that are given by the step's axes. (In
// a permute they communicate, but not in such groups.)
bool IsCommunication(StepKind kind);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_STEP_KIND_H_
