#include "cost/visits.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "ops/call_graph.h"
#include "ops/concatenate.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/trip_count.h"
#include "ops/work.h"
#include "passes/xla/inline_calls.h"
#include "sharding/axis.h"

namespace shardflow::internal {

BlockId ManualBody(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kManualComputation && m.region_count(op) == 1
             ? m.first_block(m.region(op, 0))
             : BlockId::None();
}

bool RunsBlocks(const Module& m, OpId op) {
  const Work work = WorkOf(m.kind(op));
  return work == Work::kBranches ||
         (work == Work::kLoop && m.region_count(op) == 2);
}

namespace {

class Lister {
 public:
  Lister(const Module& m, const SymbolTable* symbols)
      : m_(m), symbols_(symbols), value_of_(m.value_table_size(), -1) {}

  Visits Run(OpId main) {
    visits_.main = main;
    // Most ops are in the main function's block. Reserved room that isn't used
    // takes no memory.
    const size_t ops = m_.op_count();
    visits_.operands.reserve(2 * ops);
    first_.reserve(m_.value_table_size());
    Enter({.body = EntryBlock(m_, main), .block = NewBlock()});
    // Inner blocks are listed when the op that runs them is reached, because
    // the numbers of outer values are known then.
    while (!walks_.empty()) {
      Walk& walk = walks_.back();
      const OpId op = walk.next;
      if (op.IsNone() || op == walk.end) {
        const Walk done = walk;
        walks_.pop_back();
        Leave(done);
        continue;
      }
      walk.next = m_.next_op(op);
      List(op, Walk(walk));
    }
    SortByBlock();
    FindOutermost();
    return std::move(visits_);
  }

 private:
  // How a body is run.
  enum class Around : uint8_t {
    kBlock,   // as a block of its own
    kManual,  // as a part of the block around it, in a manual computation
    // As a part of the block around it, in a called function or a named
    // computation.
    kCall,
  };
  // A body whose ops are being listed.
  struct Walk {
    BlockId body;
    OpId owner = OpId::None();
    int32_t block = 0;
    int32_t scope = 0;
    int32_t outer_scope = 0;
    int32_t copy = 0;
    Around around = Around::kBlock;
    OpId next = OpId::None();
    OpId end = OpId::None();  // the body's terminator
  };

  int32_t NewBlock() {
    visits_.blocks.emplace_back();
    of_block_.emplace_back();
    if (of_block_.size() == 1) of_block_[0].reserve(m_.op_count());
    return static_cast<int32_t>(visits_.blocks.size() - 1);
  }

  void Enter(Walk walk) {
    walk.next = m_.block(walk.body).first;
    walk.end = m_.terminator(walk.body);
    if (walk.end && !HasTrait(m_, walk.end, kTerminator)) {
      walk.end = OpId::None();
    }
    if (walk.around == Around::kBlock) {
      VisitBlock& block = visits_.blocks[static_cast<size_t>(walk.block)];
      block.block = walk.body;
      const auto args = m_.args(walk.body);
      block.first_argument = Number(args);
      block.argument_count = static_cast<int32_t>(args.size());
    }
    walks_.push_back(walk);
  }

  // Gives numbers to new values and returns the first number.
  int32_t Number(std::span<const ValueId> values) {
    const int32_t first = visits_.value_count;
    for (const ValueId value : values) SetNumber(value);
    return first;
  }

  // Gives a new value the next number.
  void SetNumber(ValueId value) {
    value_of_[value.Slot()] = visits_.value_count++;
    first_.push_back(value);
  }

  int32_t NumberOf(ValueId value, OpId reader, const Walk& walk) {
    int32_t& number = value_of_[value.Slot()];
    if (number < 0) {
      Visit visit = NewVisit(Visit::Kind::kUnknown, reader, walk);
      visit.index = static_cast<int32_t>(visits_.unknown.size());
      visits_.unknown.push_back(value);
      SetNumber(value);
      visit.first_result = number;
      visit.result_count = 1;
      Add(visit);
    }
    return number;
  }

