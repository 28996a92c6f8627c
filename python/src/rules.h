#ifndef SHARDFLOW_PYTHON_RULES_H_
#define SHARDFLOW_PYTHON_RULES_H_

#include <memory>

#include <nanobind/nanobind.h>

#include "shardflow/extend.h"

namespace shardflow::python {

// Sharding rules for ops of the user's own, some of them functions in Python.
struct Rules {
  struct Functions;  // what is Python's of it
  std::shared_ptr<OpRegistry> registry;
  std::shared_ptr<Functions> functions;
};

// Throws the first exception that a function in Python raised since the last
// call; a run goes on as if the function had answered None.
void RethrowFromRules(const Rules& rules);

void BindRules(nanobind::module_& m);

}  // namespace shardflow::python

#endif  // SHARDFLOW_PYTHON_RULES_H_
