#ifndef SHARDFLOW_RESHARD_H_
#define SHARDFLOW_RESHARD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/plan_choice.h"
#include "shardflow/program.h"
#include "shardflow/sharding.h"

// Plans how to reshard a tensor: with which collectives, and at what cost.

namespace shardflow {

// The shape of a tensor and the size of its elements. For example, `16x8xf32`
// is {{16, 8}, 32}.
struct TensorShape {
  std::vector<int64_t> dims;  // number of elements in each dimension
  int64_t element_bits = 32;  // size of an element in bits, at least 1
};

struct PlanOptions {
  PlanChoice plan = PlanChoice::kDefault;
  CompatMode compat = CompatMode::kShardy202608;
  // The machine: "h100", "v5e", "v5e_grid" or the text of a TOML file
  // (docs/reshards.md). If set, steps have times, and the best plan is the
  // fastest one.
  std::string topology = {};
};

// A step of a plan: one collective.
struct ReshardStep {
  std::string op;        // "all_gather"
  std::string axes;      // "[{}, {"x"}]", "[{"x"}: 0->1]"; empty for a permute
  std::string sharding;  // the sharding afterwards: "[{"y"}, {}]"
  int64_t bytes_sent = 0;      // by the device that sends the most
  int64_t bytes_received = 0;  // by the device that receives the most
  int64_t local_bytes = 0;     // bytes that a device holds after the step
  int64_t group = 1;           // number of devices that exchange data together
  double seconds = 0;          // time of the step; 0 without a topology
  // Number of executions; exceeds 1 only inside one of your own ops
  // (PlannedReshard::inside). Bytes and seconds are for one execution.
  int64_t times = 1;
};

// A plan and its cost.
struct ReshardReport {
  std::vector<ReshardStep> steps;
  int64_t local_bytes = 0;  // bytes that a device holds before the first step
  // --- sums over all steps
  int64_t bytes_sent = 0;
  int64_t bytes_received = 0;
  double seconds = 0;
};

// Returns the plan that takes a tensor from one sharding to another, both on
// `mesh`. Ignores which dimensions are open, and the priorities and mesh names
// in the shardings. Returns nullopt on error; the message begins with the name
// of the argument at fault, as in `to: unknown axis name: "q"`.
SHARDFLOW_EXPORT std::optional<ReshardReport> PlanReshard(
    const MeshInfo& mesh, const TensorShape& tensor, const ShardingInfo& from,
    const ShardingInfo& to, const PlanOptions& options,
    std::vector<Message>& messages);

// A reshard to plan, given as text.
struct ReshardRequest {
  std::string mesh;  // <["x"=2, "y"=4]>
  std::string type;  // 16x8xf32
  // The shardings before and after, such as `[{"x"}, {"y"}]`, optionally
  // followed by the other parts of a sharding, as in `[{"x"}, {"y"}],
  // unreduced={"z"}`.
  std::string from;
  std::string to;
  PlanOptions options = {};
};

// Returns the plan for a request given as text, or nullopt on error. The "file"
// of an error is the part of the request at fault, such as "<to>".
SHARDFLOW_EXPORT std::optional<ReshardReport> PlanReshard(
    const ReshardRequest& request, std::vector<Message>& messages);

// Returns the request and its plan as JSON (schemas/reshard-1.schema.json),
// with a newline at the end.
SHARDFLOW_EXPORT std::string ReshardJson(const ReshardRequest& request,
                                         const ReshardReport& report);

}  // namespace shardflow

#endif  // SHARDFLOW_RESHARD_H_
