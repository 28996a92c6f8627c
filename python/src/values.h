#ifndef SHARDFLOW_PYTHON_VALUES_H_
#define SHARDFLOW_PYTHON_VALUES_H_

#include <nanobind/nanobind.h>

namespace shardflow::python {

// Binds the plain structs: meshes, shardings, and rows of graphs and plans.
void BindValues(nanobind::module_& m);

}  // namespace shardflow::python

#endif  // SHARDFLOW_PYTHON_VALUES_H_
