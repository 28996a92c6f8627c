// Compares the worklist with the stack of all ops that Shardy uses.

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "propagate/ancestors.h"
#include "propagate/id_set.h"
#include "propagate/worklist.h"

namespace shardflow::internal {
namespace {

constexpr int kOpenClass = 1;    // not settled in any run
constexpr int kClosedClass = 2;  // settled in run 1

// The worklist of Shardy's driver. It begins with all ops, the first one on
// top. Pushing an op that is already in it has no effect.
class ReferenceWorklist {
 public:
  explicit ReferenceWorklist(int count)
      : in_(static_cast<size_t>(count), true) {
    for (int op = count - 1; op >= 0; --op) stack_.push_back(op);
  }
  int32_t Pop() {
    if (stack_.empty()) return -1;
    const int32_t op = stack_.back();
    stack_.pop_back();
    in_[static_cast<size_t>(op)] = false;
    return op;
  }
  void Push(int32_t op) {
    if (in_[static_cast<size_t>(op)]) return;
    in_[static_cast<size_t>(op)] = true;
    stack_.push_back(op);
  }
  void Remove(int32_t op) {
    std::erase(stack_, op);
    in_[static_cast<size_t>(op)] = false;
  }

 private:
  std::vector<int32_t> stack_;
  std::vector<bool> in_;
};

// Returns the next op of the run, for a caller that visits every op.
int32_t Pop(Worklist& worklist) {
  const Position pushed = worklist.PopUnsettled();
  return pushed ? pushed.index : worklist.NextTurn().index;
}

Worklist MakeWorklist(int count) {
  Worklist worklist;
  worklist.Reset(std::vector<uint32_t>(static_cast<size_t>(count), 0));
  Worklist::SettledRuns settled{};
  settled[kClosedClass] = 1u << 1;
  worklist.SetSettledRuns(settled);
  return worklist;
}

// A run may be stopped while ops wait. These ops can be pushed again in the
// next run.
TEST(WorklistTest, NothingWaitsAfterARun) {
  Worklist worklist = MakeWorklist(4);
  worklist.BeginRun(0);
  worklist.BeginTurn(Position(3));
  worklist.Push(Position(1));
  worklist.EndRun();
  EXPECT_FALSE(worklist.Waits(Position(1)));
  worklist.BeginRun(0);
  worklist.BeginTurn(Position(3));
  worklist.Push(Position(1));
  EXPECT_EQ(worklist.PopPushed(), Position(1));
}

TEST(WorklistTest, ProgramOrderThenStack) {
  Worklist worklist = MakeWorklist(4);
  worklist.BeginRun(0);
  EXPECT_EQ(Pop(worklist), 0);
  EXPECT_EQ(Pop(worklist), 1);
  worklist.Push(Position(0));
  worklist.Push(Position(3));  // not visited yet in this run
  worklist.Push(Position(1));
  worklist.Push(Position(0));  // already on the worklist
  EXPECT_EQ(Pop(worklist), 1);
  EXPECT_EQ(Pop(worklist), 0);
  EXPECT_EQ(Pop(worklist), 2);
  EXPECT_EQ(Pop(worklist), 3);
  EXPECT_EQ(Pop(worklist), -1);
}

TEST(WorklistTest, SettledOpsAreLeftOut) {
  Worklist worklist = MakeWorklist(3);
  for (int32_t op = 0; op < 3; ++op)
    worklist.SetClass(Position(op), kOpenClass);
  worklist.Settle(Position(0), 0b11);
  worklist.Settle(Position(1), 0b01);
  worklist.BeginRun(0);
  EXPECT_EQ(Pop(worklist), 2);
  worklist.Unsettle(Position(0));
  worklist.Push(Position(0));
  worklist.Push(Position(1));  // nothing about it changed
  EXPECT_EQ(Pop(worklist), 0);
  EXPECT_EQ(Pop(worklist), -1);
  worklist.EndRun();
  worklist.Push(Position(1));  // between runs: not queued
  worklist.BeginRun(1);
  EXPECT_EQ(Pop(worklist), 0);
  EXPECT_EQ(Pop(worklist), 1);
}

TEST(WorklistTest, UnsettlingKeepsWhatTheClassSays) {
  Worklist worklist = MakeWorklist(1);
  worklist.SetClass(Position(0), kClosedClass);
  worklist.Settle(Position(0), 0b101);
  worklist.Unsettle(Position(0));
  EXPECT_FALSE(worklist.IsSettled(Position(0), 0));
  EXPECT_TRUE(worklist.IsSettled(Position(0), 1));
  EXPECT_FALSE(worklist.IsSettled(Position(0), 2));
  EXPECT_EQ(worklist.Class(Position(0)), kClosedClass);
}

// Ops are erased, pushed and visited at random. Visiting a settled op has no
// effect, so the other visits must come in the same order as with a single
// stack.
TEST(WorklistTest, SameOrderAsOneBigStack) {
  std::mt19937 random(7);
  const auto pick = [&](int count) {
    return static_cast<int32_t>(random() % static_cast<unsigned>(count));
  };
  for (int trial = 0; trial < 300; ++trial) {
    const int count = 1 + pick(40);
    Worklist worklist = MakeWorklist(count);
    ReferenceWorklist reference(count);
    std::vector<bool> settled(static_cast<size_t>(count), false);
    std::vector<bool> gone(static_cast<size_t>(count), false);
    for (int32_t op = 0; op < count; ++op) {
      worklist.SetClass(Position(op), kOpenClass);
      if (pick(3) == 0) {
        worklist.Settle(Position(op), 1);
        settled[static_cast<size_t>(op)] = true;
      }
    }
    if (trial % 2 == 0) worklist.ListUnsettled(1);
    worklist.BeginRun(0);
    for (int visits = 0; visits < 300; ++visits) {
      const int32_t op = Pop(worklist);
      int32_t expected = reference.Pop();
      while (expected >= 0 && settled[static_cast<size_t>(expected)]) {
        expected = reference.Pop();
      }
      ASSERT_EQ(op, expected);
      if (op < 0) break;
      worklist.Settle(Position(op), 1);
      settled[static_cast<size_t>(op)] = true;
      const int effects = visits < 200 ? pick(4) : 0;
      for (int i = 0; i < effects; ++i) {
        const int32_t other = pick(count);
        const auto slot = static_cast<size_t>(other);
        if (other == op || gone[slot]) continue;
        if (pick(10) == 0) {
          gone[slot] = true;
          worklist.Set(Position(other), kGone);
          reference.Remove(other);
          continue;
        }
        // Some ops are pushed although nothing about them has changed.
        if (pick(4) != 0) {
          worklist.Unsettle(Position(other));
          settled[slot] = false;
        }
        worklist.Push(Position(other));
        reference.Push(other);
      }
    }
  }
}

// If no op is skipped, the turns alone determine the order of the run.
TEST(Worklist, TurnsMakeTheRun) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const auto count = static_cast<int32_t>(random() % 20 + 1);
    // The ops that a visit pushes depend on the number of visits before it.
    // After 100 visits, nothing more is pushed: in real runs, changes also come
    // to an end.
    const auto told = [&](size_t visits) {
      std::vector<int32_t> ops;
      std::mt19937 pick(seed * 1000 + static_cast<uint32_t>(visits));
      for (uint32_t i = visits < 100 ? pick() % 4 : 0; i > 0; --i) {
        ops.push_back(static_cast<int32_t>(pick()) & 0xff);
      }
      return ops;
    };
    const auto visit = [&](Worklist& worklist, int32_t op,
                           std::vector<int32_t>& order) {
      for (const int32_t other : told(order.size())) {
        if (other < count && other != op) worklist.Push(Position(other));
      }
      order.push_back(op);
    };
    std::vector<int32_t> run, turns;
    Worklist worklist;
    worklist.Reset(std::vector<uint32_t>(static_cast<size_t>(count)));
    worklist.BeginRun(0);
    for (int32_t op; (op = Pop(worklist)) >= 0;) visit(worklist, op, run);
    worklist.Reset(std::vector<uint32_t>(static_cast<size_t>(count)));
    for (int32_t turn = 0; turn < count; ++turn) {
      if (turn == 0) worklist.BeginRun(0);
      worklist.BeginTurn(Position(turn));
      for (Position op(turn); op; op = worklist.PopPushed()) {
        visit(worklist, op.index, turns);
      }
    }
    EXPECT_EQ(turns, run) << seed;
  }
}

