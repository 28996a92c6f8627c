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
  Error error;
  std::optional<DigitMesh> mesh = DigitMesh::Make(m_, symbols_, error);
  if (mesh && mesh_ && mesh->HasDigitsOf(*mesh_)) return true;
  mesh_ = mesh ? std::make_unique<DigitMesh>(*std::move(mesh)) : nullptr;
  return false;
}

// Whether it's worth while to update. If not, the state stays as it is, and
// changes stay noted.
bool ProgramPrice::MayHavePrice() {
  if (is_hopeless_ || copies_.AnyDiffer()) return false;
  return !HasUnknownExport(m_);
}

bool ProgramPrice::Update() {
  if (!MayHavePrice()) return false;
  const bool was_valid = std::exchange(is_valid_, false);
  const bool is_same = MeshIsSame();
  if (!mesh_ || !(is_same && was_valid ? FindChanges() : Start()) ||
      !Process()) {
    return false;
  }
  // The shardings of the exported program may have new sub-axes.
  if (!MeshIsSame() && (!mesh_ || !Start() || !Process())) return false;
  return is_valid_ = true;
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
      is_hopeless_ = !graph || !CheckFlattens(m_, symbols_, *graph, ignored);
      if (is_hopeless_) return false;
    }
    Error error;
    visits_ = ListVisits(m_, MainFunction(m_), &symbols_, error);
    // Collectives that come from a callback may depend on anything in the
    // program, so they can't be kept up to date.
    is_hopeless_ = !visits_ || TellsCollectives();
    if (is_hopeless_) return false;
    ListReaders();
  }
  visitor_ = std::make_unique<SpmdVisitor>(m_, symbols_, *mesh_, *visits_,
                                           nothing_, &exported_);
  visitor_->KeepLooks();
  const std::vector<Visit>& visits = visits_->visits;
  EndMarks();
  for (auto* nodes :
       {&unused_, &unrequested_, &queue_, &touched_, &unplaced_}) {
    nodes->clear();
  }
  items_.Assign(visits.size());
  is_rewired_.assign(visits.size(), 0);
  nodes_.Assign(0);
  edges_.Assign(0);
  shared_.clear();
  sums_ = {};
  values_.Assign(static_cast<size_t>(visits_->value_count));
  runs_.Assign(visits_->blocks.size());
  has_loops_ = false;
  for (size_t b = 0; b < visits_->blocks.size(); ++b) {
    has_loops_ |= visits_->blocks[b].outermost != static_cast<int32_t>(b);
  }
  shardings_.Assign(m_.value_table_size());
  for (size_t i = 0; i < shardings_.size(); ++i) {
    shardings_.Edit(i) = m_.sharding(ValueId(i));
  }
  noted_ = IdSet<ValueId>(shardings_.size());
  const VisitBlock& main = visits_->blocks[0];
  result_shardings_.Assign(static_cast<size_t>(main.end_count));
  for (int32_t i = 0; i < main.end_count; ++i) {
    result_shardings_.Edit(i) =
        ResultSharding(m_, visits_->main, static_cast<size_t>(i));
  }
  size_t arguments = 0;
  for (size_t b = 0; b < visits_->blocks.size(); ++b) {
    const VisitBlock& block = visits_->blocks[b];
    runs_.Edit(b) = kNone;
    arguments += static_cast<size_t>(block.argument_count);
  }
  argument_steps_.Assign(arguments);
  for (size_t b = 0; b < visits_->blocks.size(); ++b) {
    const VisitBlock& block = visits_->blocks[b];
    for (int32_t i = 0; i < block.argument_count; ++i) {
      const int32_t node = nodes_.Add();
      Unplace(node);
      argument_steps_.Edit(node).work = Work::kNone;
      nodes_.Edit(node).step = &argument_steps_[node];
      nodes_.Edit(node).block = static_cast<int32_t>(b);
      values_.Edit(block.first_argument + i).node = node;
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
    is_hopeless_ = true;
    return false;
  }
  for (ValueId value; (value = noted_.NextFrom(ValueId(0)));) {
    noted_.Erase(value);
    const ShardingId now = m_.sharding(value);
    if (shardings_[value.Slot()] == now) continue;
    shardings_.Edit(value.Slot()) = now;
    FindReadersOf(value);
  }
  const VisitBlock& main = visits_->blocks[0];
  for (int32_t i = 0; i < main.end_count; ++i) {
    const auto at = static_cast<size_t>(i);
    const ShardingId now = ResultSharding(m_, visits_->main, at);
    if (result_shardings_[at] == now) continue;
    result_shardings_.Edit(at) = now;
    MarkDirty(main.first_end + i, /*is_rewired=*/false);
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
// value's sharding. If the value holds the sharding of a data-flow edge, these
// may read any target of the edge. Barriers between the value and the op make
// no difference (SkipBarriers).
void ProgramPrice::MarkAskingReaders(ValueId changed) {
  std::vector<ValueId> values = {changed};
  const OpId op = OwningOp(m_, changed);
  if (op && m_.kind(op) == OpKind::kDataFlowEdge) {
    AppendEdgeOpNonOwnerTargets(m_, op, values);
  } else if (op) {
    AppendNonOwnerTargets(m_, changed, values);
  }
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
  if (is_rewired) is_rewired_[static_cast<size_t>(at)] = 1;
  dirty_.Insert(VisitId(at));
}

void ProgramPrice::SetArgument(int32_t block, int32_t i) {
  const VisitBlock& b = visits_->blocks[static_cast<size_t>(block)];
  const int32_t value = b.first_argument + i;
  Value known = values_[value];
  known.part = visitor_->ArgumentPart(block, i);
  const int64_t bytes = visitor_->BytesOfPart(known.part);
  const int64_t before = argument_steps_[known.node].bytes;
  if (block == 0) sums_.arguments += absl::int128(bytes) - before;
  if (bytes != before) argument_steps_.Edit(known.node).bytes = bytes;
  SetValue(value, known);
}

void ProgramPrice::SetValue(int32_t value, const Value& known) {
  const auto slot = static_cast<size_t>(value);
  const Value& old = values_[slot];
  const bool is_rewired = old.node != known.node;
  if (!is_rewired && old.part == known.part &&
      old.is_uniform == known.is_uniform) {
    return;
  }
  values_.Edit(slot) = known;
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
  const bool is_rewired =
      std::exchange(is_rewired_[static_cast<size_t>(at)], 0) != 0;
  const Recipe& recipe = visitor_->RecipeOf(visit);
  if (!visitor_->ok()) return false;
  if (&recipe == items_[at].recipe && !is_rewired) return true;
  Instance& item = items_.Edit(at);
  const bool is_new = item.recipe == nullptr;
  operands_.clear();
  for (const int32_t value : visits_->OperandsOf(visit)) {
    operands_.push_back(values_[value].node);
  }
  if (!is_new && !is_rewired && visit.block_count == 0 && recipe.form >= 0 &&
      recipe.form == item.recipe->form) {
    for (size_t i = 0; i < recipe.steps.size(); ++i) {
      Restate(item.nodes[i], recipe.steps[i]);
    }
    item.recipe = &recipe;
  } else {
    Replace(item, recipe, visit);
  }
  const auto node_of = [&](NodeId symbol) {
    if (symbol == kNoNode) return kNone;
    return symbol < recipe.op_operands
               ? operands_[static_cast<size_t>(symbol)]
               : item.nodes[static_cast<size_t>(symbol - recipe.op_operands)];
  };
  if (visit.kind == Visit::Kind::kEnd) {
    SetEnd(visit, at, node_of(recipe.results[0].symbol));
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
    value.is_uniform = value.node >= 0 && nodes_[value.node].step->is_uniform;
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
    if (runs_[b] != runs) runs_.Edit(b) = runs;
    if (runs >= 0 && nodes_[runs].first_block != visit.first_block) {
      nodes_.Edit(runs).first_block = visit.first_block;
    }
    for (int32_t i = 0; i < block.argument_count; ++i) {
      const auto argument = static_cast<size_t>(block.first_argument + i);
      if (runs >= 0) AddRead(runs, values_[argument].node, /*runs=*/true);
      SetArgument(b, i);
    }
    for (int32_t i = 0; i < block.end_count; ++i) {
      const int32_t end = block.first_end + i;
      const int32_t result = items_[end].result;
      if (runs >= 0 && result >= 0) AddRead(runs, result, /*runs=*/true);
      MarkDirty(end, /*is_rewired=*/false);
    }
  }
  UnplaceArguments(visit.first_block);
}

void ProgramPrice::SetEnd(const Visit& visit, int32_t at, int32_t result) {
  const int32_t old = items_[at].result;
  if (old == result) return;
  items_.Edit(at).result = result;
  if (visit.block == 0) {
    if (result >= 0) AddReaders(result, 1);
    if (old >= 0) AddReaders(old, -1);
    return;
  }
  const VisitBlock& block = visits_->blocks[static_cast<size_t>(visit.block)];
  if (visit.index < block.argument_count) {
    Unplace(values_[block.first_argument + visit.index].node);
  }
  const int32_t runs = runs_[visit.block];
  if (runs < 0) return;
  if (result >= 0) AddRead(runs, result, /*runs=*/true);
  if (old >= 0) RemoveRun(runs, old);
}

// Sets the digits in which devices differ inside a manual computation.
// `is_new`: its body hasn't been evaluated yet.
void ProgramPrice::SetScope(const Visit& entry, int32_t group, bool is_new) {
  if (!visitor_->SetScope(entry.inner_scope, group) || is_new) return;
  // This change can't be undone, so the marks become invalid. It is rare,
  // because an edit can't change which axes are manual.
  EndMarks();
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
void ProgramPrice::Restate(int32_t id, const RecipeStep& step) {
  Node& node = nodes_.Edit(id);
  const RecipeStep& old = *std::exchange(node.step, &step);
  if (old.work != step.work) Unplace(id);
  if (node.is_live && old.flops != step.flops) {
    sums_.flops -= node.flops;
    node.flops = FlopsOf(node);
    sums_.flops += node.flops;
  }
  if (!MatterToReduces(old, step)) return;
  for (const int32_t edge : node.reads) Touch(edges_[edge].node);
}

bool ProgramPrice::Reads(const Node& node,
                         std::span<const int32_t> operands) const {
  return std::ranges::equal(node.reads, operands, {},
                            [&](int32_t edge) { return edges_[edge].node; });
}

// Replaces the nodes of a visit, whose operands are in operands_, with the
// nodes of a recipe.
void ProgramPrice::Replace(Instance& instance, const Recipe& recipe,
                           const Visit& visit) {
  const int32_t block = visit.block;
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
        node = nodes_.Add();
        Unplace(node);
      } else {
        node = spare_.back();
        spare_.pop_back();
      }
      Node& own = nodes_.Edit(node);
      own.block = block;
      own.op = visit.op;
      if (own.step != nullptr && Reads(own, reads_)) {
        Restate(node, step);
      } else {
        own.step = &step;
        SetReads(node, reads_);
        Touch(node);
      }
    } else {
      node = SharedNode(step, reads_.empty() ? kNone : reads_.front(), block);
      ++nodes_.Edit(node).requests;
    }
    instance.nodes.push_back(node);
    written_.push_back(node);
  }
  for (const int32_t node : spare_) {
    SetReads(node, {});
    unused_.push_back(node);
  }
  for (const int32_t node : released_) {
    --nodes_.Edit(node).requests;
    unrequested_.push_back(node);
  }
  instance.recipe = &recipe;
}

