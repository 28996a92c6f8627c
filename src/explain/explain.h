#ifndef SHARDFLOW_EXPLAIN_EXPLAIN_H_
#define SHARDFLOW_EXPLAIN_EXPLAIN_H_

#include <functional>
#include <optional>
#include <vector>

#include "explain/value_names.h"
#include "ir/module.h"
#include "passes/pass.h"
#include "propagate/record.h"
#include "shardflow/explain.h"
#include "text/read.h"

namespace shardflow::internal {

// Propagates the module and explains what `request` asks about; see the public
// header. `named` are the names that the text gave to its values, or empty.
// `context` is that of the request's run.
std::optional<Explanation> ExplainModule(Module& m,
                                         std::vector<NamedValues> named,
                                         const ExplainRequest& request,
                                         PassContext& context);

struct PlaceExplanation {
  TensorPlace place;
  ExplainedValue explained;
};

// Imports and propagates the module, of which `names` know the values as it was
// read, and explains all places that `choose` names; it is called before the
// first step. False after an error.
bool PropagateAndExplain(
    Module& m, const ValueNames& names,
    const std::function<std::vector<TensorPlace>()>& choose,
    PassContext& context, std::vector<PlaceExplanation>& explanations);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_EXPLAIN_H_
