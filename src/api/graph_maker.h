#ifndef SHARDFLOW_API_GRAPH_MAKER_H_
#define SHARDFLOW_API_GRAPH_MAKER_H_

#include <vector>

#include "explain/value_names.h"
#include "ir/module.h"
#include "ops/rule_lookup.h"
#include "shardflow/graph.h"

namespace shardflow::internal {

// Maps the rows of a graph to the values of a module, and back.
struct GraphRows {
  std::vector<int> values;   // indexed by ValueId; -1 if the value has no row
  std::vector<ValueId> ids;  // the value of each row in graph.values
};

// Returns the module as flat tables. `rules` and `rows` may be null.
ProgramGraph GraphOf(Module& m, const ValueNames& names, bool frames,
                     RuleLookup* rules, GraphRows* rows);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_GRAPH_MAKER_H_
