#include "cost/price.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/diagnostics.h"
#include "base/error.h"
#include "base/vector_bytes.h"
#include "cost/estimate.h"
#include "cost/passes.h"
#include "lower/axes.h"
#include "lower/cost_model.h"
#include "ops/call_graph.h"
#include "ops/data_flow.h"
#include "ops/extensions.h"
#include "ops/functions.h"
#include "ops/unreduced.h"

namespace shardflow::internal {
namespace {

// Whether replacing the step `old` of a node with `step` could affect the
// all_reduces that the node reads; see TakesPartsOnly.
bool MatterToReduces(const RecipeStep& old, const RecipeStep& step) {
  const auto takes_part = [](const RecipeStep& s) {
    return s.work == Work::kDynamicSlice || PassesOn(s.work);
  };
  return (takes_part(old) || takes_part(step)) &&
         (old.work != step.work || old.bytes != step.bytes);
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
  if (HasUnknownExport(m_)) {
    mesh_ = nullptr;
    return false;
  }
  Error error;
  std::optional<DigitMesh> mesh = DigitMesh::Make(m_, symbols_, error);
  if (mesh && mesh_ && mesh->HasDigitsOf(*mesh_)) return true;
  mesh_ = mesh ? std::make_unique<DigitMesh>(*std::move(mesh)) : nullptr;
  return false;
}

bool ProgramPrice::Update() {
  if (!is_supported_ || copies_.AnyDiffer()) return false;
  if (!MeshIsSame()) {
    is_supported_ = mesh_ != nullptr && Start();
  } else {
    is_supported_ = FindChanges();
  }
  is_supported_ = is_supported_ && Process();
  // The shardings of the exported program may have new sub-axes.
  if (is_supported_ && !MeshIsSame()) {
    is_supported_ = mesh_ != nullptr && Start() && Process();
  }
  return is_supported_;
}

bool ProgramPrice::TellsCollectives() const {
  if (m_.extensions == nullptr || !m_.extensions->any_communication()) {
    return false;
  }
  for (const Visit& visit : visits_->visits) {
    if (m_.extensions->WithCommunication(m_, visit.op) != nullptr) return true;
  }
  return false;
}

bool ProgramPrice::Start() {
  if (!visits_) {
    if (m_.op_count(OpKind::kCall) > 0) {
      Diagnostics ignored;
      const auto graph = BuildCallGraph(m_, symbols_, ignored);
      if (!graph || !CheckFlattens(m_, symbols_, *graph, ignored)) return false;
    }
    Error error;
    visits_ = ListVisits(m_, MainFunction(m_), &symbols_, error);
    // Collectives that come from a callback may depend on anything in the
    // program, so they can't be kept up to date.
    if (!visits_ || TellsCollectives()) return false;
    ListReaders();
  }
  visitor_ = std::make_unique<SpmdVisitor>(m_, symbols_, *mesh_, *visits_,
                                           nothing_, &exported_);
  visitor_->KeepLooks();
  const std::vector<Visit>& visits = visits_->visits;
  items_.assign(visits.size(), {});
  nodes_.clear();
  edges_.clear();
  free_nodes_.clear();
  free_edges_.clear();
  argument_steps_.clear();
  shared_.clear();
  wire_bytes_ = flops_ = arguments_ = 0;
  collectives_ = 0;
  values_.assign(static_cast<size_t>(visits_->value_count), {});
  runs_.assign(visits_->blocks.size(), kNone);
  shardings_.resize(m_.value_table_size());
  for (size_t i = 0; i < shardings_.size(); ++i) {
    shardings_[i] = m_.sharding(ValueId(i));
  }
  noted_ = IdSet<ValueId>(shardings_.size());
  result_shardings_.clear();
  const VisitBlock& main = visits_->blocks[0];
  for (int32_t i = 0; i < main.end_count; ++i) {
    result_shardings_.push_back(
        ResultSharding(m_, visits_->main, static_cast<size_t>(i)));
  }
  for (size_t b = 0; b < visits_->blocks.size(); ++b) {
    const VisitBlock& block = visits_->blocks[b];
    for (int32_t i = 0; i < block.argument_count; ++i) {
      const int32_t node = NewNode();
      RecipeStep& step = argument_steps_.emplace_back();
      step.work = Work::kNone;
      nodes_[static_cast<size_t>(node)].step = &step;
      nodes_[static_cast<size_t>(node)].block = static_cast<int32_t>(b);
      values_[static_cast<size_t>(block.first_argument + i)].node = node;
    }
  }
  for (int32_t i = 0; i < main.argument_count; ++i) SetArgument(0, i);
  dirty_ = IdSet<VisitId>(items_.size());
  for (size_t i = 0; i < items_.size(); ++i) dirty_.Insert(VisitId(i));
  return true;
}

void ProgramPrice::ListReaders() {
  const std::vector<Visit>& visits = visits_->visits;
  first_visit_.assign(m_.op_table_size(), kNone);
  next_visit_.assign(visits.size(), kNone);
  first_reader_.assign(static_cast<size_t>(visits_->value_count) + 1, 0);
  for (size_t at = visits.size(); at > 0; --at) {
    const Visit& visit = visits[at - 1];
    if (visit.kind != Visit::Kind::kEnd) {
      next_visit_[at - 1] = std::exchange(first_visit_[visit.op.Slot()],
                                          static_cast<int32_t>(at - 1));
    }
    for (const int32_t value : visits_->OperandsOf(visit)) {
      ++first_reader_[static_cast<size_t>(value) + 1];
    }
  }
  for (size_t i = 1; i < first_reader_.size(); ++i) {
    first_reader_[i] += first_reader_[i - 1];
  }
  readers_.resize(static_cast<size_t>(first_reader_.back()));
  std::vector<int32_t> next(first_reader_.begin(), first_reader_.end() - 1);
  for (size_t at = 0; at < visits.size(); ++at) {
    for (const int32_t value : visits_->OperandsOf(visits[at])) {
      int32_t& place = next[static_cast<size_t>(value)];
      readers_[static_cast<size_t>(place++)] = static_cast<int32_t>(at);
    }
  }
}

bool ProgramPrice::FindChanges() {
  if (shardings_.size() != m_.value_table_size() ||
      first_visit_.size() != m_.op_table_size()) {
    return false;
  }
  for (ValueId value; (value = noted_.NextFrom(ValueId(0)));) {
    noted_.Erase(value);
    const ShardingId now = m_.sharding(value);
    if (std::exchange(shardings_[value.Slot()], now) != now) {
      FindReadersOf(value);
    }
  }
  const VisitBlock& main = visits_->blocks[0];
  for (int32_t i = 0; i < main.end_count; ++i) {
    const auto at = static_cast<size_t>(i);
    const ShardingId now = ResultSharding(m_, visits_->main, at);
    if (std::exchange(result_shardings_[at], now) != now) {
      MarkDirty(main.first_end + i, /*is_rewired=*/false);
    }
  }
  return true;
}

// Finds the visits whose recipes depend on the sharding of `changed`.
void ProgramPrice::FindReadersOf(ValueId changed) {
  MarkAskingReaders(changed);
  if (m_.IsArg(changed) && m_.arg_block(changed) == visits_->blocks[0].block) {
    return SetArgument(0, m_.index(changed));
  }
  MarkOwner(changed);
  const OpId op = m_.def(changed);
  if (op && m_.kind(op) == OpKind::kDataFlowEdge) {
    MarkOwner(m_.operand(op, 0));  // it holds the sharding of its operand
  }
}

// Marks the visits to the op that defines the value or has it as an argument.
void ProgramPrice::MarkOwner(ValueId value) {
  if (const OpId op = OwningOp(m_, value)) MarkVisits(op);
}

// Marks the visits to ops around which export may add reshards because of the
// value's sharding. Barriers between the value and the op make no difference
// (SkipBarriers).
void ProgramPrice::MarkAskingReaders(ValueId changed) {
  std::vector<ValueId> values = {changed};
  while (!values.empty()) {
    const ValueId value = values.back();
    values.pop_back();
    UseId use = m_.value(value).first_use;
    for (; use; use = m_.use(use).next) {
      const OpId reader = m_.use(use).owner;
      if (IsBarrier(m_, reader)) {
        values.push_back(m_.result(reader, 0));
      } else if (m_.kind(reader) == OpKind::kSdyReturn) {
        MarkResultEdges(m_.parent_op(reader));
      } else if (MayGetReshards(m_, reader)) {
        MarkVisits(reader);
      }
    }
  }
}

// Marks the visits to the data-flow edges of an op's results.
void ProgramPrice::MarkResultEdges(OpId op) {
  for (int i = 0; i < m_.result_count(op); ++i) {
    if (const OpId edge = EdgeOfTarget(m_, m_.result(op, i))) MarkVisits(edge);
  }
}

void ProgramPrice::MarkVisits(OpId op) {
  int32_t at = first_visit_[op.Slot()];
  for (; at >= 0; at = next_visit_[static_cast<size_t>(at)]) {
    MarkDirty(at, /*is_rewired=*/false);
  }
}

void ProgramPrice::MarkDirty(int32_t at, bool is_rewired) {
  if (is_rewired) items_[static_cast<size_t>(at)].is_rewired = true;
  dirty_.Insert(VisitId(at));
}

void ProgramPrice::SetArgument(int32_t block, int32_t i) {
  const VisitBlock& b = visits_->blocks[static_cast<size_t>(block)];
  const int32_t value = b.first_argument + i;
  Value known = values_[static_cast<size_t>(value)];
  known.part = visitor_->ArgumentPart(block, i);
  // The nodes of the blocks' arguments were made first, so their numbers are
  // also indices in argument_steps_.
  RecipeStep& step = argument_steps_[static_cast<size_t>(known.node)];
  const int64_t bytes = visitor_->BytesOfPart(known.part);
  if (block == 0) arguments_ += absl::int128(bytes) - step.bytes;
  step.bytes = bytes;
  SetValue(value, known);
}

void ProgramPrice::SetValue(int32_t value, const Value& known) {
  const auto slot = static_cast<size_t>(value);
  Value& old = values_[slot];
  const bool is_rewired = old.node != known.node;
  if (!is_rewired && old.part == known.part &&
      old.is_uniform == known.is_uniform) {
    return;
  }
  old = known;
  visitor_->SetKnown(value, known.part, known.is_uniform);
  for (int32_t i = first_reader_[slot]; i < first_reader_[slot + 1]; ++i) {
    MarkDirty(readers_[static_cast<size_t>(i)], is_rewired);
  }
}

// --- visits

// Processes visits in order, so that operands are known before their users.
bool ProgramPrice::Process() {
  for (VisitId at; (at = dirty_.NextFrom(VisitId(0)));) {
    dirty_.Erase(at);
    if (!Evaluate(at.index)) return false;
  }
  Settle();
  return true;
}

bool ProgramPrice::Evaluate(int32_t at) {
  const Visit& visit = visits_->visits[static_cast<size_t>(at)];
  Instance& item = items_[static_cast<size_t>(at)];
  const bool is_rewired = std::exchange(item.is_rewired, false);
  const Recipe& recipe = visitor_->RecipeOf(visit);
  if (!visitor_->ok()) return false;
  if (&recipe == item.recipe && !is_rewired) return true;
  const bool is_new = item.recipe == nullptr;
  operands_.clear();
  for (const int32_t value : visits_->OperandsOf(visit)) {
    operands_.push_back(values_[static_cast<size_t>(value)].node);
  }
  if (!is_new && !is_rewired && visit.block_count == 0 && recipe.form >= 0 &&
      recipe.form == item.recipe->form) {
    for (size_t i = 0; i < recipe.steps.size(); ++i) {
      Restate(nodes_[static_cast<size_t>(item.nodes[i])], recipe.steps[i]);
    }
    item.recipe = &recipe;
  } else {
    Replace(item, recipe, visit.block);
  }
  const auto node_of = [&](NodeId symbol) {
    if (symbol == kNoNode) return kNone;
    return symbol < recipe.op_operands
               ? operands_[static_cast<size_t>(symbol)]
               : item.nodes[static_cast<size_t>(symbol - recipe.op_operands)];
  };
  if (visit.kind == Visit::Kind::kEnd) {
    SetEnd(visit, item, node_of(recipe.results[0].symbol));
    return true;
  }
  // The users of a result read the last of its nodes.
  for (size_t i = 0; i < recipe.results.size(); ++i) {
    const Recipe::Result& r = recipe.results[i];
    const bool is_last = i + 1 == recipe.results.size() ||
                         recipe.results[i + 1].result != r.result;
    if (!is_last) continue;
    Value value;
    value.node = node_of(r.symbol);
    value.part = r.part;
    value.is_uniform = value.node >= 0 &&
                       nodes_[static_cast<size_t>(value.node)].step->is_uniform;
    SetValue(visit.first_result + r.result, value);
  }
  if (visit.kind == Visit::Kind::kEntry) {
    SetScope(visit, recipe.group, is_new);
  }
  if (visit.block_count > 0) UpdateBlocks(visit, node_of(recipe.runs));
  return true;
}

// Sets the node that runs the blocks of a visit. The parts of their arguments
// and the layouts of their results may also have changed.
void ProgramPrice::UpdateBlocks(const Visit& visit, int32_t runs) {
  for (int32_t k = 0; k < visit.block_count; ++k) {
    const int32_t b = visit.first_block + k;
    const VisitBlock& block = visits_->blocks[static_cast<size_t>(b)];
    runs_[static_cast<size_t>(b)] = runs;
    for (int32_t i = 0; i < block.argument_count; ++i) {
      const auto argument = static_cast<size_t>(block.first_argument + i);
      if (runs >= 0) AddRead(runs, values_[argument].node, /*runs=*/true);
      SetArgument(b, i);
    }
    for (int32_t i = 0; i < block.end_count; ++i) {
      const int32_t end = block.first_end + i;
      const int32_t result = items_[static_cast<size_t>(end)].result;
      if (runs >= 0 && result >= 0) AddRead(runs, result, /*runs=*/true);
      MarkDirty(end, /*is_rewired=*/false);
    }
  }
}

void ProgramPrice::SetEnd(const Visit& visit, Instance& item, int32_t result) {
  const int32_t old = std::exchange(item.result, result);
  if (old == result) return;
  if (visit.block == 0) {
    if (result >= 0) AddReaders(result, 1);
    if (old >= 0) AddReaders(old, -1);
    return;
  }
  const int32_t runs = runs_[static_cast<size_t>(visit.block)];
  if (runs < 0) return;
  if (result >= 0) AddRead(runs, result, /*runs=*/true);
  if (old >= 0) RemoveRun(runs, old);
}

// Sets the digits in which devices differ inside a manual computation.
// `is_new`: its body hasn't been evaluated yet.
void ProgramPrice::SetScope(const Visit& entry, int32_t group, bool is_new) {
  if (!visitor_->SetScope(entry.inner_scope, group) || is_new) return;
  // This is rare: an edit can't change which axes are manual.
  for (size_t at = 0; at < items_.size(); ++at) {
    const Visit& visit = visits_->visits[at];
    if (&visit != &entry && (visit.scope == entry.inner_scope ||
                             visit.inner_scope == entry.inner_scope)) {
      MarkDirty(static_cast<int32_t>(at), /*is_rewired=*/false);
    }
  }
}

// Replaces the step of an op's own node with `step`. The node still reads the
// same nodes.
void ProgramPrice::Restate(Node& node, const RecipeStep& step) {
  const RecipeStep& old = *std::exchange(node.step, &step);
  if (node.is_live && old.flops != step.flops) {
    flops_ -= node.flops;
    node.flops = FlopsOf(node);
    flops_ += node.flops;
  }
  if (!MatterToReduces(old, step)) return;
  for (const int32_t edge : node.reads) {
    Touch(edges_[static_cast<size_t>(edge)].node);
  }
}

bool ProgramPrice::Reads(const Node& node,
                         std::span<const int32_t> operands) const {
  return std::ranges::equal(node.reads, operands, {}, [&](int32_t edge) {
    return edges_[static_cast<size_t>(edge)].node;
  });
}

// Replaces the nodes of a visit, whose operands are in operands_, with the
// nodes of a recipe.
void ProgramPrice::Replace(Instance& instance, const Recipe& recipe,
                           int32_t block) {
  // Reuse the op's own nodes, so that their readers needn't change.
  spare_.clear();
  released_.clear();
  for (size_t i = 0; i < instance.nodes.size(); ++i) {
    const bool is_own =
        instance.recipe->steps[i].kind == RecipeStep::Kind::kNode;
    (is_own ? spare_ : released_).push_back(instance.nodes[i]);
  }
  std::reverse(spare_.begin(), spare_.end());
  written_ = operands_;  // the node of each symbol
  instance.nodes.clear();
  for (const RecipeStep& step : recipe.steps) {
    reads_.clear();
    for (const NodeId symbol : recipe.OperandsOf(step)) {
      const int32_t node = written_[static_cast<size_t>(symbol)];
      if (node >= 0) reads_.push_back(node);
    }
    int32_t node = kNone;
    if (step.kind == RecipeStep::Kind::kNode) {
      if (spare_.empty()) {
        node = NewNode();
      } else {
        node = spare_.back();
        spare_.pop_back();
      }
      Node& own = nodes_[static_cast<size_t>(node)];
      own.block = block;
      if (own.step != nullptr && Reads(own, reads_)) {
        Restate(own, step);
      } else {
        own.step = &step;
        SetReads(node, reads_);
        Touch(node);
      }
    } else {
      node = SharedNode(step, reads_.empty() ? kNone : reads_.front(), block);
      ++nodes_[static_cast<size_t>(node)].requests;
    }
    instance.nodes.push_back(node);
    written_.push_back(node);
  }
  for (const int32_t node : spare_) {
    SetReads(node, {});
    unused_.push_back(node);
  }
  for (const int32_t node : released_) {
    --nodes_[static_cast<size_t>(node)].requests;
    unrequested_.push_back(node);
  }
  instance.recipe = &recipe;
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

int32_t ProgramPrice::SharedNode(const RecipeStep& step, int32_t operand,
                                 int32_t block) {
  const OnceKey key = OnceKey::Of(step, operand, block);
  const auto it = shared_.find(key);
  if (it != shared_.end()) return it->second;
  const int32_t node = NewNode();
  shared_.emplace(key, node);
  nodes_[static_cast<size_t>(node)].step = &step;
  nodes_[static_cast<size_t>(node)].block = block;
  if (operand >= 0) SetReads(node, {&operand, 1});
  Touch(node);
  return node;
}

void ProgramPrice::SetReads(int32_t node, std::span<const int32_t> operands) {
  const auto slot = static_cast<size_t>(node);
  for (const int32_t edge : nodes_[slot].reads) Unlink(edge);
  nodes_[slot].reads.clear();
  for (const int32_t operand : operands) AddRead(node, operand, false);
}

void ProgramPrice::AddRead(int32_t node, int32_t operand, bool runs) {
  int32_t id = static_cast<int32_t>(edges_.size());
  if (free_edges_.empty()) {
    edges_.emplace_back();
  } else {
    id = free_edges_.back();
    free_edges_.pop_back();
  }
  int32_t& first = nodes_[static_cast<size_t>(operand)].first_reader;
  edges_[static_cast<size_t>(id)] = {node, operand, kNone, first, runs};
  if (first >= 0) edges_[static_cast<size_t>(first)].previous = id;
  first = id;
  Node& reader = nodes_[static_cast<size_t>(node)];
  reader.reads.push_back(id);
  if (reader.is_live) AddReaders(operand, 1);
  Touch(operand);
}

// Removes an edge from `node`, which runs a block, to `needed`.
void ProgramPrice::RemoveRun(int32_t node, int32_t needed) {
  auto& reads = nodes_[static_cast<size_t>(node)].reads;
  const auto it = std::find_if(reads.begin(), reads.end(), [&](int32_t id) {
    const Edge& edge = edges_[static_cast<size_t>(id)];
    return edge.runs && edge.node == needed;
  });
  if (it == reads.end()) return;
  Unlink(*it);
  *it = reads.back();  // the order of these edges doesn't matter
  reads.pop_back();
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
  // Remove shared nodes that are no longer requested by any op.
  for (size_t i = 0; i < unrequested_.size(); ++i) {
    const int32_t id = unrequested_[i];
    Node& node = nodes_[static_cast<size_t>(id)];
    if (node.requests != 0) continue;
    node.requests = -1;  // so that it is removed only once
    const int32_t operand =
        node.reads.empty()
            ? kNone
            : edges_[static_cast<size_t>(node.reads.front())].node;
    shared_.erase(OnceKey::Of(*node.step, operand, node.block));
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
    if (!PassesOn(node.step->work)) continue;
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
      if (edges_[static_cast<size_t>(edge)].runs ||
          !nodes_[static_cast<size_t>(reader)].is_live) {
        continue;
      }
      readers.push_back(reader);
    }
    return readers.size() > before;
  };
  if (!add_readers(id)) return false;
  int64_t taken = 0;
  for (size_t i = 0; i < readers.size(); ++i) {
    const RecipeStep& reader = *nodes_[static_cast<size_t>(readers[i])].step;
    if (reader.work == Work::kDynamicSlice) {
      taken = std::max(taken, reader.bytes);
    } else if (!PassesOn(reader.work) || readers.size() >= kMaxPassedReaders ||
               !add_readers(readers[i])) {
      return false;
    }
  }
  const RecipeStep& step = *nodes_[static_cast<size_t>(id)].step;
  return IsPart(taken, step.held, step.group);
}

int64_t ProgramPrice::FlopsOf(const Node& node) const {
  return SaturatingProduct(
      node.step->flops,
      visits_->blocks[static_cast<size_t>(node.block)].executions);
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
  if (node.step->kind == RecipeStep::Kind::kCollective) {
    const int64_t times =
        visits_->blocks[static_cast<size_t>(node.block)].executions;
    StepLoad load;
    load.kind = node.step->collective;
    load.held = node.step->held;
    load.group = node.step->group;
    if (load.kind == StepKind::kAllReduce && TakesPartsOnly(id)) {
      load.kind = StepKind::kReduceScatter;
    }
    node.wire_bytes = SaturatingProduct(CostModel().Price(load).bytes, times);
    node.counts = true;
  } else {
    node.flops = FlopsOf(node);
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
  const VisitBlock& main = visits_->blocks[0];
  for (int32_t i = 0; i < main.end_count; ++i) {
    const int32_t node = items_[static_cast<size_t>(main.first_end + i)].result;
    if (node < 0) continue;
    totals.results = SaturatingSum(
        totals.results, nodes_[static_cast<size_t>(node)].step->bytes);
  }
  totals.results = SaturatingSum(
      totals.results, TuplePointerBytes(static_cast<size_t>(main.end_count)));
  return totals;
}

LocalProgram ProgramPrice::Local() const {
  LocalProgram program;
  program.nodes.reserve(nodes_.size());
  program.operands.reserve(edges_.size());
  for (const VisitBlock& block : visits_->blocks) {
    program.blocks.emplace_back().executions = block.executions;
  }
  program.blocks[0].nodes.reserve(nodes_.size());
  std::vector<NodeId> id_of(nodes_.size(), kNoNode);
  const auto add = [&](int32_t from, OpId source, int32_t copy) -> CostNode& {
    const Node& node = nodes_[static_cast<size_t>(from)];
    const auto id = static_cast<NodeId>(program.nodes.size());
    id_of[static_cast<size_t>(from)] = id;
    CostNode& to =
        program.nodes.emplace_back(node.step->Node(node.block, source));
    to.copy = copy;
    to.first_operand = static_cast<uint32_t>(program.operands.size());
    for (const int32_t i : node.reads) {
      const Edge& edge = edges_[static_cast<size_t>(i)];
      if (edge.runs) break;
      program.operands.push_back(id_of[static_cast<size_t>(edge.node)]);
    }
    to.operand_count =
        static_cast<uint32_t>(program.operands.size()) - to.first_operand;
    program.blocks[static_cast<size_t>(node.block)].nodes.push_back(id);
    if (node.step->told >= 0) {
      program.told_bytes.push_back({id, node.step->told});
    }
    return to;
  };
  const auto add_arguments = [&](int32_t b, OpId source, int32_t copy) {
    const VisitBlock& block = visits_->blocks[static_cast<size_t>(b)];
    for (int32_t i = 0; i < block.argument_count; ++i) {
      const auto value = static_cast<size_t>(block.first_argument + i);
      CostNode& node = add(values_[value].node, source, copy);
      (b == 0 ? node.is_argument : node.is_block_argument) = true;
      program.blocks[static_cast<size_t>(b)].arguments.push_back(
          id_of[static_cast<size_t>(values_[value].node)]);
    }
  };
  add_arguments(0, OpId::None(), 0);
  for (size_t at = 0; at < items_.size(); ++at) {
    const Visit& visit = visits_->visits[at];
    for (const int32_t from : items_[at].nodes) {
      const Node& node = nodes_[static_cast<size_t>(from)];
      if (!node.is_live || id_of[static_cast<size_t>(from)] != kNoNode) {
        continue;
      }
      CostNode& to = add(from, visit.op, visit.copy);
      if (node.step->kind != RecipeStep::Kind::kCollective) continue;
      to.collective = static_cast<int32_t>(program.collectives.size());
      LocalCollective& made = program.collectives.emplace_back(
          node.step->Collective(id_of[static_cast<size_t>(from)],
                                visitor_->DigitsOf(*node.step), visit.op));
      made.executions =
          visits_->blocks[static_cast<size_t>(node.block)].executions;
    }
    if (visit.kind == Visit::Kind::kEnd) {
      const int32_t node = items_[at].result;
      LocalBlock& block = program.blocks[static_cast<size_t>(visit.block)];
      if (visit.block == 0 || block.parent != kNoNode) {
        block.results.push_back(node < 0 ? kNoNode
                                         : id_of[static_cast<size_t>(node)]);
      }
    }
    if (visit.block_count == 0) continue;
    const int32_t node = runs_[static_cast<size_t>(visit.first_block)];
    const NodeId runs = node < 0 ? kNoNode : id_of[static_cast<size_t>(node)];
    if (runs == kNoNode) continue;  // dead, and so are the blocks
    program.nodes[static_cast<size_t>(runs)].first_block = visit.first_block;
    program.nodes[static_cast<size_t>(runs)].block_count = visit.block_count;
    for (int32_t k = 0; k < visit.block_count; ++k) {
      const int32_t block = visit.first_block + k;
      program.blocks[static_cast<size_t>(block)].parent = runs;
      add_arguments(block, visit.op, visit.copy);
    }
  }
  return program;
}

size_t ProgramPrice::MemoryBytes() const {
  size_t bytes =
      VectorBytes(first_visit_) + VectorBytes(next_visit_) +
      VectorBytes(first_reader_) + VectorBytes(readers_) + VectorBytes(items_) +
      VectorBytes(values_) + VectorBytes(runs_) + VectorBytes(shardings_) +
      VectorBytes(result_shardings_) + VectorBytes(nodes_) +
      VectorBytes(edges_) + VectorBytes(free_nodes_) +
      VectorBytes(free_edges_) + HashBytes(shared_) + VectorBytes(touched_) +
      copies_.MemoryBytes() + VectorBytes(queue_) + VectorBytes(unused_) +
      VectorBytes(unrequested_) + argument_steps_.size() * sizeof(RecipeStep);
  // The lists inside nodes aren't counted: most are stored inline.
  for (const Instance& item : items_) bytes += VectorBytes(item.nodes);
  if (visits_) bytes += visits_->MemoryBytes();
  if (visitor_) bytes += visitor_->MemoryBytes();
  return bytes;
}

}  // namespace shardflow::internal
