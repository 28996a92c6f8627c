#ifndef SHARDFLOW_OPS_OP_KIND_H_
#define SHARDFLOW_OPS_OP_KIND_H_

#include <cstdint>

#include "ir/ids.h"

namespace shardflow::internal {

// The ops in op_kind.def. kUnknown is the kind of all other ops, which are
// identified by name.
enum class OpKind : uint16_t {
  kUnknown = 0,
#define OP(enumerator, mnemonic, arity, form) k##enumerator,
#include "ops/op_kind.def"
#undef OP
  kCount,
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_OP_KIND_H_
