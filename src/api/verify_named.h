#ifndef SHARDFLOW_API_VERIFY_NAMED_H_
#define SHARDFLOW_API_VERIFY_NAMED_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "api/program_impl.h"
#include "ir/module.h"
#include "shardflow/handles.h"
#include "shardflow/message.h"

// Verifies a module. Errors refer to ops by the caller's own names.
//
//   %y: 'stablehlo.tanh' op requires a single operand
//   op 5 ('my.op'): operand #0 does not dominate this use

namespace shardflow::internal {

// Returns an op's name for messages: "" if it has none, nullopt if the op isn't
// the caller's.
using OpNameFunction = std::function<std::optional<std::string>(OpRef op)>;

// Appends the errors in an invalid module. Each error begins with the name of
// its op or, if that op isn't the caller's, with the name of the op around it.
void VerifyWithNames(Module& m, Origin origin, const OpNameFunction& name,
                     std::vector<Message>& messages);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_VERIFY_NAMED_H_
