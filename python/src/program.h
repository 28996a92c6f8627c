#ifndef SHARDFLOW_PYTHON_PROGRAM_H_
#define SHARDFLOW_PYTHON_PROGRAM_H_

#include <nanobind/nanobind.h>

namespace shardflow::python {

// Binds Program and the types that its methods return.
void BindProgram(nanobind::module_& m);

}  // namespace shardflow::python

#endif  // SHARDFLOW_PYTHON_PROGRAM_H_
