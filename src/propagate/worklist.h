#ifndef SHARDFLOW_PROPAGATE_WORKLIST_H_
#define SHARDFLOW_PROPAGATE_WORKLIST_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/check.h"

// Which op is visited next.
//
// Ops are numbered by their *position* in program order (pre-order). A run of
// propagation visits them in that order; an op that a visit concerns, and
// whose turn has passed, waits on a stack that goes first:
//
//   worklist.Start(run);
//   for (int32_t op; (op = worklist.Pop()) >= 0;) ... worklist.Push(other) ...
//
// The order is that of the reference (the greedy rewrite driver of MLIR), and
// it is observable. There, one stack holds all ops, the first on top; pushing
// one that is already in it does nothing. An op whose turn is still to come is
// thus already in it and keeps its place: nothing to do here but to know it.
// What is pushed lies above all of those, so a cursor and a stack of those
// behind the cursor are the same as the one big stack.
//
// An op is *settled* for a run if visiting it in that run would change
// nothing: it was visited in the run, or in an earlier one with the same
// directions, without effect, and none of its tensors changed since. The
// reference visits it all the same; we pass over it. There are at most
// kMaxRuns different runs; user priorities repeat them. Ops that a priority
// doesn't concern cost a look at the bits of their block: a block of kBlockOps
// ops is *quiet* for a run if all of them are settled for it or gone.
//
// An op's word holds all of this, so that a push touches one place. No
// allocation while a run goes on, apart from the stack's first growth.

namespace shardflow {

inline constexpr int kMaxRuns = 16;

// An op's class says in which runs it is settled whatever happens: those in
// which it may not propagate in any direction. Class 0 is an op that was never
// visited, which is settled in none.
inline constexpr int kMaxOpClasses = 64;
inline constexpr int kFreshClass = 0;
// An op through which nothing propagates: settled in all runs.
inline constexpr int kIdleClass = 1;

// What is known of an op apart from its membership.
enum OpFlag : uint32_t {
  kGone = 1u << 17,        // erased, or never to be visited
  kNested = 1u << 18,      // in a region of an op other than a function
  kPassesOn = 1u << 19,    // as a user it isn't told itself: see notify.h
  kIsFlowEdge = 1u << 20,  // an sdy.data_flow_edge
  kHasNode = 1u << 21,     // it was visited; see graph.h
  kDirect = 1u << 22,      // its node is in its row of the module
  kIsElementwise = 1u << 23,
  kAwake = 1u << 24,  // never taken for idle (again): see ancestors.h
};

class Worklist {
 public:
  // `runs[c]`: the runs (bits) for which class c is always settled; none for
  // kFreshClass.
  using SettledRuns = std::array<uint16_t, kMaxOpClasses>;

  // One fresh op for each element, with these OpFlags.
  void Reset(std::vector<uint32_t> flags) {
    words_ = std::move(flags);
    quiet_.assign(words_.size() / kBlockOps + 1, 0);
    Stop();
  }
  void SetSettledRuns(const SettledRuns& runs) { settled_runs_ = runs; }
  size_t size() const { return words_.size(); }

  bool Has(int32_t op, OpFlag flag) const { return (Word(op) & flag) != 0; }
  void Set(int32_t op, uint32_t flags) { Word(op) |= flags; }

  int Class(int32_t op) const {
    return static_cast<int>(Word(op) >> kClassShift);
  }
  // Gives the op a class; it is settled for what the class says, no more.
  void SetClass(int32_t op, int op_class) {
    const auto bits = static_cast<uint32_t>(op_class) << kClassShift;
    const uint32_t keep = (1u << kClassShift) - 1 - kSettledBits;
    Word(op) = (Word(op) & keep) | bits | settled_runs_[Slot(op_class)];
    quiet_[Block(op)] = 0;
  }
  // The op's tensors changed.
  void Unsettle(int32_t op) {
    uint32_t& word = Word(op);
    word = (word & ~kSettledBits) | settled_runs_[word >> kClassShift];
    quiet_[Block(op)] = 0;
  }
  // A visit changed nothing, and wouldn't in any of `runs` (bits).
  void Settle(int32_t op, uint16_t runs) { Word(op) |= runs; }
  bool IsSettled(int32_t op, int run) const {
    return ((Word(op) >> run) & 1) != 0;
  }

  // Every op waits that isn't settled for `run` or gone, in program order.
  void Start(int run) {
    run_bit_ = 1u << run;
    cursor_ = 0;
  }
  // Between runs nothing waits, and Push does nothing.
  void Stop() {
    cursor_ = 0;
    stack_.clear();
  }

