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

// The value, or the result of a function, that a request is about:
//
//   "%5"
//   {"name": "params/layer0/wq", "function": "main", "line": 12}
//   {"argument": 0}
//   {"result": 1}

namespace shardflow::internal {

// Sets the members of `asked` that say which value it is. Returns false after
// an error.
bool ReadAskedValue(JsonInput& in, JsonRef value, ExplainRequest& asked);

// Finds the value in a program. Returns nullopt if there is no such value; the
// error is that of `in`, and its notes (which values may be meant) are added to
// `messages`. `value` is where the request asks for it.
std::optional<AskedValue> FindAskedValue(const Module& m,
                                         const ValueNames& names,
                                         const ExplainRequest& asked,
                                         JsonRef value, JsonInput& in,
                                         std::vector<Message>& messages);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_REQUEST_VALUE_H_
