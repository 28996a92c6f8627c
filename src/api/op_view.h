#ifndef SHARDFLOW_API_OP_VIEW_H_
#define SHARDFLOW_API_OP_VIEW_H_

#include "ir/module.h"
#include "ops/extensions.h"
#include "shardflow/extend.h"

namespace shardflow::internal {

struct OpViewAccess {
  static OpView Make(const Module& m, OpId op) { return {&m, op.index}; }
  static ShardedOpView MakeSharded(const Module& m, OpId op,
                                   const OpExtensions& all) {
    return {&m, op.index, &all};
  }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_OP_VIEW_H_
