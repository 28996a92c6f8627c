#include "passes/xla/free_values.h"

#include <cstdint>
#include <utility>

#include "ir/walk.h"

namespace shardflow::internal {

FreeValues::FreeValues(const Module& m, OpId root) {
  // For each block, the number of blocks in `root` that enclose it. An op can
  // only use values of the blocks that enclose it, so comparing depths shows
  // whether a value is defined inside an op.
  std::vector<int32_t> depth(m.block_table_size(), -1);
  WalkPreOrder(m, root, [&](OpId op) {
    const BlockId parent = m.op(op).parent;
    const int32_t inside =
        op == root || parent.IsNone() ? 0 : depth[parent.Slot()] + 1;
    for (int r = 0; r < m.region_count(op); ++r) {
      for (const BlockId block : m.Blocks(m.region(op, r))) {
        depth[block.Slot()] = inside;
      }
    }
  });
  // For each value, the last op whose list it was added to.
  std::vector<OpId> listed(m.value_table_size());
  WalkPostOrder(m, root, [&](OpId op) {
    if (m.region_count(op) == 0) return;
    std::vector<ValueId> list;
    const BlockId around = m.op(op).parent;
    const int32_t outside =
        op == root || around.IsNone() ? -1 : depth[around.Slot()];
    const auto add = [&](ValueId value) {
      if (value.IsNone() || listed[value.Slot()] == op) return;
      if (depth[m.home_block(value).Slot()] > outside) return;
      listed[value.Slot()] = op;
      list.push_back(value);
    };
    for (int r = 0; r < m.region_count(op); ++r) {
      for (const BlockId block : m.Blocks(m.region(op, r))) {
        for (const OpId inner : m.Ops(block)) {
          for (const ValueId value : Of(inner)) add(value);
          for (int i = 0; i < m.operand_count(inner); ++i) {
            add(m.operand(inner, i));
          }
        }
      }
    }
    if (!list.empty()) lists_.emplace(op, std::move(list));
  });
}

}  // namespace shardflow::internal