  // --- one turn alone: of the op at `op`, and of those that then wait

  // The op's turn has come: it and those before it can be pushed.
  void StartTurn(int run, int32_t op) {
    run_bit_ = 1u << run;
    cursor_ = op + 1;
  }
  // The next op that waits, settled ones too; -1: none does.
  int32_t PopWaiting() {
    while (!stack_.empty()) {
      const int32_t op = stack_.back().op;
      stack_.pop_back();
      if (op < 0) continue;  // stood for others
      uint32_t& word = Word(op);
      word &= ~kWaits;
      if ((word & kGone) == 0) return op;
    }
    return -1;
  }

  // The next op, or -1.
  int32_t Pop() {
    while (!stack_.empty()) {
      const int32_t op = stack_.back().op;
      stack_.pop_back();
      if (op < 0) continue;  // stood for others
      uint32_t& word = Word(op);
      word &= ~kWaits;
      if ((word & (run_bit_ | kGone)) == 0) return op;
    }
    return PopNextInOrder();
  }

  // The op waits, on top of the others unless it does already. With it, above
  // it and unseen, wait the idle ops around it up to `outer` (see ancestors.h).
  void Push(int32_t op, int32_t outer = -1) {
    if (op >= cursor_) return;
    uint32_t& word = Word(op);
    if ((word & (kWaits | kGone)) != 0) return;
    word |= kWaits;
    stack_.push_back({op, outer});
  }
  // Only those ops around it wait: the op itself has its turn anyway, or never.
  void PushAround(int32_t op, int32_t outer) {
    if (cursor_ > 0) stack_.push_back({~op, outer});
  }
  // It is on the stack, or was pushed now.
  bool Waits(int32_t op) const { return (Word(op) & kWaits) != 0; }
  // `op`, which the ops before `end` are in, is not idle any more: it gets an
  // entry of its own if it waits unseen. (That is above the lowest entry that
  // it can be above.)
  void Uncover(int32_t op, int32_t end) {
    for (size_t i = 0; i < stack_.size() && op < cursor_; ++i) {
      Entry& entry = stack_[i];
      const int32_t inner = entry.op < 0 ? ~entry.op : entry.op;
      if (inner <= op || inner >= end || entry.outer >= op) continue;
      const Entry uncovered = {op, entry.outer};
      entry.outer = op;
      stack_.insert(stack_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                    uncovered);
      Word(op) |= kWaits;
      return;
    }
  }

 private:
  static constexpr int32_t kBlockOps = 512;
  static size_t Block(int32_t op) { return Slot(op / kBlockOps); }

  // The next op whose turn it is, or -1. A block that was passed over as a
  // whole is quiet from then on, until one of its ops is unsettled.
  int32_t PopNextInOrder() {
    const auto count = static_cast<int32_t>(words_.size());
    bool from_start = false;  // of the block
    while (cursor_ < count) {
      const int32_t op = cursor_;
      if (op % kBlockOps == 0) {
        from_start = true;
        if ((quiet_[Block(op)] & run_bit_) != 0) {
          cursor_ = op + std::min(kBlockOps, count - op);
          continue;
        }
      }
      ++cursor_;
      if ((Word(op) & (run_bit_ | kGone)) == 0) return op;
      const bool ends = cursor_ % kBlockOps == 0 || cursor_ == count;
      if (ends && from_start) quiet_[Block(op)] |= run_bit_;
    }
    return -1;
  }

  static constexpr uint32_t kSettledBits = (1u << kMaxRuns) - 1;
  static constexpr uint32_t kWaits = 1u << 16;  // on the stack
  static constexpr int kClassShift = 26;
  static_assert(kMaxOpClasses == 1 << (32 - kClassShift));

  static size_t Slot(int32_t index) { return static_cast<size_t>(index); }
  uint32_t& Word(int32_t op) {
    SHARDFLOW_DCHECK(Slot(op) < words_.size());
    return words_[Slot(op)];
  }
  const uint32_t& Word(int32_t op) const {
    SHARDFLOW_DCHECK(Slot(op) < words_.size());
    return words_[Slot(op)];
  }

  struct Entry {
    int32_t op;     // ~op: it is not itself that waits
    int32_t outer;  // the ops between the two wait, too
  };

  std::vector<uint32_t> words_;
  std::vector<uint32_t> quiet_;  // by block, the bits of runs
  std::vector<Entry> stack_;
  int32_t cursor_ = 0;  // ops before it had their turn in this run
  uint32_t run_bit_ = 1;
  SettledRuns settled_runs_{};
};

}  // namespace shardflow

#endif  // SHARDFLOW_PROPAGATE_WORKLIST_H_
