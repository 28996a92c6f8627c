#ifndef SHARDFLOW_PYTHON_RULES_H_
#define SHARDFLOW_PYTHON_RULES_H_

#include <memory>

#include <nanobind/nanobind.h>

#include "shardflow/extend.h"

namespace shardflow::python {

// Sharding rules for the user's own ops. Some may be Python functions.
struct Rules {
  struct Functions;  // state of the rules that are Python functions
  std::shared_ptr<OpRegistry> registry;
  std::shared_ptr<Functions> functions;
};

// Throws the first exception that a Python rule raised since the last call.
// (The run itself continues as if the rule had returned None.)
void RethrowFromRules(const Rules& rules);

void BindRules(nanobind::module_& m);

}  // namespace shardflow::python

#endif  // SHARDFLOW_PYTHON_RULES_H_
