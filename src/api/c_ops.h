#ifndef SHARDFLOW_API_C_OPS_H_
#define SHARDFLOW_API_C_OPS_H_

#include <cstddef>
#include <vector>

#include "shardflow/builder.h"
#include "shardflow/c.h"
#include "shardflow/message.h"

// Reads ops that C callers describe, for builders and for sessions.
//
// Each function reports an error of the C function `function` and returns
// false if what it is given is invalid.

namespace shardflow::internal::c {

// Checks that `list` isn't NULL unless `count` is zero.
bool HasList(const void* list, size_t count, const char* name,
             const char* function, std::vector<Message>& messages);

bool ReadTypes(const char* const* types, size_t count,
               std::vector<TypeSpec>& out, const char* function,
               std::vector<Message>& messages);

bool ReadAttributes(const shardflow_attribute* attributes, size_t count,
                    std::vector<NamedAttribute>& out, const char* function,
                    std::vector<Message>& messages);

// `given` may be NULL, which is an error.
bool ReadOp(const shardflow_op_spec* given, OpSpecification& out,
            const char* function, std::vector<Message>& messages);

}  // namespace shardflow::internal::c

#endif  // SHARDFLOW_API_C_OPS_H_
