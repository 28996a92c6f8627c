#include "cost/price.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "cost/estimate.h"
#include "cost/passes.h"
#include "lower/axes.h"
#include "lower/cost_model.h"
#include "ops/functions.h"
#include "ops/op_def.h"

namespace shardflow::internal {
namespace {

int64_t Saturated(absl::int128 number) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  return number > kMax ? kMax : static_cast<int64_t>(number);
}

}  // namespace

// --- finding changes

bool ProgramPrice::MeshIsSame() {
  if (mesh_ && sharding_count_ == m_.shardings.sharding_count() &&
      axis_list_count_ == m_.shardings.axis_list_count()) {
    return true;
  }
  sharding_count_ = m_.shardings.sharding_count();
  axis_list_count_ = m_.shardings.axis_list_count();
  std::string error;
  std::optional<DigitMesh> mesh = DigitMesh::Make(m_, symbols_, error);
  if (mesh && mesh_ && mesh->HasDigitsOf(*mesh_)) return true;
  mesh_ = mesh ? std::make_unique<DigitMesh>(*std::move(mesh)) : nullptr;
  return false;
}

bool ProgramPrice::Update() {
  if (!is_supported_) return false;
  if (!MeshIsSame()) {
    is_supported_ = mesh_ != nullptr && Start();
  } else {
    is_supported_ = FindChanges();
  }
  is_supported_ = is_supported_ && Process();
  return is_supported_;
}

bool ProgramPrice::Start() {
  main_ = MainFunction(m_);
  if (main_.IsNone() || EntryBlock(m_, main_).IsNone()) return false;
  const BlockId entry = EntryBlock(m_, main_);
  const OpId end = m_.terminator(entry);
  if (end.IsNone()) return false;
  visitor_ = std::make_unique<SpmdVisitor>(m_, symbols_, *mesh_, nothing_);
  visitor_->SetGroupOfAll();
  ops_.clear();
  at_.assign(m_.op_table_size(), kNone);
  for (const OpId op : m_.Ops(entry)) {
    if (op == end) continue;
    at_[op.Slot()] = static_cast<int32_t>(ops_.size());
    ops_.push_back(op);
  }
  const auto results = static_cast<size_t>(m_.operand_count(end));
  items_.assign(ops_.size() + results, {});
  nodes_.clear();
  edges_.clear();
  free_nodes_.clear();
  free_edges_.clear();
  shared_.clear();
  wire_bytes_ = flops_ = arguments_ = 0;
  collectives_ = 0;
  values_.assign(m_.value_table_size(), {});
  shardings_.resize(m_.value_table_size());
  for (size_t i = 0; i < shardings_.size(); ++i) {
    shardings_[i] = m_.sharding(ValueId(i));
  }
  result_shardings_.clear();
  for (size_t i = 0; i < results; ++i) {
    result_shardings_.push_back(ResultSharding(m_, main_, i));
  }
  for (const ValueId argument : m_.args(entry)) {
    Value value;
    value.node = NewNode();
    value.part = visitor_->ArgumentPart(argument, m_.sharding(argument));
    SetValue(argument, value);
  }
  dirty_.clear();
  for (size_t i = 0; i < items_.size(); ++i) {
    items_[i].is_dirty = true;
    dirty_.push_back(static_cast<int32_t>(i));  // a sorted list is a heap
  }
  return true;
}

bool ProgramPrice::FindChanges() {
  if (values_.size() != m_.value_table_size() ||
      at_.size() != m_.op_table_size()) {
    return false;
  }
  for (size_t i = 0; i < shardings_.size(); ++i) {
    const ValueId value(i);
    const ShardingId now = m_.sharding(value);
    if (now == shardings_[i]) continue;
    shardings_[i] = now;
    if (m_.IsArg(value)) {
      if (values_[i].part < 0) continue;  // an argument of another function
      Value known = values_[i];
      known.part = visitor_->ArgumentPart(value, now);
      SetValue(value, known);
    } else if (const int32_t at = at_[m_.def(value).Slot()]; at >= 0) {
      MarkDirty(at, /*is_rewired=*/false);
    }
  }
  for (size_t i = 0; i < result_shardings_.size(); ++i) {
    const ShardingId now = ResultSharding(m_, main_, i);
    if (now == result_shardings_[i]) continue;
    result_shardings_[i] = now;
    MarkDirty(static_cast<int32_t>(ops_.size() + i), /*is_rewired=*/false);
  }
  return true;
}

