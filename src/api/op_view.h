#ifndef SHARDFLOW_API_OP_VIEW_H_
#define SHARDFLOW_API_OP_VIEW_H_

#include "ir/module.h"
#include "ops/extensions.h"
#include "shardflow/extend.h"

namespace shardflow::internal {

// Returns the first block of the op's region, or None if there is none.
inline BlockId EntryOf(const Module& m, OpId op, int region) {
  if (region < 0 || region >= m.region_count(op)) return BlockId::None();
  return m.first_block(m.region(op, region));
}

struct OpViewAccess {
  static OpView Make(const Module& m, OpId op) { return {&m, op.index}; }
  static ShardedOpView MakeSharded(const Module& m, OpId op,
                                   const OpExtensions& all) {
    return {&m, op.index, &all};
  }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_OP_VIEW_H_