// --- nodes

int32_t ProgramPrice::SharedNode(const RecipeStep& step, int32_t operand,
                                 int32_t block) {
  const OnceKey key = OnceKey::Of(step, operand, block);
  const auto it = shared_.find(key);
  if (it != shared_.end()) return it->second;
  const int32_t node = nodes_.Add();
  Unplace(node);
  shared_.emplace(key, node);
  if (marks_ > 0) shared_changes_.push_back({key, node, true});
  Node& made = nodes_.Edit(node);
  made.step = &step;
  made.block = block;
  if (operand >= 0) SetReads(node, {&operand, 1});
  Touch(node);
  return node;
}

void ProgramPrice::SetReads(int32_t node, std::span<const int32_t> operands) {
  for (const int32_t edge : nodes_[node].reads) Unlink(edge);
  nodes_.Edit(node).reads.clear();
  Unplace(node);
  for (const int32_t operand : operands) AddRead(node, operand, false);
}

void ProgramPrice::AddRead(int32_t node, int32_t operand, bool runs) {
  const int32_t id = edges_.Add();
  int32_t& first = nodes_.Edit(operand).first_reader;
  edges_.Edit(id) = {node, operand, kNone, first, runs};
  if (first >= 0) edges_.Edit(first).previous = id;
  first = id;
  Node& reader = nodes_.Edit(node);
  reader.reads.push_back(id);
  if (reader.is_live) AddReaders(operand, 1);
  Touch(operand);
}