void ProgramPrice::MarkDirty(int32_t at, bool is_rewired) {
  Instance& item = items_[static_cast<size_t>(at)];
  item.is_rewired |= is_rewired;
  if (std::exchange(item.is_dirty, true)) return;
  dirty_.push_back(at);
  std::push_heap(dirty_.begin(), dirty_.end(), std::greater<>());
}

void ProgramPrice::SetValue(ValueId value, const Value& known) {
  Value& old = values_[value.Slot()];
  const bool is_rewired = old.node != known.node;
  if (!is_rewired && old.part == known.part &&
      old.is_uniform == known.is_uniform) {
    return;
  }
  if (m_.IsArg(value)) {
    RecipeStep& step = nodes_[static_cast<size_t>(known.node)].step;
    step.work = Work::kNone;
    arguments_ -= step.bytes;
    step.bytes = visitor_->BytesOfPart(known.part);
    arguments_ += step.bytes;
  }
  old = known;
  visitor_->SetKnown(value, known.part, known.is_uniform);
  for (const UseId use : m_.Uses(value)) {
    const OpId user = m_.use(use).owner;
    if (at_[user.Slot()] >= 0) {
      MarkDirty(at_[user.Slot()], is_rewired);
    } else if (user == m_.terminator(EntryBlock(m_, main_))) {
      const int32_t i = use.index - m_.operand_use(user, 0).index;
      MarkDirty(static_cast<int32_t>(ops_.size()) + i, is_rewired);
    }
  }
}

// --- ops

// Works in the order of the program, so that operands are known before users.
bool ProgramPrice::Process() {
  while (!dirty_.empty()) {
    std::pop_heap(dirty_.begin(), dirty_.end(), std::greater<>());
    const int32_t at = dirty_.back();
    dirty_.pop_back();
    if (!Evaluate(at)) return false;
  }
  Settle();
  return true;
}

bool ProgramPrice::Evaluate(int32_t at) {
  const auto slot = static_cast<size_t>(at);
  items_[slot].is_dirty = false;
  const bool is_rewired = std::exchange(items_[slot].is_rewired, false);
  const bool is_end = slot >= ops_.size();
  const OpId op = is_end ? m_.terminator(EntryBlock(m_, main_)) : ops_[slot];
  const Recipe* recipe = nullptr;
  operands_.clear();
  if (is_end) {
    const size_t i = slot - ops_.size();
    const ValueId value = m_.operand(op, static_cast<int>(i));
    recipe = visitor_->RecipeOfEnd(value, result_shardings_[i]);
    operands_.push_back(values_[value.Slot()].node);
  } else {
    recipe = visitor_->RecipeOf(op);
    for (int i = 0; i < m_.operand_count(op); ++i) {
      operands_.push_back(values_[m_.operand(op, i).Slot()].node);
    }
  }
  if (recipe == nullptr) return false;
  if (recipe == items_[slot].recipe && !is_rewired) return true;
  Replace(items_[slot], *recipe, operands_);
  const auto node_of = [&](NodeId symbol) {
    return symbol == kNoNode ? kNone : written_[static_cast<size_t>(symbol)];
  };
  if (is_end) {
    const int32_t result = node_of(recipe->results[0].symbol);
    const int32_t old = std::exchange(items_[slot].result, result);
    if (result >= 0) AddReaders(result, 1);
    if (old >= 0) AddReaders(old, -1);
    return true;
  }
  // The users of a result read the last of its nodes.
  for (size_t i = 0; i < recipe->results.size(); ++i) {
    const Recipe::Result& r = recipe->results[i];
    const bool is_last = std::none_of(
        recipe->results.begin() + static_cast<std::ptrdiff_t>(i) + 1,
        recipe->results.end(),
        [&](const Recipe::Result& o) { return o.result == r.result; });
    if (!is_last) continue;
    Value value;
    value.node = node_of(r.symbol);
    value.part = r.part;
    value.is_uniform = value.node >= 0 &&
                       nodes_[static_cast<size_t>(value.node)].step.is_uniform;
    SetValue(m_.result(op, r.result), value);
  }
  return true;
}

