#ifndef SHARDFLOW_API_OP_VIEW_H_
#define SHARDFLOW_API_OP_VIEW_H_

#include "ir/module.h"
#include "shardflow/extend.h"

namespace shardflow::internal {

struct OpViewAccess {
  static OpView Make(const Module& m, OpId op) { return {&m, op.index}; }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_OP_VIEW_H_
