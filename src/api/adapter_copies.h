#ifndef SHARDFLOW_API_ADAPTER_COPIES_H_
#define SHARDFLOW_API_ADAPTER_COPIES_H_

#include <span>
#include <string_view>
#include <vector>

#include "shardflow/adapter.h"
#include "shardflow/views.h"

// Finds the functions of a graph again after passes have replaced their calls,
// moved their bodies and made copies of them. To make this possible, the
// relevant ops have a number as an attribute (kOpNumber), which all copies
// keep.

namespace shardflow::internal {

// An op with a number: a call, or an op in a called function.
struct NumberedOp {
  EmbeddedOp op = 0;
  std::vector<EmbeddedValue> results;
  // The arguments of each region.
  std::vector<std::vector<EmbeddedValue>> arguments;
  int callee = -1;  // the index of the function that it calls, or -1
};

struct GraphFunctionView {
  std::string_view name;
  std::span<const EmbeddedValue> inputs;
  int outputs = 0;
};

// Reports the shardings of call results and of the values in called functions
// to the graph. The first of `functions` is the main function, `main`. `ops`
// are in the order of their numbers.
void TellCopies(const ProgramView& view, OpRef main,
                std::span<const GraphFunctionView> functions,
                std::span<const NumberedOp> ops, EmbeddedGraph& graph);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_ADAPTER_COPIES_H_
