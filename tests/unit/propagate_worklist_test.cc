// The worklist against the thing that it stands for: one stack with all ops.

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "propagate/ancestors.h"
#include "propagate/worklist.h"

namespace shardflow {
namespace {

constexpr int kOpenClass = 1;    // in no run settled by itself
constexpr int kClosedClass = 2;  // settled in run 1

// As the reference's driver has it: filled with all ops, the first on top;
// pushing an op that is in it does nothing.
class LiteralWorklist {
 public:
  explicit LiteralWorklist(int count) : in_(static_cast<size_t>(count), true) {
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

Worklist MakeWorklist(int count) {
  Worklist worklist;
  worklist.Reset(std::vector<uint32_t>(static_cast<size_t>(count), 0));
  Worklist::SettledRuns settled{};
  settled[kClosedClass] = 1u << 1;
  worklist.SetSettledRuns(settled);
  return worklist;
}

TEST(WorklistTest, ProgramOrderThenStack) {
  Worklist worklist = MakeWorklist(4);
  worklist.Start(0);
  EXPECT_EQ(worklist.Pop(), 0);
  EXPECT_EQ(worklist.Pop(), 1);
  worklist.Push(0);
  worklist.Push(3);  // its turn is still to come
  worklist.Push(1);
  worklist.Push(0);  // is there already
  EXPECT_EQ(worklist.Pop(), 1);
  EXPECT_EQ(worklist.Pop(), 0);
  EXPECT_EQ(worklist.Pop(), 2);
  EXPECT_EQ(worklist.Pop(), 3);
  EXPECT_EQ(worklist.Pop(), -1);
}

TEST(WorklistTest, SettledOpsAreLeftOut) {
  Worklist worklist = MakeWorklist(3);
  for (int32_t op = 0; op < 3; ++op) worklist.SetClass(op, kOpenClass);
  worklist.Settle(0, 0b11);
  worklist.Settle(1, 0b01);
  worklist.Start(0);
  EXPECT_EQ(worklist.Pop(), 2);
  worklist.Unsettle(0);
  worklist.Push(0);
  worklist.Push(1);  // nothing of it changed
  EXPECT_EQ(worklist.Pop(), 0);
  EXPECT_EQ(worklist.Pop(), -1);
  worklist.Stop();
  worklist.Push(1);  // between runs: nothing waits
  worklist.Start(1);
  EXPECT_EQ(worklist.Pop(), 0);
  EXPECT_EQ(worklist.Pop(), 1);
}

TEST(WorklistTest, UnsettlingKeepsWhatTheClassSays) {
  Worklist worklist = MakeWorklist(1);
  worklist.SetClass(0, kClosedClass);
  worklist.Settle(0, 0b101);
  worklist.Unsettle(0);
  EXPECT_FALSE(worklist.IsSettled(0, 0));
  EXPECT_TRUE(worklist.IsSettled(0, 1));
  EXPECT_FALSE(worklist.IsSettled(0, 2));
  EXPECT_EQ(worklist.Class(0), kClosedClass);
}

// Ops are erased, pushed and visited at random. A settled op's visit has no
// effect, so the sequences of the other visits must be the same.
TEST(WorklistTest, SameOrderAsOneBigStack) {
  std::mt19937 random(7);
  const auto pick = [&](int count) {
    return static_cast<int32_t>(random() % static_cast<unsigned>(count));
  };
  for (int trial = 0; trial < 300; ++trial) {
    const int count = 1 + pick(40);
    Worklist worklist = MakeWorklist(count);
    LiteralWorklist literal(count);
    std::vector<bool> settled(static_cast<size_t>(count), false);
    std::vector<bool> gone(static_cast<size_t>(count), false);
    for (int32_t op = 0; op < count; ++op) {
      worklist.SetClass(op, kOpenClass);
      if (pick(3) == 0) {
        worklist.Settle(op, 1);
        settled[static_cast<size_t>(op)] = true;
      }
    }
    worklist.Start(0);
    for (int visits = 0; visits < 300; ++visits) {
      const int32_t op = worklist.Pop();
      int32_t expected = literal.Pop();
      while (expected >= 0 && settled[static_cast<size_t>(expected)]) {
        expected = literal.Pop();
      }
      ASSERT_EQ(op, expected);
      if (op < 0) break;
      worklist.Settle(op, 1);
      settled[static_cast<size_t>(op)] = true;
      const int effects = visits < 200 ? pick(4) : 0;
      for (int i = 0; i < effects; ++i) {
        const int32_t other = pick(count);
        const auto slot = static_cast<size_t>(other);
        if (other == op || gone[slot]) continue;
        if (pick(10) == 0) {
          gone[slot] = true;
          worklist.Set(other, kGone);
          literal.Remove(other);
          continue;
        }
        // Some are told without being concerned.
        if (pick(4) != 0) {
          worklist.Unsettle(other);
          settled[slot] = false;
        }
        worklist.Push(other);
        literal.Push(other);
      }
    }
  }
}

// Turn by turn is the order of the run, if nothing is passed over.
TEST(Worklist, TurnsMakeTheRun) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const auto count = static_cast<int32_t>(random() % 20 + 1);
    // What a visit tells depends on how many were before it, as with changes
    // that come to an end.
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
        if (other < count && other != op) worklist.Push(other);
      }
      order.push_back(op);
    };
    std::vector<int32_t> run, turns;
    Worklist worklist;
    worklist.Reset(std::vector<uint32_t>(static_cast<size_t>(count)));
    worklist.Start(0);
    for (int32_t op; (op = worklist.Pop()) >= 0;) visit(worklist, op, run);
    worklist.Reset(std::vector<uint32_t>(static_cast<size_t>(count)));
    for (int32_t turn = 0; turn < count; ++turn) {
      worklist.StartTurn(0, turn);
      for (int32_t op = turn; op >= 0; op = worklist.PopWaiting()) {
        visit(worklist, op, turns);
      }
    }
    EXPECT_EQ(turns, run) << seed;
  }
}