// Removes an edge from `node`, which runs a block, to `needed`.
void ProgramPrice::RemoveRun(int32_t node, int32_t needed) {
  auto& reads = nodes_.Edit(node).reads;
  const auto it = std::find_if(reads.begin(), reads.end(), [&](int32_t id) {
    const Edge& edge = edges_[id];
    return edge.runs && edge.node == needed;
  });
  if (it == reads.end()) return;
  Unlink(*it);
  *it = reads.back();  // the order of these edges doesn't matter
  reads.pop_back();
}

void ProgramPrice::Unlink(int32_t id) {
  const Edge edge = edges_[id];
  if (edge.previous >= 0) {
    edges_.Edit(edge.previous).next = edge.next;
  } else {
    nodes_.Edit(edge.node).first_reader = edge.next;
  }
  if (edge.next >= 0) edges_.Edit(edge.next).previous = edge.previous;
  edges_.Remove(id);
  if (nodes_[edge.reader].is_live) {
    AddReaders(edge.node, -1);
  }
  Touch(edge.node);
}

void ProgramPrice::AddReaders(int32_t node, int change) {
  Node& n = nodes_.Edit(node);
  n.live_readers += change;
  if (!std::exchange(n.is_queued, true)) queue_.push_back(node);
}

void ProgramPrice::Touch(int32_t node) {
  if (nodes_[node].is_touched) return;
  nodes_.Edit(node).is_touched = true;
  touched_.push_back(node);
}

