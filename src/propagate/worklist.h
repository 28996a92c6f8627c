#ifndef SHARDFLOW_PROPAGATE_WORKLIST_H_
#define SHARDFLOW_PROPAGATE_WORKLIST_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/id.h"
#include "propagate/id_set.h"

// Determines which op is visited next.
//
// Ops are numbered by their *position* in program order (pre-order). A run of
// propagation gives each op its *turn*, in that order. In its turn an op is
// visited; ops that the visit affects and whose own turn has passed are pushed
// on a stack, and are visited before the next turn begins:
//
//   worklist.BeginRun(run);
//   for (Position op; (op = worklist.NextTurn());) {
//     for (; op; op = worklist.PopPushed()) ... worklist.Push(other) ...
//   }
//
// The order is the same as in MLIR's greedy rewrite driver, which Shardy uses,
// and is observable. There, a single stack begins with all ops, the first op on
// top, and pushing an op that is already on it does nothing. An op whose turn
// is still to come is therefore on that stack already and keeps its place.
// Pushed ops lie above all of these, so a cursor plus a stack of the ops behind
// the cursor gives the same order as the single stack.
//
// An op is *settled* for a run if a visit in that run would change nothing: it
// was visited without effect in this run, or in an earlier one with the same
// directions, and none of its tensors has changed since. Shardy visits it
// anyway; we skip it. There are at most kMaxRuns different runs. They are
// repeated for each user priority, but for an op that a priority doesn't
// affect, this costs no more than reading one word.
//
// The class, the flags and the settled runs of an op are stored in one word, so
// that a push accesses only one location. Nothing is allocated during a run,
// except when the stack first grows.

namespace shardflow::internal {

struct PositionTag {};
// An op's position in program order, or None.
using Position = Id<PositionTag>;

inline constexpr int kMaxRuns = 16;

// The class of an op says in which runs it is always settled: those in which it
// must not propagate in any direction. Class 0 is for ops that haven't been
// visited yet, which aren't settled in any run.
inline constexpr int kMaxOpClasses = 64;
inline constexpr int kFreshClass = 0;
// The class of ops that are settled in all runs, because nothing propagates
// through them.
inline constexpr int kIdleClass = 1;

// Facts about an op that hold in every run.
enum OpFlag : uint32_t {
  kGone = 1u << 17,      // erased, or must not be visited
  kNested = 1u << 18,    // in a region of an op other than a function
  kForwards = 1u << 19,  // its use of a value affects other ops (dependents.h)
  kIsFlowEdge = 1u << 20,  // an sdy.data_flow_edge
  kHasNode = 1u << 21,     // it was visited; see graph.h
  kDirect = 1u << 22,      // its node needs no row of its own
  kIsElementwise = 1u << 23,
  kAwake = 1u << 24,          // is no longer treated as idle: see ancestors.h
  kSettledForNow = 1u << 25,  // until a later run: see replay.cc
};

class Worklist {
 public:
  // `runs[c]`: the runs (bits) for which class c is always settled; none for
  // kFreshClass.
  using SettledRuns = std::array<uint16_t, kMaxOpClasses>;

  // Starts over, with fresh ops only. `flags` has the OpFlags of each op.
  void Reset(std::vector<uint32_t> flags) {
    stack_.clear();
    words_ = std::move(flags);
    EndRun();
  }
  void SetSettledRuns(const SettledRuns& runs) { settled_runs_ = runs; }
  size_t size() const { return words_.size(); }

  bool Has(Position op, OpFlag flag) const { return (Word(op) & flag) != 0; }
  void Set(Position op, uint32_t flags) { Word(op) |= flags; }
  void Unset(Position op, uint32_t flags) { Word(op) &= ~flags; }

  int Class(Position op) const {
    return static_cast<int>(Word(op) >> kClassShift);
  }
  // Gives the op a class. It is then settled only for the runs in which the
  // class is always settled.
  void SetClass(Position op, int op_class) {
    const auto bits = static_cast<uint32_t>(op_class) << kClassShift;
    const uint32_t keep = (1u << kClassShift) - 1 - kSettledBits;
    Word(op) =
        (Word(op) & keep) | bits | settled_runs_[static_cast<size_t>(op_class)];
    if (is_listed_) unsettled_.Insert(op);
  }
  // Call when one of the op's tensors changed.
  void Unsettle(Position op) {
    uint32_t& word = Word(op);
    word = (word & ~kSettledBits) | settled_runs_[word >> kClassShift];
    if (is_listed_) unsettled_.Insert(op);
  }
  // Call after a visit that changed nothing. `runs` (bits) are the runs in
  // which a visit would change nothing either.
  void Settle(Position op, uint16_t runs) { Word(op) |= runs; }
  bool IsSettled(Position op, int run) const {
    return ((Word(op) >> run) & 1) != 0;
  }
  // Whether the op is settled for each of `runs` (bits).
  bool IsSettledForAll(Position op, uint32_t runs) const {
    return (Word(op) & runs) == runs;
  }

