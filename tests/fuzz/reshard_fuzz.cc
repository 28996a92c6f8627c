// Plans a reshard. The input has one line each for the mesh, the type, the
// source and the target. PlanReshard checks that the plan ends at the target.

#include <optional>
#include <string>
#include <vector>

#include "fuzz/targets.h"
#include "shardflow/reshard.h"

namespace shardflow::internal::fuzz {

void FuzzReshard(std::string_view input) {
  ReshardRequest request;
  std::string* const lines[] = {&request.mesh, &request.type, &request.from,
                                &request.to};
  for (std::string* line : lines) {
    const size_t end = input.find('\n');
    *line = input.substr(0, end);
    input = end == std::string_view::npos ? "" : input.substr(end + 1);
  }
  // The first and the last byte of the input also select options.
  if (input.starts_with('b')) request.options.plan = PlanChoice::kBest;
  if (input.ends_with('j')) request.options.compat = CompatMode::kJaxlib012;
  std::vector<Message> messages;
  if (!PlanReshard(request, messages) && messages.empty()) {
    Fault("refused without an error", request.from, request.to);
  }
}

}  // namespace shardflow::internal::fuzz