// --- going back

ProgramPrice::Mark ProgramPrice::SetMark() {
  ++marks_;
  Mark mark = {.starts = starts_,
               .noted = {},
               .sums = sums_,
               .shared_changes = shared_changes_.size(),
               .items = items_.SetMark(),
               .values = values_.SetMark(),
               .runs = runs_.SetMark(),
               .shardings = shardings_.SetMark(),
               .result_shardings = result_shardings_.SetMark(),
               .nodes = nodes_.SetMark(),
               .edges = edges_.SetMark(),
               .argument_steps = argument_steps_.SetMark()};
  noted_.ForEach([&](ValueId value) { mark.noted.push_back(value); });
  return mark;
}

bool ProgramPrice::CanReturn(const Mark& mark) const {
  return mark.starts == starts_ && is_valid_;
}

void ProgramPrice::Return(const Mark& mark) {
  if (!CanReturn(mark)) return;
  for (; shared_changes_.size() > mark.shared_changes;
       shared_changes_.pop_back()) {
    const SharedChange& change = shared_changes_.back();
    if (change.added) {
      shared_.erase(change.key);
    } else {
      shared_.emplace(change.key, change.node);
    }
  }
  sums_ = mark.sums;
  items_.Return(mark.items);
  values_.Return(mark.values, [&](size_t value, const Value& known) {
    visitor_->SetKnown(static_cast<int32_t>(value), known.part,
                       known.is_uniform);
  });
  runs_.Return(mark.runs);
  shardings_.Return(mark.shardings);
  result_shardings_.Return(mark.result_shardings);
  nodes_.Return(mark.nodes);
  edges_.Return(mark.edges);
  argument_steps_.Return(mark.argument_steps);
  for (const ValueId value : mark.noted) noted_.Insert(value);
}