// Ops in ops: the idle ones among those around an op are not on the stack, and
// yet all happens in the order in which it would if they were.
TEST(AncestorsTest, SameOrderAsWithAllOnTheStack) {
  constexpr int kOpen = 2;  // any class but those with a meaning
  std::mt19937 random(11);
  const auto pick = [&](int count) {
    return static_cast<int32_t>(random() % static_cast<unsigned>(count));
  };
  int woken_in_all = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    // Some are longer than a word of bits.
    const int count = 2 + pick(trial % 20 == 0 ? 150 : 30);
    std::vector<int32_t> parents = {-1};
    for (int32_t op = 1; op < count; ++op) {
      // The op before it, or one of those around that.
      int32_t parent = op - 1;
      while (parent >= 0 && pick(3) == 0) {
        parent = parents[static_cast<size_t>(parent)];
      }
      parents.push_back(parent);
    }
    Worklist::SettledRuns settled{};
    settled[kIdleClass] = 0xFFFF;
    Worklist lazy, plain;
    for (Worklist* const w : {&lazy, &plain}) {
      w->Reset(std::vector<uint32_t>(parents.size(), 0));
      w->SetSettledRuns(settled);
    }
    Ancestors ancestors;
    for (const int32_t parent : parents) ancestors.Add(parent);
    std::vector<int> classes;
    for (int32_t op = 0; op < count; ++op) {
      classes.push_back(pick(3) != 0 ? kIdleClass : kOpen);
      const bool gone = pick(12) == 0;
      for (Worklist* const w : {&lazy, &plain}) {
        w->SetClass(op, kFreshClass);
        if (gone) w->Set(op, kGone);
      }
    }
    const auto push = [&](int32_t op) {
      ancestors.PushWithAncestors(lazy, op);
      for (int32_t at = op; at >= 0; at = parents[static_cast<size_t>(at)]) {
        plain.Push(at);
      }
    };
    for (int run = 0; run < 2; ++run) {
      lazy.Start(run);
      plain.Start(run);
      for (int visits = 0; visits < 300; ++visits) {
        const int32_t op = lazy.Pop();
        ASSERT_EQ(op, plain.Pop()) << "trial " << trial;
        if (op < 0) break;
        for (Worklist* const w : {&lazy, &plain}) {
          w->SetClass(op, classes[static_cast<size_t>(op)]);
          w->Settle(op, static_cast<uint16_t>(1u << run));
        }
        const int effects = visits < 200 ? pick(4) : 0;
        for (int i = 0; i < effects; ++i) {
          const int32_t other = pick(count);
          if (other == op) continue;
          if (pick(8) == 0) {
            // It may be dead now.
            ancestors.Wake(lazy, other);
            ++woken_in_all;
            for (Worklist* const w : {&lazy, &plain}) {
              w->SetClass(other, kFreshClass);
            }
            if (pick(2) == 0) push(other);
          } else if (pick(10) == 0) {
            for (Worklist* const w : {&lazy, &plain}) w->Set(other, kGone);
          } else {
            for (Worklist* const w : {&lazy, &plain}) w->Unsettle(other);
            push(other);
          }
        }
      }
      lazy.Stop();
      plain.Stop();
    }
  }
  EXPECT_GT(woken_in_all, 1000);
}

}  // namespace
}  // namespace shardflow