  Visit NewVisit(Visit::Kind kind, OpId op, const Walk& walk) const {
    Visit visit;
    visit.kind = kind;
    visit.op = op;
    visit.block = walk.block;
    visit.scope = walk.scope;
    visit.copy = walk.copy;
    return visit;
  }
  void Add(const Visit& visit) {
    of_block_[static_cast<size_t>(visit.block)].push_back(visit);
  }
  void ReadOperands(OpId op, const Walk& walk, Visit& visit) {
    // NumberOf may add a visit for an unknown operand, but doesn't change
    // numbers_ or visits_.operands.
    numbers_.clear();
    for (int i = 0; i < m_.operand_count(op); ++i) {
      numbers_.push_back(NumberOf(m_.operand(op, i), op, walk));
    }
    const ValueId rotated = RotatedTensor(m_, op);
    if (rotated) numbers_.push_back(NumberOf(rotated, op, walk));
    visit.first_operand = static_cast<uint32_t>(visits_.operands.size());
    visit.operand_count = static_cast<uint32_t>(numbers_.size());
    visits_.operands.insert(visits_.operands.end(), numbers_.begin(),
                            numbers_.end());
  }
  void MakeResults(OpId op, Visit& visit) {
    visit.first_result = visits_.value_count;
    visit.result_count = m_.result_count(op);
    for (int i = 0; i < visit.result_count; ++i) SetNumber(m_.result(op, i));
  }

  void List(OpId op, const Walk& walk) {
    if (const BlockId body = ManualBody(m_, op)) {
      return ListManual(op, body, walk);
    }
    if (const BlockId body = CalledBody(op)) return ListCall(op, body, walk);
    Visit visit = NewVisit(Visit::Kind::kOp, op, walk);
    ReadOperands(op, walk, visit);
    MakeResults(op, visit);
    if (!RunsBlocks(m_, op)) return Add(visit);
    const bool is_loop = WorkOf(m_.kind(op)) == Work::kLoop;
    const int64_t times =
        visits_.blocks[static_cast<size_t>(walk.block)].executions;
    const std::optional<int64_t> trips =
        is_loop ? TripCount(m_, op, [&](ValueId v) { return Source(v); })
                : std::nullopt;
    visit.has_unknown_trips = is_loop && !trips;
    for (int region = 0; region < m_.region_count(op); ++region) {
      const BlockId body = m_.first_block(m_.region(op, region));
      if (body.IsNone()) continue;
      const int32_t number = NewBlock();
      if (visit.block_count++ == 0) visit.first_block = number;
      VisitBlock& block = visits_.blocks.back();
      block.region = region;
      // (The condition of a loop, region 0, is counted as if it ran once.)
      block.executions = is_loop && region == 1
                             ? SaturatingProduct(times, trips.value_or(1))
                             : times;
      Walk inner = walk;
      inner.body = body;
      inner.owner = op;
      inner.block = number;
      inner.around = Around::kBlock;
      Enter(inner);
    }
    Add(visit);
  }

  void ListManual(OpId op, BlockId body, const Walk& walk) {
    Visit visit = NewVisit(Visit::Kind::kEntry, op, walk);
    ReadOperands(op, walk, visit);
    auto args = m_.args(body);
    args = args.first(std::min<size_t>(args.size(), visit.operand_count));
    visit.first_result = Number(args);
    visit.result_count = static_cast<int32_t>(args.size());
    visit.inner_scope = visits_.scope_count++;
    Add(visit);
    Walk inner = walk;
    inner.body = body;
    inner.owner = op;
    inner.scope = visit.inner_scope;
    inner.outer_scope = walk.scope;
    inner.around = Around::kManual;
    Enter(inner);
  }

  // Returns the body that XLA inlines in place of the op, or None.
  BlockId CalledBody(OpId op) const {
    if (m_.kind(op) == OpKind::kNamedComputation) {
      return m_.region_count(op) == 1 ? m_.first_block(m_.region(op, 0))
                                      : BlockId::None();
    }
    if (symbols_ == nullptr || !IsCall(m_, op)) return BlockId::None();
    const OpId function = FindCallee(m_, *symbols_, op);
    return CanInline(m_, op, function) ? EntryBlock(m_, function)
                                       : BlockId::None();
  }
  // Returns the value outside a called body that the argument stands for.
  ValueId Source(ValueId argument) const {
    const int32_t number = value_of_[argument.Slot()];
    return number < 0 ? argument : first_[static_cast<size_t>(number)];
  }

  // The arguments of the body are aliases of the call's operands.
  void ListCall(OpId op, BlockId body, const Walk& walk) {
    Walk inner = walk;
    inner.body = body;
    inner.owner = op;
    inner.around = Around::kCall;
    if (IsCall(m_, op)) inner.copy = ++copies_;
    const auto args = m_.args(body);
    for (size_t i = 0; i < args.size(); ++i) {
      const auto operand = static_cast<int>(i);
      value_of_[args[i].Slot()] =
          operand < m_.operand_count(op)
              ? NumberOf(m_.operand(op, operand), op, walk)
              : -1;
    }
    Enter(inner);
  }