void ProgramPrice::Release(const Mark& mark) {
  if (mark.starts == starts_ && --marks_ == 0) ForgetMarks();
}

// Makes all marks invalid.
void ProgramPrice::EndMarks() {
  ++starts_;
  marks_ = 0;
  ForgetMarks();
}

void ProgramPrice::ForgetMarks() {
  items_.ForgetMarks();
  values_.ForgetMarks();
  runs_.ForgetMarks();
  shardings_.ForgetMarks();
  result_shardings_.ForgetMarks();
  nodes_.ForgetMarks();
  edges_.ForgetMarks();
  argument_steps_.ForgetMarks();
  shared_changes_.clear();
}

// --- at the end of an update

void ProgramPrice::Settle() {
  // Remove shared nodes that are no longer requested by any op.
  for (size_t i = 0; i < unrequested_.size(); ++i) {
    const int32_t id = unrequested_[i];
    if (nodes_[id].requests != 0) continue;
    Node& node = nodes_.Edit(id);
    node.requests = -1;  // so that it is removed only once
    const int32_t operand =
        node.reads.empty() ? kNone : edges_[node.reads.front()].node;
    const OnceKey key = OnceKey::Of(*node.step, operand, node.block);
    shared_.erase(key);
    if (marks_ > 0) shared_changes_.push_back({key, id, false});
    SetReads(id, {});
    unused_.push_back(id);
  }
  unrequested_.clear();
  Place();
  while (!queue_.empty()) {
    const int32_t id = queue_.back();
    queue_.pop_back();
    Node& node = nodes_.Edit(id);
    node.is_queued = false;
    const bool is_live = node.live_readers > 0;
    if (std::exchange(node.is_live, is_live) == is_live) continue;
    Touch(id);
    for (const int32_t edge : node.reads) {
      const int32_t operand = edges_[edge].node;
      AddReaders(operand, is_live ? 1 : -1);
      Touch(operand);
    }
  }
  // Whether an all_reduce becomes a reduce_scatter may also depend on indirect
  // readers, which read its result through nodes that pass it on.
  for (size_t i = 0; i < touched_.size(); ++i) {
    const Node& node = nodes_[touched_[i]];
    if (!PassesOn(node.step->work)) continue;
    for (const int32_t edge : node.reads) {
      Touch(edges_[edge].node);
    }
  }
  for (const int32_t node : touched_) Count(node);
  touched_.clear();
  for (const int32_t node : unused_) nodes_.Remove(node);
  unused_.clear();
}

// Whether all readers of an all_reduce read no more than a device's part of its
// result. (FindReduceScatters uses the same criterion.)
bool ProgramPrice::TakesPartsOnly(int32_t id) const {
  std::vector<int32_t> readers;
  // If the all_reduce moves out of a loop in which its result is read, or whose
  // body returns it, the loop itself reads all of it.
  const int32_t outermost = nodes_[id].outermost;
  const bool has_moved = outermost >= 0 && outermost < nodes_[id].block;
  const auto add_readers = [&](int32_t node) {
    const size_t before = readers.size();
    int32_t edge = nodes_[node].first_reader;
    for (; edge >= 0; edge = edges_[edge].next) {
      const int32_t reader = edges_[edge].reader;
      if (!nodes_[reader].is_live) continue;
      if (!edges_[edge].runs) {
        readers.push_back(reader);
      } else if (has_moved) {
        return false;
      }
    }
    return readers.size() > before;
  };
  if (!add_readers(id)) return false;
  int64_t taken = 0;
  for (size_t i = 0; i < readers.size(); ++i) {
    if (has_moved && nodes_[readers[i]].outermost > outermost) return false;
    const RecipeStep& reader = *nodes_[readers[i]].step;
    if (reader.work == Work::kDynamicSlice) {
      taken = std::max(taken, reader.bytes);
    } else if (!PassesOn(reader.work) || readers.size() >= kMaxPassedReaders ||
               !add_readers(readers[i])) {
      return false;
    }
  }
  const RecipeStep& step = *nodes_[id].step;
  return IsPart(taken, step.held, step.group);
}

