#ifndef SHARDFLOW_API_REQUEST_VALUE_H_
#define SHARDFLOW_API_REQUEST_VALUE_H_

#include <optional>
#include <vector>

#include "explain/find.h"
#include "explain/value_names.h"
#include "ir/module.h"
#include "json/input.h"
#include "shardflow/explain.h"
#include "shardflow/message.h"

// Reads which value, or which result of a function, a request is about:
//
//   "%5"
//   {"name": "params/layer0/wq", "function": "main", "line": 12}
//   {"argument": 0}
//   {"result": 1}

namespace shardflow::internal {

// Sets the members of `asked` that identify the value. Returns false on error.
bool ReadAskedValue(JsonInput& in, JsonRef value, ExplainRequest& asked);

// Finds the value in a program. If there is no such value, returns nullopt,
// reports an error to `in`, and adds notes (which values may be meant) to
// `messages`. `value` is the place in the request that names the value.
std::optional<AskedValue> FindAskedValue(const Module& m,
                                         const ValueNames& names,
                                         const ExplainRequest& asked,
                                         JsonRef value, JsonInput& in,
                                         std::vector<Message>& messages);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_REQUEST_VALUE_H_