  void Leave(const Walk& walk) {
    if (walk.around == Around::kCall) {
      // Results are other names for the values that the body returns.
      for (int i = 0; i < m_.result_count(walk.owner); ++i) {
        value_of_[m_.result(walk.owner, i).Slot()] =
            walk.end && i < m_.operand_count(walk.end)
                ? NumberOf(m_.operand(walk.end, i), walk.end, walk)
                : -1;
      }
      return;
    }
    if (walk.around == Around::kManual) {
      Visit visit = NewVisit(Visit::Kind::kExit, walk.owner, walk);
      if (walk.end) ReadOperands(walk.end, walk, visit);
      visit.scope = walk.outer_scope;
      visit.inner_scope = walk.scope;
      MakeResults(walk.owner, visit);
      return Add(visit);
    }
    const int count = walk.end ? m_.operand_count(walk.end) : 0;
    visits_.blocks[static_cast<size_t>(walk.block)].end_count = count;
    Visit all;
    if (walk.end) ReadOperands(walk.end, walk, all);
    for (int i = 0; i < count; ++i) {
      Visit visit = NewVisit(Visit::Kind::kEnd, walk.end, walk);
      visit.index = i;
      visit.first_operand = all.first_operand + static_cast<uint32_t>(i);
      visit.operand_count = 1;
      Add(visit);
    }
  }

  // Sets the outermost block of each block.
  void FindOutermost() {
    for (size_t b = 1; b < visits_.blocks.size(); ++b) {
      VisitBlock& block = visits_.blocks[b];
      block.outermost = static_cast<int32_t>(b);
      if (block.owner < 0) continue;
      const Visit& owner = visits_.visits[static_cast<size_t>(block.owner)];
      if (block.region != 1 || WorkOf(m_.kind(owner.op)) != Work::kLoop) {
        continue;
      }
      block.outermost =
          visits_.blocks[static_cast<size_t>(owner.block)].outermost;
    }
  }

  // Sorts the visits by block. Blocks are in the order in which the ops that
  // run them are visited.
  void SortByBlock() {
    std::vector<int32_t> order = {0};
    for (size_t i = 0; i < order.size(); ++i) {
      for (Visit& visit : of_block_[static_cast<size_t>(order[i])]) {
        if (visit.block_count == 0) continue;
        const auto first = static_cast<int32_t>(order.size());
        for (int32_t k = 0; k < visit.block_count; ++k) {
          order.push_back(visit.first_block + k);
        }
        visit.first_block = first;
      }
    }
    std::vector<VisitBlock> blocks;
    for (const int32_t old : order) {
      blocks.push_back(visits_.blocks[static_cast<size_t>(old)]);
    }
    if (order.size() == 1) {
      visits_.visits = std::move(of_block_[0]);
      blocks[0].first_end =
          static_cast<int32_t>(visits_.visits.size()) - blocks[0].end_count;
      visits_.blocks = std::move(blocks);
      return;
    }
    for (size_t b = 0; b < order.size(); ++b) {
      std::vector<Visit>& list = of_block_[static_cast<size_t>(order[b])];
      for (Visit& visit : list) {
        visit.block = static_cast<int32_t>(b);
        for (int32_t k = 0; k < visit.block_count; ++k) {
          blocks[static_cast<size_t>(visit.first_block + k)].owner =
              static_cast<int32_t>(visits_.visits.size());
        }
        visits_.visits.push_back(visit);
      }
      blocks[b].first_end =
          static_cast<int32_t>(visits_.visits.size()) - blocks[b].end_count;
      list = {};
    }
    visits_.blocks = std::move(blocks);
  }

  const Module& m_;
  const SymbolTable* const symbols_;
  Visits visits_;
  int32_t copies_ = 0;
  // Indexed by value: its number, or -1.
  std::vector<int32_t> value_of_;
  std::vector<ValueId> first_;                // indexed by number: the value
  std::vector<std::vector<Visit>> of_block_;  // indexed by block
  std::vector<Walk> walks_;
  std::vector<int32_t> numbers_;
};

}  // namespace

std::optional<Visits> ListVisits(const Module& m, OpId main,
                                 const SymbolTable* symbols, Error& error) {
  if (main.IsNone()) {
    error.Set(0, "there is no main function");
    return std::nullopt;
  }
  if (EntryBlock(m, main).IsNone()) {
    error.Set(0, "the main function has no body");
    return std::nullopt;
  }
  return Lister(m, symbols).Run(main);
}

}  // namespace shardflow::internal