// Replaces an op's nodes by those of a recipe. Sets written_ to the node of
// each symbol.
void ProgramPrice::Replace(Instance& instance, const Recipe& recipe,
                           std::span<const int32_t> operands) {
  // Reuse the op's own nodes, so that their readers needn't change.
  spare_.clear();
  std::vector<int32_t> released;
  for (size_t i = 0; i < instance.nodes.size(); ++i) {
    const bool is_own =
        instance.recipe->steps[i].kind == RecipeStep::Kind::kNode;
    (is_own ? spare_ : released).push_back(instance.nodes[i]);
  }
  std::reverse(spare_.begin(), spare_.end());
  written_.assign(operands.begin(), operands.end());
  std::vector<int32_t> nodes;
  std::vector<int32_t> reads;
  for (const RecipeStep& step : recipe.steps) {
    reads.clear();
    for (const NodeId symbol : recipe.OperandsOf(step)) {
      const int32_t node = written_[static_cast<size_t>(symbol)];
      if (node >= 0) reads.push_back(node);
    }
    int32_t node = kNone;
    if (step.kind == RecipeStep::Kind::kNode) {
      if (spare_.empty()) {
        node = NewNode();
      } else {
        node = spare_.back();
        spare_.pop_back();
      }
      nodes_[static_cast<size_t>(node)].step = step;
      SetReads(node, reads);
      Touch(node);
    } else {
      node = SharedNode(step, reads.empty() ? kNone : reads.front());
      ++nodes_[static_cast<size_t>(node)].requests;
    }
    nodes.push_back(node);
    written_.push_back(node);
  }
  for (const int32_t node : spare_) {
    SetReads(node, {});
    unused_.push_back(node);
  }
  for (const int32_t node : released) {
    --nodes_[static_cast<size_t>(node)].requests;
    unrequested_.push_back(node);
  }
  instance.recipe = &recipe;
  instance.nodes = std::move(nodes);
}

// --- nodes

int32_t ProgramPrice::NewNode() {
  if (!free_nodes_.empty()) {
    const int32_t node = free_nodes_.back();
    free_nodes_.pop_back();
    return node;
  }
  nodes_.emplace_back();
  return static_cast<int32_t>(nodes_.size() - 1);
}

int32_t ProgramPrice::SharedNode(const RecipeStep& step, int32_t operand) {
  const OnceKey key = OnceKey::Of(step, operand);
  const auto it = shared_.find(key);
  if (it != shared_.end()) return it->second;
  const int32_t node = NewNode();
  shared_.emplace(key, node);
  nodes_[static_cast<size_t>(node)].step = step;
  if (operand >= 0) SetReads(node, {&operand, 1});
  Touch(node);
  return node;
}

void ProgramPrice::SetReads(int32_t node, std::span<const int32_t> operands) {
  const auto slot = static_cast<size_t>(node);
  for (const int32_t edge : nodes_[slot].reads) Unlink(edge);
  nodes_[slot].reads.clear();
  for (const int32_t operand : operands) {
    int32_t id = static_cast<int32_t>(edges_.size());
    if (free_edges_.empty()) {
      edges_.emplace_back();
    } else {
      id = free_edges_.back();
      free_edges_.pop_back();
    }
    int32_t& first = nodes_[static_cast<size_t>(operand)].first_reader;
    edges_[static_cast<size_t>(id)] = {node, operand, kNone, first};
    if (first >= 0) edges_[static_cast<size_t>(first)].previous = id;
    first = id;
    nodes_[slot].reads.push_back(id);
    if (nodes_[slot].is_live) AddReaders(operand, 1);
    Touch(operand);
  }
}