  // Begins a run: each op that isn't gone or settled for it gets its turn.
  void BeginRun(int run) {
    run_bit_ = 1u << run;
    cursor_ = Position(0);
  }
  // Between runs nothing waits, and Push does nothing. (Ops still wait if the
  // run was stopped in the middle of a turn.)
  void EndRun() {
    cursor_ = Position(0);
    for (const Entry& entry : stack_) Word(entry.op) &= ~kWaits;
    stack_.clear();
  }

  // From now on, keeps a list of the ops that are unsettled for at least one of
  // `runs` (bits), so that a run with few unsettled ops need not look at the
  // others.
  void ListUnsettled(uint16_t runs) {
    all_runs_ = runs;
    is_listed_ = true;
    unsettled_ = IdSet<Position>(words_.size());
    for (size_t i = 0; i < words_.size(); ++i) unsettled_.Insert(Position(i));
  }
  void StopListing() { is_listed_ = false; }

  // Returns the next op in program order that isn't settled or gone, and begins
  // its turn. None means that the run is over.
  Position NextTurn() {
    if (is_listed_) return NextListed();
    const auto count = static_cast<int32_t>(words_.size());
    while (cursor_.index < count) {
      const Position op(cursor_.index++);
      if ((Word(op) & (run_bit_ | kGone)) == 0) return op;
    }
    return Position::None();
  }
  // Begins the turn of any op. From now on this op and those before it can be
  // pushed.
  void BeginTurn(Position op) { cursor_ = Position(op.index + 1); }

  // Returns the next pushed op, settled or not.
  Position PopPushed() {
    while (!stack_.empty()) {
      const Entry top = stack_.back();
      stack_.pop_back();
      if (!top.itself) continue;
      uint32_t& word = Word(top.op);
      word &= ~kWaits;
      if ((word & kGone) == 0) return top.op;
    }
    return Position::None();
  }
  // Returns the next pushed op that isn't settled.
  Position PopUnsettled() {
    Position op = PopPushed();
    while (op && (Word(op) & run_bit_) != 0) op = PopPushed();
    return op;
  }

  // Pushes the op on top of the others, unless it is already waiting or its
  // turn is still to come. The idle ops that enclose it, up to `outer`, are
  // then waiting above it, although they have no entries of their own (see
  // ancestors.h).
  void Push(Position op, Position outer = Position::None()) {
    if (op >= cursor_) return;
    uint32_t& word = Word(op);
    if ((word & (kWaits | kGone)) != 0) return;
    word |= kWaits;
    stack_.push_back({op, outer, true});
  }
  // Pushes only the idle ops that enclose `op`. Used if the turn of `op` is
  // still to come, or if `op` has no turn.
  void PushAround(Position op, Position outer) {
    if (cursor_ > Position(0)) stack_.push_back({op, outer, false});
  }
  // Whether the op itself is on the stack. (An idle op may also wait without an
  // entry of its own.)
  bool Waits(Position op) const { return (Word(op) & kWaits) != 0; }
  // Call when `op`, whose regions end before `end`, is no longer idle. If it
  // waits without an entry, it gets one, right above the lowest entry that
  // stands for it.
  void Uncover(Position op, Position end) {
    for (size_t i = 0; i < stack_.size() && op < cursor_; ++i) {
      Entry& entry = stack_[i];
      if (entry.op <= op || entry.op >= end || entry.outer >= op) continue;
      const Entry uncovered = {op, entry.outer, true};
      entry.outer = op;
      stack_.insert(stack_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                    uncovered);
      Word(op) |= kWaits;
      return;
    }
  }

 private:
  static constexpr uint32_t kSettledBits = (1u << kMaxRuns) - 1;
  static constexpr uint32_t kWaits = 1u << 16;  // on the stack
  static constexpr int kClassShift = 26;
  static_assert(kMaxOpClasses == 1 << (32 - kClassShift));

  uint32_t& Word(Position op) {
    SHARDFLOW_DCHECK(op.Slot() < words_.size());
    return words_[op.Slot()];
  }
  const uint32_t& Word(Position op) const {
    SHARDFLOW_DCHECK(op.Slot() < words_.size());
    return words_[op.Slot()];
  }

  Position NextListed() {
    for (Position op = cursor_; (op = unsettled_.NextFrom(op));
         op = Position(op.index + 1)) {
      const uint32_t word = Word(op);
      if ((word & kGone) != 0 || (word & all_runs_) == all_runs_) {
        unsettled_.Erase(op);
      } else if ((word & run_bit_) == 0) {
        cursor_ = Position(op.index + 1);
        return op;
      }
    }
    cursor_ = Position(words_.size());
    return Position::None();
  }

  struct Entry {
    Position op;
    Position outer;  // the idle ops between `op` and `outer` also wait
    bool itself;     // `op` waits, not only ops that enclose it
  };

  std::vector<uint32_t> words_;
  std::vector<Entry> stack_;
  Position cursor_{0};  // ops before it had their turn in this run
  uint32_t run_bit_ = 1;
  SettledRuns settled_runs_{};
  bool is_listed_ = false;
  uint32_t all_runs_ = 0;
  IdSet<Position> unsettled_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_WORKLIST_H_
