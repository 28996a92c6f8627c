#ifndef SHARDFLOW_API_ADAPTER_COPIES_H_
#define SHARDFLOW_API_ADAPTER_COPIES_H_

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"

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

// The values of the graph, and the outputs of its called functions, whose
// shardings were reported (except those of further copies).
struct ToldShardings {
  absl::flat_hash_set<EmbeddedValue> values;
  // The index of the function, and that of the output.
  absl::flat_hash_set<std::pair<int, int>> outputs;
};

// Reports the shardings of call results and of the values in called functions
// to the graph. The first of `functions` is the main function, `main`. `ops`
// are in the order of their numbers. If `told` isn't null, the reported
// shardings are added to it, and the callees of all calls are reported, even
// those that the graph already has, because an earlier report may have changed
// them.
void TellCopies(const ProgramView& view, OpRef main,
                std::span<const GraphFunctionView> functions,
                std::span<const NumberedOp> ops, EmbeddedGraph& graph,
                ToldShardings* told);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_ADAPTER_COPIES_H_