// How often the node runs when the program runs once.
int64_t ProgramPrice::Executions(const Node& node) const {
  const int32_t block = node.outermost >= 0 ? node.outermost : node.block;
  return visits_->blocks[static_cast<size_t>(block)].executions;
}

int64_t ProgramPrice::FlopsOf(const Node& node) const {
  return SaturatingProduct(node.step->flops, Executions(node));
}

void ProgramPrice::Count(int32_t id) {
  Node& node = nodes_.Edit(id);
  node.is_touched = false;
  sums_.wire_bytes -= node.wire_bytes;
  sums_.flops -= node.flops;
  sums_.collectives -= node.counts ? 1 : 0;
  node.wire_bytes = node.flops = 0;
  node.counts = false;
  if (!node.is_live) return;
  if (node.step->kind == RecipeStep::Kind::kCollective) {
    StepLoad load;
    load.kind = node.step->collective;
    load.held = node.step->held;
    load.group = node.step->group;
    if (load.kind == StepKind::kAllReduce && TakesPartsOnly(id)) {
      load.kind = StepKind::kReduceScatter;
    }
    node.wire_bytes =
        SaturatingProduct(CostModel().Price(load).bytes, Executions(node));
    node.counts = true;
  } else {
    node.flops = FlopsOf(node);
  }
  sums_.wire_bytes += node.wire_bytes;
  sums_.flops += node.flops;
  sums_.collectives += node.counts ? 1 : 0;
}

ProgramPrice::Totals ProgramPrice::totals() const {
  Totals totals;
  totals.wire_bytes = Saturated(sums_.wire_bytes);
  totals.collectives = sums_.collectives;
  totals.flops = Saturated(sums_.flops);
  totals.arguments = Saturated(sums_.arguments);
  const VisitBlock& main = visits_->blocks[0];
  for (int32_t i = 0; i < main.end_count; ++i) {
    const int32_t node = items_[main.first_end + i].result;
    if (node < 0) continue;
    totals.results = SaturatingSum(totals.results, nodes_[node].step->bytes);
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
    LocalBlock& made = program.blocks.emplace_back();
    made.executions = block.executions;
    made.outermost = block.outermost;
  }
  program.blocks[0].nodes.reserve(nodes_.size());
  std::vector<NodeId> id_of(nodes_.size(), kNoNode);
  const auto add = [&](int32_t from, OpId source, int32_t copy) -> CostNode& {
    const Node& node = nodes_[from];
    const auto id = static_cast<NodeId>(program.nodes.size());
    id_of[static_cast<size_t>(from)] = id;
    CostNode& to =
        program.nodes.emplace_back(node.step->Node(node.block, source));
    to.copy = copy;
    to.first_operand = static_cast<uint32_t>(program.operands.size());
    for (const int32_t i : node.reads) {
      const Edge& edge = edges_[i];
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
      const Node& node = nodes_[from];
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
    const int32_t node = runs_[visit.first_block];
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
  // (The lists inside nodes and items aren't counted: most are stored inline.)
  size_t bytes = VectorBytes(first_visit_) + VectorBytes(next_visit_) +
                 VectorBytes(first_reader_) + VectorBytes(readers_) +
                 items_.MemoryBytes() + values_.MemoryBytes() +
                 runs_.MemoryBytes() + shardings_.MemoryBytes() +
                 result_shardings_.MemoryBytes() + nodes_.MemoryBytes() +
                 edges_.MemoryBytes() + argument_steps_.MemoryBytes() +
                 VectorBytes(is_rewired_) + HashBytes(shared_) +
                 VectorBytes(shared_changes_) + copies_.MemoryBytes() +
                 VectorBytes(touched_) + VectorBytes(queue_) +
                 VectorBytes(unused_) + VectorBytes(unrequested_);
  if (visits_) bytes += visits_->MemoryBytes();
  if (visitor_) bytes += visitor_->MemoryBytes();
  return bytes;
}

}  // namespace shardflow::internal
