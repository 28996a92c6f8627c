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

// Plans how to reshard a tensor, and reports the cost.

namespace shardflow {

// A tensor: 16x8xf32 is {{16, 8}, 32}.
struct TensorShape {
  std::vector<int64_t> dims;  // number of elements along each
  int64_t element_bits = 32;  // bits of an element, at least 1
};

struct PlanOptions {
  PlanChoice plan = PlanChoice::kDefault;
  CompatMode compat = CompatMode::kShardy202608;
  // The machine: "h100", "v5e", "v5e_grid" or the text of a TOML file
  // (docs/reshards.md). If empty, steps have no times; otherwise the best plan
  // is the fastest.
  std::string topology = {};
};

struct ReshardStep {
  std::string op;        // "all_gather"
  std::string axes;      // "[{}, {"x"}]", "[{"x"}: 0->1]"; empty for a permute
  std::string sharding;  // the sharding afterwards: "[{"y"}, {}]"
  // The most bytes that any device sends, and the most that any receives.
  int64_t bytes_sent = 0;
  int64_t bytes_received = 0;
  int64_t local_bytes = 0;  // bytes that a device holds after the step
  int64_t group = 1;        // number of devices that exchange data
  double seconds = 0;       // 0 without a topology
};

struct ReshardReport {
  std::vector<ReshardStep> steps;
  int64_t local_bytes = 0;  // bytes that a device holds before the first step
  int64_t bytes_sent = 0;   // these three are sums over the steps
  int64_t bytes_received = 0;
  double seconds = 0;
};

// Returns the plan for a tensor on `mesh`. Open dimensions, priorities and the
// mesh names of the shardings make no difference. Returns nullopt after an
// error, which is in `messages` and begins with the name of the argument at
// fault: "to: unknown axis name: "q"".
SHARDFLOW_EXPORT std::optional<ReshardReport> PlanReshard(
    const MeshInfo& mesh, const TensorShape& tensor, const ShardingInfo& from,
    const ShardingInfo& to, const PlanOptions& options,
    std::vector<Message>& messages);

// A request as text. A message's `file` names the member at fault: "<to>".
struct ReshardRequest {
  std::string mesh;  // <["x"=2, "y"=4]>
  std::string type;  // 16x8xf32
  // [{"x"}, {"y"}], optionally followed by other parts of a sharding:
  // , unreduced={"z"}
  std::string from;
  std::string to;
  PlanOptions options = {};
};

SHARDFLOW_EXPORT std::optional<ReshardReport> PlanReshard(
    const ReshardRequest& request, std::vector<Message>& messages);

// Returns the request and its plan as JSON (schemas/reshard-1.schema.json),
// with a newline at the end.
SHARDFLOW_EXPORT std::string ReshardJson(const ReshardRequest& request,
                                         const ReshardReport& report);

}  // namespace shardflow

#endif  // SHARDFLOW_RESHARD_H_
