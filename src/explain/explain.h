#ifndef SHARDFLOW_EXPLAIN_EXPLAIN_H_
#define SHARDFLOW_EXPLAIN_EXPLAIN_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "explain/value_names.h"
#include "ir/module.h"
#include "passes/pass.h"
#include "propagate/incremental.h"
#include "propagate/record.h"
#include "shardflow/explain.h"
#include "text/read.h"

namespace shardflow::internal {

// A sharding to try, which could give a value an axis that it lacks. `place` is
// a value of the module as it was read, or None for result `result` of the main
// function.
struct FixCandidate {
  size_t value = 0;  // index of the value in the explanation
  ValueId place;
  int result = -1;
  ShardingId sharding;
  ExplainedTensor tensor;
};

// Propagates the module and explains what `request` asks about; see the public
// header. `named` are the names that the text gave to its values, or empty.
// `context` is that of the request's run. Shardings that could be tried are
// added to `candidates`, the nearest first.
std::optional<Explanation> ExplainModule(Module& m,
                                         std::vector<NamedValues> named,
                                         const ExplainRequest& request,
                                         PassContext& context,
                                         std::vector<FixCandidate>& candidates);

// The lines of many chains (LineOf in render.h). Chains with the same beginning
// share its lines.
struct ChainLines {
  struct Line {
    std::string text;
    int before = -1;  // the chain's previous line; -1: this is the first
  };
  std::vector<Line> lines;
};

struct PlaceExplanation {
  TensorPlace place;
  // Without the chains of its axes.
  ExplainedValue explained;
  // For each axis of the place, the last line of its chain, as an index in
  // ChainLines.
  std::vector<int> chains;
};

// Imports and propagates the module, and explains the places that `choose`
// returns. `choose` is called before the first step of propagation. `names` was
// made from the module as it was read. Returns false after an error.
bool PropagateAndExplain(
    Module& m, const ValueNames& names,
    const std::function<std::vector<TensorPlace>()>& choose,
    PassContext& context, std::vector<PlaceExplanation>& explanations,
    ChainLines& chains);

// Explains a value, or a result of the main function, as the last run of
// `propagation` left it (see RecordAgain). `names` was made from `m`. Returns
// nullopt if stopped.
std::optional<ExplainedValue> ExplainPropagated(
    IncrementalPropagation& propagation, Module& m, const ValueNames& names,
    const TensorPlace& place, PassContext& context);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_EXPLAIN_H_
