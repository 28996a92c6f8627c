#ifndef SHARDFLOW_PYTHON_MESSAGES_H_
#define SHARDFLOW_PYTHON_MESSAGES_H_

#include <vector>

#include <nanobind/nanobind.h>

#include "shardflow/message.h"

namespace shardflow::python {

// Binds Message.
void BindMessages(nanobind::module_& m);

// Throws shardflow.Error with these messages.
[[noreturn]] void RaiseError(const std::vector<Message>& messages);

}  // namespace shardflow::python

#endif  // SHARDFLOW_PYTHON_MESSAGES_H_