void ProgramPrice::Unlink(int32_t id) {
  const Edge edge = edges_[static_cast<size_t>(id)];
  if (edge.previous >= 0) {
    edges_[static_cast<size_t>(edge.previous)].next = edge.next;
  } else {
    nodes_[static_cast<size_t>(edge.node)].first_reader = edge.next;
  }
  if (edge.next >= 0) {
    edges_[static_cast<size_t>(edge.next)].previous = edge.previous;
  }
  free_edges_.push_back(id);
  if (nodes_[static_cast<size_t>(edge.reader)].is_live) {
    AddReaders(edge.node, -1);
  }
  Touch(edge.node);
}

void ProgramPrice::AddReaders(int32_t node, int change) {
  Node& n = nodes_[static_cast<size_t>(node)];
  n.live_readers += change;
  if (!std::exchange(n.is_queued, true)) queue_.push_back(node);
}

void ProgramPrice::Touch(int32_t node) {
  if (!std::exchange(nodes_[static_cast<size_t>(node)].is_touched, true)) {
    touched_.push_back(node);
  }
}

// --- at the end of an update

void ProgramPrice::Settle() {
  // Remove shared nodes that no op requests any more.
  for (size_t i = 0; i < unrequested_.size(); ++i) {
    const int32_t id = unrequested_[i];
    Node& node = nodes_[static_cast<size_t>(id)];
    if (node.requests != 0) continue;
    node.requests = -1;  // so that it is removed only once
    const int32_t operand =
        node.reads.empty()
            ? kNone
            : edges_[static_cast<size_t>(node.reads.front())].node;
    shared_.erase(OnceKey::Of(node.step, operand));
    SetReads(id, {});
    unused_.push_back(id);
  }
  unrequested_.clear();
  while (!queue_.empty()) {
    const int32_t id = queue_.back();
    queue_.pop_back();
    Node& node = nodes_[static_cast<size_t>(id)];
    node.is_queued = false;
    const bool is_live = node.live_readers > 0;
    if (std::exchange(node.is_live, is_live) == is_live) continue;
    Touch(id);
    for (const int32_t edge : node.reads) {
      const int32_t operand = edges_[static_cast<size_t>(edge)].node;
      AddReaders(operand, is_live ? 1 : -1);
      Touch(operand);
    }
  }
  // Whether an all_reduce becomes a reduce_scatter may also depend on indirect
  // readers, which read its result through nodes that pass it on.
  for (size_t i = 0; i < touched_.size(); ++i) {
    const Node& node = nodes_[static_cast<size_t>(touched_[i])];
    if (!PassesOn(node.step.work)) continue;
    for (const int32_t edge : node.reads) {
      Touch(edges_[static_cast<size_t>(edge)].node);
    }
  }
  for (const int32_t node : touched_) Count(node);
  touched_.clear();
  for (const int32_t node : unused_) {
    nodes_[static_cast<size_t>(node)] = Node();
    free_nodes_.push_back(node);
  }
  unused_.clear();
}

// Whether all readers of an all_reduce read no more than a device's part of its
// result. (FindReduceScatters uses the same criterion.)
bool ProgramPrice::TakesPartsOnly(int32_t id) const {
  std::vector<int32_t> readers;
  const auto add_readers = [&](int32_t node) {
    const size_t before = readers.size();
    int32_t edge = nodes_[static_cast<size_t>(node)].first_reader;
    for (; edge >= 0; edge = edges_[static_cast<size_t>(edge)].next) {
      const int32_t reader = edges_[static_cast<size_t>(edge)].reader;
      if (!nodes_[static_cast<size_t>(reader)].is_live) continue;
      readers.push_back(reader);
    }
    return readers.size() > before;
  };
  if (!add_readers(id)) return false;
  int64_t taken = 0;
  for (size_t i = 0; i < readers.size(); ++i) {
    const RecipeStep& reader = nodes_[static_cast<size_t>(readers[i])].step;
    if (reader.work == Work::kDynamicSlice) {
      taken = std::max(taken, reader.bytes);
    } else if (!PassesOn(reader.work) || readers.size() >= kMaxPassedReaders ||
               !add_readers(readers[i])) {
      return false;
    }
  }
  const RecipeStep& step = nodes_[static_cast<size_t>(id)].step;
  return IsPart(taken, step.held, step.group);
}

