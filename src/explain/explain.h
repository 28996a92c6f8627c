#ifndef SHARDFLOW_EXPLAIN_EXPLAIN_H_
#define SHARDFLOW_EXPLAIN_EXPLAIN_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "explain/render.h"
#include "explain/value_names.h"
#include "ir/module.h"
#include "passes/pass.h"
#include "propagate/incremental.h"
#include "propagate/record.h"
#include "shardflow/explain.h"
#include "text/read.h"

namespace shardflow::internal {

// A sharding to try, because it could shard a value along an axis that the
// value lacks. It would be set on `place`, a value of the module as it was
// read, or, if that is None, on result `result` of the main function.
struct FixCandidate {
  size_t value = 0;  // index of the value in the explanation
  ValueId place;
  int result = -1;
  ShardingId sharding;
  ExplainedTensor tensor;
};

// Propagates the module and answers `request`; see the public header. `named`
// contains the names of values in the text, and may be empty. Appends shardings
// worth trying to `candidates`, nearest first.
std::optional<Explanation> ExplainModule(Module& m,
                                         std::vector<NamedValues> named,
                                         const ExplainRequest& request,
                                         PassContext& context,
                                         std::vector<FixCandidate>& candidates);

// The text of many chains, with one link per line (see LineOf in render.h).
// Chains that begin alike share their first lines.
struct ChainLines {
  struct Line {
    std::string text;
    int before = -1;  // index of the chain's previous line, or -1
  };
  std::vector<Line> lines;
};

struct PlaceExplanation {
  TensorPlace place;
  // The explanation without the chains of its axes, which are in `chains`.
  ExplanationLines lines;
  // For each axis in `lines`, the last line of its chain, as an index in
  // ChainLines.
  std::vector<int> chains;
};

// Imports and propagates the module, and explains the places that `choose`
// returns. `choose` is called before the first step of propagation. `names`
// must be made from the module as it was read. Returns false on error.
bool PropagateAndExplain(
    Module& m, const ValueNames& names,
    const std::function<std::vector<TensorPlace>()>& choose,
    PassContext& context, std::vector<PlaceExplanation>& explanations,
    ChainLines& chains);

// Explains a value, or a result of the main function, as the last run of
// `propagation` left it (see RecordAgain). `names` must be made from `m`.
// Returns nullopt if stopped.
std::optional<ExplainedValue> ExplainPropagated(
    IncrementalPropagation& propagation, Module& m, const ValueNames& names,
    const TensorPlace& place, PassContext& context);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_EXPLAIN_H_
