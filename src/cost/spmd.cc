#include "cost/spmd.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"

#include "base/error_format.h"
#include "cost/spmd_dot.h"
#include "cost/spmd_visitor.h"
#include "cost/visits.h"
#include "ir/names.h"
#include "lower/axes.h"
#include "lower/inner_collectives.h"
#include "ops/attr_read.h"
#include "ops/check_attributes.h"
#include "ops/custom_call.h"
#include "ops/functions.h"
#include "ops/known_values.h"
#include "ops/rule_lookup.h"
#include "ops/unreduced.h"

namespace shardflow::internal {

DimSizes SpmdVisitor::ShapeOf(ValueId value) const {
  const TypeId type = m_.type(value);
  if (!m_.types.IsTensor(type)) return {};
  const std::span<const int64_t> dims = m_.types.dims(type);
  DimSizes shape(dims.begin(), dims.end());
  for (int64_t& size : shape) size = std::max<int64_t>(0, size);
  return shape;
}

SpmdVisitor::SpmdVisitor(const Module& m, const SymbolTable& symbols,
                         const DigitMesh& mesh, const Visits& visits,
                         LocalProgram& program, ExportedShardings* exported)
    : m_(m),
      symbols_(symbols),
      mesh_(mesh),
      visits_(visits),
      exported_(exported),
      inlined_(m, visits),
      e_(mesh, program),
      values_(static_cast<size_t>(visits.value_count)),
      symbols_of_(static_cast<size_t>(visits.value_count), kNoNode) {
  DigitList all;
  for (size_t d = 0; d < mesh_.digit_count() && exported != nullptr; ++d) {
    all.push_back(static_cast<uint8_t>(d));
  }
  scopes_.assign(static_cast<size_t>(visits.scope_count), GroupId(all));
}

// --- layouts

ValueId SpmdVisitor::HolderOf(const Module& m, ValueId value) {
  if (m.op_count(OpKind::kDataFlowEdge) == 0 || !m.HasOneUse(value)) {
    return value;
  }
  const OpId user = m.use(m.value(value).first_use).owner;
  return m.kind(user) == OpKind::kDataFlowEdge ? m.result(user, 0) : value;
}

Layout SpmdVisitor::LayoutOf(ValueId value) {
  return LayoutOf(ShardingOf(value), RankOf(value));
}

ShardingId SpmdVisitor::SeenSharding(ValueId value) const {
  const ValueId holder = HolderOf(m_, value);
  return exported_ == nullptr ? m_.sharding(holder) : exported_->Of(holder);
}

ShardingId SpmdVisitor::ShardingOf(ValueId value) const {
  if (changes_ >= 0 && !m_.IsArg(value) && m_.def(value) == made_for_) {
    for (const OpChange& change : exported_->Changes(changes_)) {
      if (change.kind == OpChange::kResult &&
          m_.result(made_for_, change.index) == value) {
        return change.own;
      }
    }
  }
  return SeenSharding(value);
}

Layout SpmdVisitor::LayoutOf(ShardingId sharding, size_t rank) {
  if (sharding.IsNone()) return Layout(rank);
  if (sharding.Slot() >= layout_of_.size()) {
    layout_of_.resize(m_.shardings.sharding_count(), -1);
  }
  int32_t& known = layout_of_[sharding.Slot()];
  if (known < 0 || layouts_[static_cast<size_t>(known)].size() != rank) {
    known = static_cast<int32_t>(layouts_.size());
    layouts_.push_back(mesh_.LayoutOf(m_, symbols_, sharding, rank));
  }
  return InGroup(layouts_[static_cast<size_t>(known)]);
}

Layout SpmdVisitor::InGroup(Layout layout) const {
  if (group_.size() == mesh_.digit_count()) return layout;
  for (DigitList& digits : layout) {
    digits.erase(
        std::remove_if(digits.begin(), digits.end(),
                       [&](uint8_t digit) { return !HasDigit(group_, digit); }),
        digits.end());
  }
  return layout;
}

int32_t SpmdVisitor::GroupId(const DigitList& group) {
  return e_.DigitsId(std::string(group.begin(), group.end()));
}

void SpmdVisitor::SetGroup(int32_t id) {
  if (std::exchange(group_id_, id) != id) group_ = e_.DigitsOf(id);
}

Part SpmdVisitor::Blank(ValueId value, const Layout& layout) const {
  Part part;
  part.shape = ShapeOf(value);
  part.layout = layout;
  part.element_bits = StoredBits(m_.types, m_.type(value));
  part.group = group_;
  return part;
}

int64_t SpmdVisitor::BytesOf(ValueId value, const Layout& layout) const {
  return e_.Bytes(ShapeOf(value), layout, StoredBits(m_.types, m_.type(value)));
}

// --- values

void SpmdVisitor::DefineResult(int32_t i, Part part) {
  made_->results.push_back({i, parts_.Intern(part), part.node});
}

void SpmdVisitor::Define(ValueId result, Part part) {
  DefineResult(result.index - m_.result(made_for_, 0).index, std::move(part));
}

void SpmdVisitor::DefineResharded(ValueId result, const Part& part,
                                  const Layout& wanted) {
  Define(result, part);
  e_.SetCause("result");
  Define(result, e_.Reshard(part, wanted));
}

Part SpmdVisitor::PartOf(int i) const {
  const Operand& operand = operands_[static_cast<size_t>(i)];
  Part part = parts_.Get(operand.part);
  part.node = operand.symbol;
  return part;
}

ValueId SpmdVisitor::ResultOf(const Visit& visit, int32_t i) const {
  switch (visit.kind) {
    case Visit::Kind::kEntry:
      return m_.args(ManualBody(m_, visit.op))[static_cast<size_t>(i)];
    case Visit::Kind::kUnknown:
      return visits_.unknown[static_cast<size_t>(visit.index)];
    default:
      return m_.result(visit.op, i);
  }
}

int32_t SpmdVisitor::ArgumentPart(int32_t block, int32_t i) {
  const VisitBlock& b = visits_.blocks[static_cast<size_t>(block)];
  const ValueId argument = m_.args(b.block)[static_cast<size_t>(i)];
  if (b.owner < 0) {
    SetGroup(scopes_[0]);
    ShardingId sharding = ArgSharding(m_, visits_.main, static_cast<size_t>(i));
    if (exported_ != nullptr) {
      sharding = exported_->AtMain(sharding, m_.type(argument));
    }
    return parts_.Intern(Blank(argument, LayoutOf(sharding, RankOf(argument))));
  }
  const Visit& owner = visits_.visits[static_cast<size_t>(b.owner)];
  SetGroup(scopes_[static_cast<size_t>(owner.scope)]);
  const size_t rank = RankOf(argument);
  Layout layout(rank);
  if (WorkOf(m_.kind(owner.op)) == Work::kLoop &&
      i < std::min(m_.operand_count(owner.op), m_.result_count(owner.op))) {
    layout = LayoutOf(m_.result(owner.op, i));
  }
  if (layout.size() != rank) layout = Layout(rank);
  return parts_.Intern(Blank(argument, layout));
}

std::optional<Layout> SpmdVisitor::LayoutOfEnd(const Visit& visit) {
  const VisitBlock& b = visits_.blocks[static_cast<size_t>(visit.block)];
  const int32_t i = visit.index;
  if (b.owner < 0) {
    const ValueId returned = m_.operand(visit.op, i);
    ShardingId sharding =
        ResultSharding(m_, visits_.main, static_cast<size_t>(i));
    if (exported_ != nullptr) {
      sharding = exported_->AtMain(sharding, m_.type(returned));
    }
    return LayoutOf(sharding, RankOf(returned));
  }
  const OpId owner = visits_.visits[static_cast<size_t>(b.owner)].op;
  int results = m_.result_count(owner);
  if (WorkOf(m_.kind(owner)) == Work::kLoop) {
    results = b.region == 0 ? 0 : std::min(results, m_.operand_count(owner));
  }
  if (i >= results) return std::nullopt;
  return LayoutOf(m_.result(owner, i));
}

// --- recipes

void SpmdVisitor::ReadOperands(const Visit& visit) {
  operands_.clear();
  is_uniform_.clear();
  const std::span<const int32_t> numbers = visits_.OperandsOf(visit);
  for (const int32_t number : numbers) {
    const auto n = static_cast<size_t>(number);
    NodeId& symbol = symbols_of_[n];
    if (symbol < 0) symbol = static_cast<NodeId>(operands_.size());
    operands_.push_back({values_[n].part, symbol});
    is_uniform_.push_back(values_[n].is_uniform ? 1 : 0);
  }
  for (const int32_t number : numbers) {
    symbols_of_[static_cast<size_t>(number)] = kNoNode;
  }
}

void SpmdVisitor::AddValueToKey(ValueId value) {
  key_.push_back(m_.type(value).index);
  key_.push_back(SeenSharding(value).index);
}

void SpmdVisitor::MakeKey(const Visit& visit) {
  ReadOperands(visit);
  key_.clear();
  const auto add_number = [&](std::optional<int64_t> number) {
    const int64_t n = number.value_or(-1);
    key_.push_back(static_cast<int32_t>(n));
    key_.push_back(static_cast<int32_t>(n >> 32));
  };
  const bool is_op = visit.kind == Visit::Kind::kOp;
  key_.push_back(is_op ? static_cast<int32_t>(m_.kind(visit.op))
                       : -1 - static_cast<int32_t>(visit.kind));
  key_.push_back(group_id_);
  key_.push_back(static_cast<int32_t>(operands_.size()));
  for (size_t i = 0; i < operands_.size(); ++i) {
    key_.push_back(operands_[i].part);
    key_.push_back(operands_[i].symbol * 2 + is_uniform_[i]);
  }
  switch (visit.kind) {
    case Visit::Kind::kOp:
      key_.push_back(changes_);
      key_.push_back(constant_);
      key_.push_back(m_.attr_dict(visit.op).index);
      for (int i = 0; i < m_.operand_count(visit.op); ++i) {
        key_.push_back(m_.type(m_.operand(visit.op, i)).index);
      }
      if (IsSdyReduction(m_, visit.op)) {
        sums_argument_ = SumsArgument(visit.op);
        key_.push_back(sums_argument_ ? 1 : 0);
      }
      if (WorkOf(m_.kind(visit.op)) == Work::kOther) {
        Error error;
        rule_cost_ = CostByUser(m_, visit.op, error);
        if (!error.message.empty()) Fail(std::move(error));
        add_number(rule_cost_.flops);
        add_number(rule_cost_.bytes);
        add_number(rule_cost_.temporaries);
      } else {
        rule_cost_ = {};
      }
      break;
    case Visit::Kind::kEntry:
      key_.push_back(m_.attr(visit.op, name::kManualAxes).index);
      for (int32_t i = 0; i < visit.result_count; ++i) {
        const ValueId argument = ResultOf(visit, i);
        key_.push_back(m_.sharding(argument).index);
        AddValueToKey(argument);
      }
      break;
    case Visit::Kind::kExit:
      key_.push_back(scopes_[static_cast<size_t>(visit.inner_scope)]);
      break;
    case Visit::Kind::kEnd: {
      const std::optional<Layout> layout = LayoutOfEnd(visit);
      Part part = PartOf(0);
      if (layout) part.layout = *layout;
      key_.push_back(layout ? parts_.Intern(part) : -1);
      break;
    }
    case Visit::Kind::kUnknown:
      break;
  }
  if (visit.kind == Visit::Kind::kEntry) return;
  for (int32_t i = 0; i < visit.result_count; ++i) {
    AddValueToKey(ResultOf(visit, i));
  }
}

bool SpmdVisitor::HasLook(const Visit& visit) const {
  // The key of an op with Work::kOther also contains the costs from a user's
  // rule, and the key of an sdy reduction also contains SumsArgument().
  return !looks_.empty() && visit.kind == Visit::Kind::kOp &&
         WorkOf(m_.kind(visit.op)) != Work::kOther &&
         !IsSdyReduction(m_, visit.op);
}

int32_t SpmdVisitor::LookOf(const Visit& visit) {
  int32_t& look = looks_[static_cast<size_t>(&visit - visits_.visits.data())];
  if (look >= 0) return look;
  ReadOperands(visit);
  key_.clear();
  key_.push_back(static_cast<int32_t>(m_.kind(visit.op)));
  key_.push_back(m_.attr_dict(visit.op).index);
  key_.push_back(static_cast<int32_t>(operands_.size()));
  for (const Operand& operand : operands_) key_.push_back(operand.symbol);
  for (int i = 0; i < m_.operand_count(visit.op); ++i) {
    key_.push_back(m_.type(m_.operand(visit.op, i)).index);
  }
  for (int32_t i = 0; i < visit.result_count; ++i) {
    key_.push_back(m_.type(m_.result(visit.op, i)).index);
  }
  return look = look_ids_.Intern(Key());
}

void SpmdVisitor::MakeKeyByLook(const Visit& visit) {
  constexpr int32_t kByLook = -100;  // MakeKey's keys never begin with this
  const int32_t look = LookOf(visit);
  const std::span<const int32_t> operands = visits_.OperandsOf(visit);
  // The key is written in place, which is fast, because this runs for each
  // visit whose surroundings change.
  key_.resize(5 + operands.size() + static_cast<size_t>(visit.result_count));
  int32_t* key = key_.data();
  *key++ = kByLook;
  *key++ = look;
  *key++ = changes_;
  *key++ = constant_;
  *key++ = group_id_;
  for (const int32_t number : operands) {
    const Known& known = values_[static_cast<size_t>(number)];
    *key++ = known.part * 2 + (known.is_uniform ? 1 : 0);
  }
  for (int32_t i = 0; i < visit.result_count; ++i) {
    *key++ = SeenSharding(m_.result(visit.op, i)).index;
  }
}

int32_t SpmdVisitor::FormOf(const Recipe& recipe) {
  key_.clear();
  key_.push_back(recipe.op_operands);
  for (const RecipeStep& step : recipe.steps) {
    if (step.kind != RecipeStep::Kind::kNode) return -1;
    key_.push_back(static_cast<int32_t>(step.operand_count));
    for (const NodeId symbol : recipe.OperandsOf(step)) key_.push_back(symbol);
  }
  key_.push_back(recipe.runs);
  for (const Recipe::Result& r : recipe.results) {
    key_.push_back(r.result);
    key_.push_back(r.symbol);
  }
  return form_ids_.Intern(Key());
}

std::string_view SpmdVisitor::Key() const {
  return ArrayBytes(std::span<const int32_t>(key_));
}

const Recipe& SpmdVisitor::RecipeOf(const Visit& visit) {
  SetGroup(scopes_[static_cast<size_t>(visit.scope)]);
  const bool by_look = HasLook(visit);
  const bool may_change =
      visit.kind == Visit::Kind::kOp && exported_ != nullptr;
  changes_ = may_change ? exported_->ChangesAround(visit.op, inlined_.Of(visit))
                        : ExportedShardings::kNoChanges;
  constant_ = may_change ? exported_->MergedConstant(visit.op, visit.copy) : -1;
  if (by_look) {
    MakeKeyByLook(visit);
  } else {
    MakeKey(visit);
  }
  const auto id = static_cast<size_t>(recipe_ids_.Intern(Key()));
  if (id < recipes_.size()) return recipes_[id];
  if (by_look) {
    ReadOperands(visit);
    rule_cost_ = {};
  }
  made_ = &recipes_.emplace_back();
  made_for_ = visit.op;
  e_.BeginRecipe(*made_, is_uniform_);
  e_.SetCause("operand");
  Partition(visit);
  // Make nodes for results that correspond to no operand. (Only invalid
  // programs have them.)
  std::vector<bool> is_made(static_cast<size_t>(visit.result_count), false);
  for (const Recipe::Result& r : made_->results) {
    const auto i = static_cast<size_t>(r.result);
    if (i < is_made.size()) is_made[i] = true;
  }
  for (int32_t i = 0; i < visit.result_count; ++i) {
    if (is_made[static_cast<size_t>(i)]) continue;
    const ValueId result = ResultOf(visit, i);
    Part part = Blank(result, LayoutOf(result));
    part.node = e_.Add(Work::kNone, {}, 0);
    DefineResult(i, std::move(part));
  }
  e_.EndRecipe();
  if (constant_ >= 0 && made_->steps.size() == 1) {
    RecipeStep& made = made_->steps.front();
    made.kind = RecipeStep::Kind::kConstant;
    made.digits = constant_;
  }
  made_->form = FormOf(*made_);
  return *std::exchange(made_, nullptr);
}

void SpmdVisitor::Partition(const Visit& visit) {
  switch (visit.kind) {
    case Visit::Kind::kOp:
      if (changes_ == ExportedShardings::kPassesOn) {
        return DefineResult(0, PartOf(0));
      }
      return changes_ < 0 ? PartitionOp(visit.op)
                          : PartitionWithReshards(visit.op);
    case Visit::Kind::kEntry:
      return VisitEntry(visit.op);
    case Visit::Kind::kExit:
      return VisitExit(visit);
    case Visit::Kind::kEnd: {
      e_.SetCause("result");
      Part part = PartOf(0);
      const std::optional<Layout> layout = LayoutOfEnd(visit);
      if (layout && part.layout.size() == layout->size()) {
        part = e_.Reshard(part, *layout);
      }
      return DefineResult(0, std::move(part));
    }
    case Visit::Kind::kUnknown:
      return;
  }
}

// --- the whole program

bool SpmdVisitor::Run() {
  LocalProgram& program = e_.program();
  for (const VisitBlock& block : visits_.blocks) {
    LocalBlock& made = program.blocks.emplace_back();
    made.executions = block.executions;
    made.outermost = block.outermost;
  }
  // Most ops become one or two nodes. Reserved room that isn't used takes no
  // memory.
  const size_t nodes = 2 * visits_.visits.size();
  program.nodes.reserve(nodes);
  program.operands.reserve(2 * nodes);
  program.blocks[0].nodes.reserve(nodes);
  WriteArguments(0);
  for (const Visit& visit : visits_.visits) Write(visit);
  return ok();
}

void SpmdVisitor::WriteArguments(int32_t block) {
  LocalProgram& program = e_.program();
  const VisitBlock& b = visits_.blocks[static_cast<size_t>(block)];
  e_.SetBlock(block);
  for (int32_t i = 0; i < b.argument_count; ++i) {
    const int32_t part = ArgumentPart(block, i);
    const NodeId id = e_.Add(Work::kNone, {}, BytesOfPart(part));
    CostNode& node = program.nodes[static_cast<size_t>(id)];
    (block == 0 ? node.is_argument : node.is_block_argument) = true;
    node.value = m_.args(b.block)[static_cast<size_t>(i)];
    program.blocks[static_cast<size_t>(block)].arguments.push_back(id);
    values_[static_cast<size_t>(b.first_argument + i)] = {part, id, false};
  }
}

void SpmdVisitor::Write(const Visit& visit) {
  LocalProgram& program = e_.program();
  const Recipe& recipe = RecipeOf(visit);
  nodes_.clear();
  for (const int32_t number : visits_.OperandsOf(visit)) {
    nodes_.push_back(values_[static_cast<size_t>(number)].node);
  }
  e_.SetBlock(visit.block);
  e_.SetSource(visit.op);
  const std::span<const NodeId> written = e_.Write(recipe, nodes_);
  const auto node_of = [&](NodeId symbol) {
    return symbol == kNoNode ? kNoNode : written[static_cast<size_t>(symbol)];
  };
  if (visit.kind == Visit::Kind::kEnd) {
    program.blocks[static_cast<size_t>(visit.block)].results.push_back(
        node_of(recipe.results[0].symbol));
    return;
  }
  for (const Recipe::Result& r : recipe.results) {
    const NodeId id = node_of(r.symbol);
    if (id != kNoNode) {
      CostNode& node = program.nodes[static_cast<size_t>(id)];
      if (node.value.IsNone()) node.value = ResultOf(visit, r.result);
    }
    values_[static_cast<size_t>(visit.first_result + r.result)] = {
        r.part, id, e_.IsUniform(id)};
  }
  if (visit.kind == Visit::Kind::kEntry) {
    SetScope(visit.inner_scope, recipe.group);
  }
  if (visit.kind == Visit::Kind::kOp && m_.extensions != nullptr) {
    AddInnerCollectives(visit.op, visit.block);
  }
  if (visit.has_unknown_trips) program.unknown_loops.push_back(visit.op);
  if (visit.block_count == 0) return;
  const NodeId runs = node_of(recipe.runs);
  if (runs != kNoNode) {
    CostNode& node = program.nodes[static_cast<size_t>(runs)];
    node.first_block = visit.first_block;
    node.block_count = visit.block_count;
  }
  for (int32_t k = 0; k < visit.block_count; ++k) {
    const int32_t block = visit.first_block + k;
    program.blocks[static_cast<size_t>(block)].parent = runs;
    WriteArguments(block);
  }
}

void SpmdVisitor::AddInnerCollectives(OpId op, int32_t block) {
  Error error;
  const auto told = ToldCollectives(m_, symbols_, *m_.extensions, op, error);
  if (!told) {
    return Fail(std::move(error));
  }
  LocalProgram& program = e_.program();
  const int64_t executions =
      program.blocks[static_cast<size_t>(block)].executions;
  for (const ToldCollective& one : *told) {
    LocalCollective& inner = program.inner_collectives.emplace_back();
    inner.kind = one.kind;
    inner.digits =
        mesh_.DigitsOf(m_, symbols_, MeshRef::Inlined(one.mesh), one.axes);
    if (mesh_.Count(inner.digits) != one.group) {
      return Fail(ErrorOf(
          "the collectives of '{}' are along axes that the program's shardings "
          "don't use, or split differently",
          m_.op_name(op)));
    }
    inner.group = one.group;
    inner.held = one.held;
    inner.after = one.after;
    inner.executions = SaturatingProduct(executions, one.times);
    inner.source = op;
    inner.cause = "inside";
  }
}

void SpmdVisitor::PartitionOp(OpId op) {
  const OpKind kind = m_.kind(op);
  const Work work = WorkOf(kind);
  if (std::optional<Error> fault = FindAttributeFault(m_, op)) {
    Fail(*std::move(fault));
    return VisitWhole(op, work);
  }
  switch (work) {
    case Work::kNone:
      return VisitConstant(op);
    case Work::kView:
      return kind == OpKind::kReshape ? VisitReshape(op) : VisitView(op);
    case Work::kElementwise:
    case Work::kExpensive:
      return VisitElementwise(op, work);
    case Work::kBroadcast:
      return VisitBroadcast(op);
    case Work::kTranspose:
      return kind == OpKind::kTranspose ? VisitTranspose(op) : VisitReverse(op);
    case Work::kReduce:
      return VisitReduce(op);
    case Work::kReduceWindow:
      return VisitWindow(op);
    case Work::kContraction:
      return VisitContraction(op);
    case Work::kConcatenate:
      return VisitConcatenate(op);
    case Work::kPad:
      return kind == OpKind::kPad ? VisitPad(op) : VisitWhole(op, work);
    case Work::kSlice:
      return kind == OpKind::kSlice ? VisitSlice(op) : VisitWhole(op, work);
    case Work::kDynamicSlice:
      return VisitDynamicSlice(op);
    case Work::kUpdateSlice:
      return VisitUpdateSlice(op);
    case Work::kGather:
      return kind == OpKind::kGather ? VisitGather(op) : VisitWhole(op, work);
    case Work::kScatter:
      return VisitScatter(op);
    case Work::kSort:
      // XLA doesn't partition top_k, not even along dimensions that it doesn't
      // sort.
      return kind == OpKind::kSort ? VisitSort(op) : VisitWhole(op, work);
    case Work::kRandom:
      return VisitElementwise(op, Work::kRandom);
    case Work::kLoop:
      return VisitLoop(op);
    case Work::kBranches:
      return VisitBranches(op);
    case Work::kCall:
      if (kind != OpKind::kManualComputation) {
        Fail(ErrorOf("the program calls functions; inline them first"));
      }
      return VisitWhole(op, Work::kOther);
    case Work::kAllReduce:
    case Work::kAllGather:
    case Work::kReduceScatter:
    case Work::kAllToAll:
    case Work::kPermute:
      return VisitCollective(op, work);
    case Work::kTuple:
      return VisitView(op);
    case Work::kBarrier:
      return VisitBarrier(op);
    case Work::kOther:
      return VisitWhole(op, work, SplitBatchDims(op));
  }
}

void SpmdVisitor::PartitionWithReshards(OpId op) {
  const std::span<const OpChange> changes = exported_->Changes(changes_);
  e_.SetCause("reshard");
  for (const OpChange& change : changes) {
    if (change.kind != OpChange::kOperand) continue;
    const Part part =
        e_.Reshard(PartOf(change.index),
                   LayoutOf(change.own, RankOf(m_.operand(op, change.index))));
    operands_[static_cast<size_t>(change.index)] = {parts_.Intern(part),
                                                    part.node};
  }
  e_.SetCause("operand");
  PartitionOp(op);
  e_.SetCause("reshard");
  for (const OpChange& change : changes) {
    if (change.kind != OpChange::kResult) continue;
    const ValueId result = m_.result(op, change.index);
    for (size_t i = made_->results.size(); i-- > 0;) {
      const Recipe::Result& own = made_->results[i];
      if (own.result != change.index) continue;
      Part part = parts_.Get(own.part);
      part.node = own.symbol;
      Define(result, e_.Reshard(part, LayoutOf(change.seen, RankOf(result))));
      break;
    }
  }
}

void SpmdVisitor::VisitConstant(OpId op) {
  for (int i = 0; i < m_.result_count(op); ++i) {
    const ValueId result = m_.result(op, i);
    Part part = Blank(result, LayoutOf(result));
    part.node = e_.Add(Work::kNone, {}, e_.LocalBytes(part));
    if (SplatElement(m_, result)) e_.MarkUniform(part.node);
    Define(result, std::move(part));
  }
}

Part SpmdVisitor::PassOn(OpId op, int i) {
  const ValueId result = m_.result(op, i);
  Part part = PartOf(i);
  const Layout layout = LayoutOf(result);
  e_.SetCause("reshard");
  if (part.layout.size() == layout.size()) {
    part = e_.Reshard(part, layout);
    part.shape = ShapeOf(result);
  } else {  // a tuple, or an element of one
    const NodeId node = part.node;
    part = Blank(result, Layout(layout.size()));
    part.node = node;
  }
  return part;
}

void SpmdVisitor::VisitView(OpId op) {
  const int count = std::min(m_.operand_count(op), m_.result_count(op));
  for (int i = 0; i < count; ++i) Define(m_.result(op, i), PassOn(op, i));
}

// A barrier's results are its operands, but the readers of any result run after
// all operands have been computed, and nothing is fused across the barrier.
// jax.checkpoint uses this to delay recomputing a layer until its gradient is
// needed.
void SpmdVisitor::VisitBarrier(OpId op) {
  const int count = std::min(m_.operand_count(op), m_.result_count(op));
  std::vector<Part> parts;
  std::vector<NodeId> nodes;
  for (int i = 0; i < count; ++i) {
    parts.push_back(PassOn(op, i));
    nodes.push_back(parts.back().node);
  }
  const NodeId barrier = e_.Add(Work::kBarrier, nodes, 0);
  for (int i = 0; i < count; ++i) {
    Part& part = parts[static_cast<size_t>(i)];
    const NodeId from[] = {part.node, barrier};
    part.node = e_.Add(Work::kView, from, e_.LocalBytes(part));
    e_.MarkAlias(part.node);
    Define(m_.result(op, i), std::move(part));
  }
}

void SpmdVisitor::VisitElementwise(OpId op, Work work) {
  if (m_.result_count(op) == 0) return;
  const Layout wanted = LayoutOf(m_.result(op, 0));
  const int count = m_.operand_count(op);
  // If the operands agree on a layout with more shards than the result's,
  // compute in that layout and reshard the result once.
  bool agree = count > 0;
  for (int i = 0; i < count && agree; ++i) {
    const Layout& operand = PartOf(i).layout;
    agree = operand.size() == wanted.size() &&
            (i == 0 || operand == PartOf(0).layout);
  }
  const bool by_operands =
      agree && e_.Tiles(PartOf(0).layout) > e_.Tiles(wanted);
  const Layout layout = by_operands ? PartOf(0).layout : wanted;
  absl::InlinedVector<NodeId, 4> operands;
  for (int i = 0; i < count; ++i) {
    const Part& part = PartOf(i);
    if (part.layout == layout) {
      operands.push_back(part.node);
    } else if (part.layout.size() == layout.size()) {
      operands.push_back(e_.Reshard(part, layout).node);
    } else {
      operands.push_back(e_.Replicate(part).node);
    }
  }
  for (int i = 0; i < m_.result_count(op); ++i) {
    const ValueId result = m_.result(op, i);
    Part part = Blank(result, i == 0 ? layout : LayoutOf(result));
    if (i == 0 && m_.operand_count(op) > 0) {
      const Part& first = PartOf(0);
      part.is_computed = first.is_computed && first.layout == layout;
    }
    part.node = e_.Add(work, operands, e_.LocalBytes(part));
    if (i == 0 && layout != wanted) {
      Define(result, part);  // the part before the reshard
      e_.SetCause("result");
      part = e_.Reshard(part, wanted);
    }
    Define(result, std::move(part));
  }
}

size_t SpmdVisitor::SplitBatchDims(OpId op) {
  const size_t batch = BatchDimsOf(m_, op);
  if (!SplitsOnlyBatches(m_, op) || m_.result_count(op) == 0) return batch;
  const Layout layout = LayoutOf(m_.result(op, 0));
  for (size_t d = batch; d < layout.size(); ++d) {
    if (!layout[d].empty()) return 0;
  }
  return batch;
}

void SpmdVisitor::VisitWhole(OpId op, Work work, size_t batch) {
  // The layout of the batch dimensions is that of the first result.
  Layout shared;
  if (batch > 0 && m_.result_count(op) > 0) {
    shared = LayoutOf(m_.result(op, 0));
    shared.resize(std::min(batch, shared.size()));
  }
  const auto whole = [&](size_t rank) {
    Layout layout(rank);
    if (rank >= shared.size()) std::ranges::copy(shared, layout.begin());
    return layout;
  };
  std::vector<NodeId> operands;
  for (int i = 0; i < m_.operand_count(op); ++i) {
    const Part part = PartOf(i);
    operands.push_back(e_.Reshard(part, whole(part.layout.size())).node);
  }
  const RuleCost& cost = rule_cost_;
  if (cost.temporaries.value_or(0) > 0) {
    // The op's temporaries are represented by a node right before the op. They
    // are freed when the op has read them.
    const NodeId room = e_.Add(work, {}, *cost.temporaries);
    e_.TellBytes(room, 0);
    operands.push_back(room);
  }
  for (int i = 0; i < m_.result_count(op); ++i) {
    const ValueId result = m_.result(op, i);
    Part part = Blank(result, whole(RankOf(result)));
    const int64_t flops = i == 0 ? cost.flops.value_or(0) : 0;
    part.node = e_.Add(work, operands, e_.LocalBytes(part), flops);
    if (cost.bytes) e_.TellBytes(part.node, i == 0 ? *cost.bytes : 0);
    Define(result, e_.Reshard(part, LayoutOf(result)));
  }
}

namespace {

// Whether the tensors have all dimensions that the contraction names. Batch and
// window dimensions must be in all three tensors.
bool HasDims(const Contraction& c, size_t lhs, size_t rhs, size_t out) {
  for (const auto* dims :
       {&c.batch, &c.contracting, &c.lhs_free, &c.rhs_free, &c.window}) {
    const int64_t least = dims == &c.batch || dims == &c.window ? 0 : -1;
    const auto fits = [least](int64_t dim, size_t rank) {
      return dim >= least && dim < static_cast<int64_t>(rank);
    };
    for (const ContractedDim& dim : *dims) {
      if (!fits(dim.lhs, lhs) || !fits(dim.rhs, rhs) || !fits(dim.out, out)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

void SpmdVisitor::VisitContraction(OpId op) {
  const Contraction contraction = ContractionOf(m_, op);
  if (contraction.lhs_free.empty() && contraction.rhs_free.empty() &&
      contraction.batch.empty() && contraction.contracting.empty()) {
    return VisitWhole(op, Work::kContraction);
  }
  const ValueId result = m_.result(op, 0);
  if (!HasDims(contraction, RankOf(m_.operand(op, 0)),
               RankOf(m_.operand(op, 1)), RankOf(result))) {
    return VisitWhole(op, Work::kContraction);
  }
  const Layout wanted = LayoutOf(result);
  DotProblem problem;
  problem.lhs = PartOf(0);
  problem.rhs = PartOf(1);
  problem.out = wanted;
  problem.out_shape = ShapeOf(result);
  problem.out_element_bits = StoredBits(m_.types, m_.type(result));
  problem.contraction = &contraction;
  if (!contraction.window.empty()) {
    return VisitConvolution(op, contraction, std::move(problem));
  }
  e_.SetCause("product");
  Part part = PartitionDot(e_, problem);
  Define(result, part);
  Define(result, e_.Reshard(part, wanted));
}

namespace {

std::optional<LocalProgram> Read(const Module& m, const SymbolTable& symbols,
                                 const DigitMesh& mesh,
                                 ExportedShardings* exported, Error& error) {
  const std::optional<Visits> visits =
      ListVisits(m, MainFunction(m), /*symbols=*/nullptr, error);
  if (!visits) return std::nullopt;
  LocalProgram program;
  SpmdVisitor visitor(m, symbols, mesh, *visits, program, exported);
  if (visitor.Run()) return program;
  error = visitor.error();
  return std::nullopt;
}

}  // namespace

std::optional<PartitionedProgram> PartitionLikeXla(Module& m,
                                                   const SymbolTable& symbols,
                                                   Error& error) {
  ExportedShardings exported(m, symbols, /*merges=*/false);
  exported.InternBorders();
  std::optional<DigitMesh> mesh = DigitMesh::Make(m, symbols, error);
  while (mesh) {
    const size_t axis_lists = m.shardings.axis_list_count();
    std::optional<LocalProgram> program =
        Read(m, symbols, *mesh, &exported, error);
    if (!program) return std::nullopt;
    if (m.shardings.axis_list_count() != axis_lists) {
      // The shardings of the exported program may have new sub-axes. If so, try
      // again with a mesh that has them.
      std::optional<DigitMesh> wanted = DigitMesh::Make(m, symbols, error);
      if (!wanted || !wanted->HasDigitsOf(*mesh)) {
        mesh = std::move(wanted);
        continue;
      }
    }
    return PartitionedProgram{*std::move(mesh), *std::move(program)};
  }
  return std::nullopt;
}

std::optional<LocalProgram> ReadLocalProgram(const Module& m,
                                             const SymbolTable& symbols,
                                             const DigitMesh& mesh,
                                             Error& error) {
  return Read(m, symbols, mesh, /*exported=*/nullptr, error);
}

}  // namespace shardflow::internal
