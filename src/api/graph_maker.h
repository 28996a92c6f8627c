#ifndef SHARDFLOW_API_GRAPH_MAKER_H_
#define SHARDFLOW_API_GRAPH_MAKER_H_

#include <vector>

#include "explain/value_names.h"
#include "ir/module.h"
#include "ops/rule_lookup.h"
#include "shardflow/graph.h"

namespace shardflow::internal {

// Which rows of a graph stand for which values of the module.
struct GraphRows {
  std::vector<int> values;   // by slot; -1: none
  std::vector<ValueId> ids;  // of graph.values
};

// The module as flat tables. `rules` and `rows` may be null.
ProgramGraph GraphOf(Module& m, const ValueNames& names, bool frames,
                     RuleLookup* rules, GraphRows* rows);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_GRAPH_MAKER_H_
