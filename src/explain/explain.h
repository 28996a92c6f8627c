#ifndef SHARDFLOW_EXPLAIN_EXPLAIN_H_
#define SHARDFLOW_EXPLAIN_EXPLAIN_H_

#include <memory>
#include <optional>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ops/compat.h"
#include "ops/extensions.h"
#include "shardflow/explain.h"

namespace shardflow {

// Reads and propagates the program, and explains what `request` asks about; see
// the public header. `extensions` come from the request's registry and may be
// null.
std::optional<Explanation> ExplainSource(
    std::shared_ptr<const SourceBuffer> source, const ExplainRequest& request,
    Compat compat, const OpExtensions* extensions, Diagnostics& diagnostics);

}  // namespace shardflow

#endif  // SHARDFLOW_EXPLAIN_EXPLAIN_H_