TEST(IdSetTest, AgainstASet) {
  std::mt19937 random(5);
  for (const size_t count : {0u, 1u, 63u, 64u, 65u, 4096u, 5000u, 300000u}) {
    IdSet<Position> set(count);
    std::set<int32_t> expected;
    const auto any = [&] {
      return static_cast<int32_t>(random() % (count + 1));
    };
    for (int i = 0; i < 2000 && count > 0; ++i) {
      const int32_t id = any() % static_cast<int32_t>(count);
      if (random() % 2 == 0) {
        set.Insert(Position(id));
        expected.insert(id);
      } else {
        // Usually erases an id that is in the set.
        const auto at = expected.lower_bound(id);
        const int32_t gone = at == expected.end() ? id : *at;
        set.Erase(Position(gone));
        expected.erase(gone);
      }
      const int32_t from = any();
      const auto next = expected.lower_bound(from);
      ASSERT_EQ(set.NextFrom(Position(from)).index,
                next == expected.end() ? -1 : *next);
    }
    EXPECT_FALSE(IdSet<Position>(count).NextFrom(Position(0)));
  }
}

// The idle ancestors of a nested op aren't on the stack, but everything happens
// in the same order as if they were.
TEST(AncestorsTest, SameOrderAsWithAllOnTheStack) {
  constexpr int kOpen = 2;  // any class without a special meaning
  std::mt19937 random(11);
  const auto pick = [&](int count) {
    return static_cast<int32_t>(random() % static_cast<unsigned>(count));
  };
  int woken_in_all = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    // Some programs need more than one word of bits.
    const int count = 2 + pick(trial % 20 == 0 ? 150 : 30);
    std::vector<int32_t> parents = {-1};
    for (int32_t op = 1; op < count; ++op) {
      // The parent is the previous op, an ancestor of that op, or none.
      int32_t parent = op - 1;
      while (parent >= 0 && pick(3) == 0) {
        parent = parents[static_cast<size_t>(parent)];
      }
      parents.push_back(parent);
    }
    Worklist::SettledRuns settled{};
    settled[kIdleClass] = 0xFFFF;
    Worklist lazy, plain;
    std::vector<uint32_t> flags;
    for (const int32_t parent : parents) {
      flags.push_back(parent < 0 ? 0u : kNested);
    }
    for (Worklist* const w : {&lazy, &plain}) {
      w->Reset(flags);
      w->SetSettledRuns(settled);
    }
    Ancestors ancestors;
    for (const int32_t parent : parents) ancestors.Add(Position(parent));
    std::vector<int> classes;
    for (int32_t op = 0; op < count; ++op) {
      classes.push_back(pick(3) != 0 ? kIdleClass : kOpen);
      const bool gone = pick(12) == 0;
      for (Worklist* const w : {&lazy, &plain}) {
        w->SetClass(Position(op), kFreshClass);
        if (gone) w->Set(Position(op), kGone);
      }
    }
    const auto push = [&](int32_t op) {
      ancestors.PushWithAncestors(lazy, Position(op));
      for (int32_t at = op; at >= 0; at = parents[static_cast<size_t>(at)]) {
        plain.Push(Position(at));
      }
    };
    if (trial % 2 == 0) lazy.ListUnsettled(0b11);
    for (int run = 0; run < 2; ++run) {
      lazy.BeginRun(run);
      plain.BeginRun(run);
      for (int visits = 0; visits < 300; ++visits) {
        const int32_t op = Pop(lazy);
        ASSERT_EQ(op, Pop(plain)) << "trial " << trial;
        if (op < 0) break;
        for (Worklist* const w : {&lazy, &plain}) {
          w->SetClass(Position(op), classes[static_cast<size_t>(op)]);
          w->Settle(Position(op), static_cast<uint16_t>(1u << run));
        }
        const int effects = visits < 200 ? pick(4) : 0;
        for (int i = 0; i < effects; ++i) {
          const int32_t other = pick(count);
          if (other == op) continue;
          if (pick(8) == 0) {
            // `other` may have been erased by now.
            ancestors.Wake(lazy, Position(other));
            ++woken_in_all;
            for (Worklist* const w : {&lazy, &plain}) {
              w->SetClass(Position(other), kFreshClass);
            }
            if (pick(2) == 0) push(other);
          } else if (pick(10) == 0) {
            for (Worklist* const w : {&lazy, &plain})
              w->Set(Position(other), kGone);
          } else {
            for (Worklist* const w : {&lazy, &plain})
              w->Unsettle(Position(other));
            push(other);
          }
        }
      }
      lazy.EndRun();
      plain.EndRun();
    }
  }
  EXPECT_GT(woken_in_all, 1000);
}

}  // namespace
}  // namespace shardflow::internal
