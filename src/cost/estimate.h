#ifndef SHARDFLOW_COST_ESTIMATE_H_
#define SHARDFLOW_COST_ESTIMATE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "cost/layout.h"
#include "cost/local_program.h"
#include "ir/module.h"
#include "lower/topology.h"
#include "ops/symbols.h"
#include "shardflow/cost.h"

// Computes the cost report of a device's program.

namespace shardflow::internal {

struct EstimateInput {
  const Module& m;
  const SymbolTable& symbols;
  const DigitMesh& mesh;
  LocalProgram program;
  std::optional<Topology> topology;
  int largest = 10;
  bool curve = false;
  // Reports only the total memory, communication, work and time, without lists
  // and source locations.
  bool totals_only = false;
  bool is_live = false;  // the program has no dead nodes
  bool memory = true;    // if false, the report's memory isn't filled in
  // Returns a value's name in the program's text. May be null.
  std::function<ValueInText(ValueId)> name_of = nullptr;
};
// Returns the size in bytes of the tuple that holds several results (a pointer
// to each), or 0 for a single result, which needs no tuple.
int64_t TuplePointerBytes(size_t results);

// Returns a report of memory, communication, work and time.
CostReport Estimate(EstimateInput input);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_ESTIMATE_H_
