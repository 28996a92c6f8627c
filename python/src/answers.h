#ifndef SHARDFLOW_PYTHON_ANSWERS_H_
#define SHARDFLOW_PYTHON_ANSWERS_H_

#include <nanobind/nanobind.h>

#include "ask.h"

namespace shardflow::python {

// Binds the methods of Program that judge it: what it costs and sends, what is
// probably not meant, the page of reports, and shardings that are found.
void BindAnswers(nanobind::module_& m, nanobind::class_<PyProgram>& program);

}  // namespace shardflow::python

#endif  // SHARDFLOW_PYTHON_ANSWERS_H_
