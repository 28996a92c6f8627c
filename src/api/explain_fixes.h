#ifndef SHARDFLOW_API_EXPLAIN_FIXES_H_
#define SHARDFLOW_API_EXPLAIN_FIXES_H_

#include <vector>

#include "explain/explain.h"
#include "ir/module.h"
#include "shardflow/explain.h"
#include "shardflow/program.h"

// Tries shardings that would give an explained value an axis that it lacks.

namespace shardflow::internal {

// Tries the candidates in order, at most a few for each value in the
// explanation. `m` is the module that was explained, with its shardings.
void TryFixes(const Program& program, const RunOptions& run, const Module& m,
              const std::vector<FixCandidate>& candidates,
              Explanation& explanation);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_EXPLAIN_FIXES_H_
