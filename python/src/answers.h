#ifndef SHARDFLOW_PYTHON_ANSWERS_H_
#define SHARDFLOW_PYTHON_ANSWERS_H_

#include <nanobind/nanobind.h>

#include "ask.h"

namespace shardflow::python {

// Binds the methods of Program that analyse it: cost, communication, lint, the
// HTML report and the search for shardings.
void BindAnswers(nanobind::module_& m, nanobind::class_<PyProgram>& program);

}  // namespace shardflow::python

#endif  // SHARDFLOW_PYTHON_ANSWERS_H_
