#include "ops/op_order.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "ops/edit.h"

namespace shardflow::internal {
namespace {

bool IsBeforeByWalk(const Module& m, OpId a, OpId b) {
  for (OpId op = m.next_op(a); op; op = m.next_op(op)) {
    if (op == b) return true;
  }
  return false;
}

OpId NewOp(Module& m) { return CreateOp(m, OpKind::kCreateToken, {}); }

TEST(OpOrder, AgreesWithTheListAfterMovesAndInsertions) {
  std::mt19937 random(1);
  Module m = NewModule();
  std::vector<OpId> ops;
  for (int i = 0; i < 20; ++i) {
    ops.push_back(NewOp(m));
    m.Append(m.body(), ops.back());
  }
  OpOrder order(m);
  const auto any = [&] { return ops[random() % ops.size()]; };
  for (int step = 0; step < 2000; ++step) {
    const OpId a = any();
    const OpId b = any();
    if (a != b && random() % 4 == 0) {
      m.Unlink(a);
      m.InsertAfter(b, a);
      order.Forget(a);
    } else if (random() % 20 == 0) {
      ops.push_back(NewOp(m));
      m.Prepend(m.body(), ops.back());
    }
    if (a != b) {
      ASSERT_EQ(order.IsBefore(a, b), IsBeforeByWalk(m, a, b));
    }
  }
}

// Each insertion halves the gap between two ops, until there is no room left.
TEST(OpOrder, RenumbersWhenAGapIsFull) {
  Module m = NewModule();
  const OpId first = NewOp(m);
  const OpId last = NewOp(m);
  m.Append(m.body(), first);
  m.Append(m.body(), last);
  OpOrder order(m);
  OpId newest = last;
  for (int i = 0; i < 100; ++i) {
    const OpId op = NewOp(m);
    m.InsertAfter(first, op);
    ASSERT_TRUE(order.IsBefore(first, op));
    ASSERT_TRUE(order.IsBefore(op, newest));
    ASSERT_FALSE(order.IsBefore(last, op));
    newest = op;
  }
}

}  // namespace
}  // namespace shardflow::internal
