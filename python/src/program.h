#ifndef SHARDFLOW_PYTHON_PROGRAM_H_
#define SHARDFLOW_PYTHON_PROGRAM_H_

#include <nanobind/nanobind.h>

namespace shardflow::python {

// Binds Program, and what it answers with.
void BindProgram(nanobind::module_& m);

}  // namespace shardflow::python

#endif  // SHARDFLOW_PYTHON_PROGRAM_H_