void ProgramPrice::Count(int32_t id) {
  Node& node = nodes_[static_cast<size_t>(id)];
  node.is_touched = false;
  wire_bytes_ -= node.wire_bytes;
  flops_ -= node.flops;
  collectives_ -= node.counts ? 1 : 0;
  node.wire_bytes = node.flops = 0;
  node.counts = false;
  if (!node.is_live) return;
  if (node.step.kind == RecipeStep::Kind::kCollective) {
    StepLoad load;
    load.kind = node.step.collective;
    load.held = node.step.held;
    load.group = node.step.group;
    if (load.kind == StepKind::kAllReduce && TakesPartsOnly(id)) {
      load.kind = StepKind::kReduceScatter;
    }
    node.wire_bytes = CostModel().Price(load).bytes;
    node.counts = true;
  } else {
    node.flops = node.step.flops;
  }
  wire_bytes_ += node.wire_bytes;
  flops_ += node.flops;
  collectives_ += node.counts ? 1 : 0;
}

ProgramPrice::Totals ProgramPrice::totals() const {
  Totals totals;
  totals.wire_bytes = Saturated(wire_bytes_);
  totals.collectives = collectives_;
  totals.flops = Saturated(flops_);
  totals.arguments = Saturated(arguments_);
  for (size_t i = ops_.size(); i < items_.size(); ++i) {
    const int32_t node = items_[i].result;
    if (node < 0) continue;
    totals.results = SaturatingSum(
        totals.results, nodes_[static_cast<size_t>(node)].step.bytes);
  }
  totals.results = SaturatingSum(
      totals.results, TuplePointerBytes(items_.size() - ops_.size()));
  return totals;
}

LocalProgram ProgramPrice::Local() const {
  LocalProgram program;
  program.nodes.reserve(nodes_.size());
  program.operands.reserve(edges_.size());
  LocalBlock& block = program.blocks.emplace_back();
  block.nodes.reserve(nodes_.size());
  std::vector<NodeId> id_of(nodes_.size(), kNoNode);
  const auto add = [&](int32_t from, OpId source) {
    const Node& node = nodes_[static_cast<size_t>(from)];
    const auto id = static_cast<NodeId>(program.nodes.size());
    id_of[static_cast<size_t>(from)] = id;
    CostNode& to =
        program.nodes.emplace_back(node.step.Node(/*block=*/0, source));
    to.first_operand = static_cast<uint32_t>(program.operands.size());
    for (const int32_t edge : node.reads) {
      program.operands.push_back(
          id_of[static_cast<size_t>(edges_[static_cast<size_t>(edge)].node)]);
    }
    to.operand_count =
        static_cast<uint32_t>(program.operands.size()) - to.first_operand;
    block.nodes.push_back(id);
    return id;
  };
  for (const ValueId argument : m_.args(EntryBlock(m_, main_))) {
    const NodeId id = add(values_[argument.Slot()].node, OpId::None());
    program.nodes[static_cast<size_t>(id)].is_argument = true;
    block.arguments.push_back(id);
  }
  const OpId end = m_.terminator(EntryBlock(m_, main_));
  for (size_t i = 0; i < items_.size(); ++i) {
    const OpId source = i < ops_.size() ? ops_[i] : end;
    for (const int32_t from : items_[i].nodes) {
      const Node& node = nodes_[static_cast<size_t>(from)];
      if (!node.is_live || id_of[static_cast<size_t>(from)] != kNoNode)
        continue;
      const NodeId id = add(from, source);
      if (node.step.kind != RecipeStep::Kind::kCollective) continue;
      program.nodes[static_cast<size_t>(id)].collective =
          static_cast<int32_t>(program.collectives.size());
      program.collectives.push_back(
          node.step.Collective(id, visitor_->DigitsOf(node.step), source));
    }
  }
  for (size_t i = ops_.size(); i < items_.size(); ++i) {
    const int32_t node = items_[i].result;
    block.results.push_back(node < 0 ? kNoNode
                                     : id_of[static_cast<size_t>(node)]);
  }
  return program;
}

}  // namespace shardflow::internal
