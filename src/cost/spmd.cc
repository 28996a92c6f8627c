#include "cost/spmd.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"

#include "cost/spmd_dot.h"
#include "cost/spmd_visitor.h"
#include "lower/axes.h"
#include "lower/inner_collectives.h"
#include "ops/attr_read.h"
#include "ops/functions.h"
#include "ops/known_values.h"
#include "ops/op_def.h"
#include "ops/rule_lookup.h"

namespace shardflow::internal {

Shape SpmdVisitor::ShapeOf(ValueId value) const {
  const TypeId type = m_.type(value);
  if (!m_.types.IsTensor(type)) return {};
  const std::span<const int64_t> dims = m_.types.dims(type);
  Shape shape(dims.begin(), dims.end());
  for (int64_t& size : shape) size = std::max<int64_t>(0, size);
  return shape;
}

Layout SpmdVisitor::LayoutOf(ValueId value) {
  const ShardingId sharding = m_.sharding(value);
  const size_t rank = RankOf(value);
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

void SpmdVisitor::SetGroup(DigitList group) {
  group_id_ = e_.DigitsId(std::string(group.begin(), group.end()));
  group_ = std::move(group);
}

void SpmdVisitor::SetGroupOfAll() {
  DigitList all;
  for (size_t d = 0; d < mesh_.digit_count(); ++d) {
    all.push_back(static_cast<uint8_t>(d));
  }
  SetGroup(std::move(all));
}

Part SpmdVisitor::Blank(ValueId value, const Layout& layout) const {
  Part part;
  part.shape = ShapeOf(value);
  part.layout = layout;
  part.element_bytes = ElementBytes(m_.types, m_.type(value));
  part.group = group_;
  return part;
}

int64_t SpmdVisitor::BytesOf(ValueId value, const Layout& layout) const {
  return e_.Bytes(ShapeOf(value), layout,
                  ElementBytes(m_.types, m_.type(value)));
}

void SpmdVisitor::Define(ValueId value, Known known) {
  if (known.node != kNoNode) {
    CostNode& node = e_.program().nodes[static_cast<size_t>(known.node)];
    if (node.value.IsNone()) node.value = value;
  }
  values_[value.Slot()] = known;
}

void SpmdVisitor::Define(ValueId value, Part part) {
  const int32_t id = parts_.Intern(part);
  if (made_ == nullptr) {
    return Define(value, Known{id, part.node, e_.IsUniform(part.node)});
  }
  const int32_t result = value.index - m_.result(made_for_, 0).index;
  made_->results.push_back({result, id, part.node});
}

Part SpmdVisitor::PartOf(ValueId value) {
  if (values_[value.Slot()].part < 0) {
    // The op that defines the value isn't visited here.
    Part part = Blank(value, LayoutOf(value));
    part.node = e_.Add(Work::kNone, {}, 0);
    Define(value, std::move(part));
  }
  const Known known = values_[value.Slot()];
  Part part = parts_.Get(known.part);
  part.node = known.node;
  for (int i = 0; made_ != nullptr; ++i) {
    if (m_.operand(made_for_, i) != value) continue;
    part.node = i;
    break;
  }
  return part;
}

int32_t SpmdVisitor::NewBlock(int64_t executions, int32_t parent) {
  LocalProgram& program = e_.program();
  LocalBlock& block = program.blocks.emplace_back();
  block.executions = executions;
  block.parent = parent;
  return static_cast<int32_t>(program.blocks.size() - 1);
}

bool SpmdVisitor::Run(OpId function, bool is_local, std::string& error) {
  const BlockId entry = EntryBlock(m_, function);
  if (entry.IsNone()) {
    error = "the main function has no body";
    return false;
  }
  if (is_local) {
    SetGroup({});
  } else {
    SetGroupOfAll();
  }
  Job job{entry, NewBlock(1, -1), {}, group_};
  const OpId end = m_.terminator(entry);
  if (end) {
    for (int i = 0; i < m_.operand_count(end); ++i) {
      job.ends.push_back(InGroup(mesh_.LayoutOf(
          m_, symbols_, ResultSharding(m_, function, static_cast<size_t>(i)),
          RankOf(m_.operand(end, i)))));
    }
  }
  e_.SetBlock(job.local);
  size_t i = 0;
  for (const ValueId argument : m_.args(entry)) {
    Part part = Blank(
        argument,
        InGroup(mesh_.LayoutOf(m_, symbols_, ArgSharding(m_, function, i++),
                               RankOf(argument))));
    part.node = e_.Add(Work::kNone, {}, e_.LocalBytes(part));
    e_.program().nodes[static_cast<size_t>(part.node)].is_argument = true;
    e_.program().blocks[0].arguments.push_back(part.node);
    Define(argument, std::move(part));
  }
  jobs_.push_back(std::move(job));
  for (size_t at = 0; at < jobs_.size(); ++at) {
    const Job next = jobs_[at];
    VisitBlock(next);
  }
  if (!error_.empty()) {
    error = error_;
    return false;
  }
  return true;
}

void SpmdVisitor::VisitBlock(const Job& job) {
  e_.SetBlock(job.local);
  SetGroup(job.group);
  const OpId end = m_.terminator(job.block);
  for (const OpId op : m_.Ops(job.block)) {
    e_.SetSource(op);
    e_.SetCause("operand");
    if (op == end && HasTrait(m_, op, kTerminator)) {
      VisitEnd(op, job);
    } else {
      Visit(op);
      if (m_.extensions != nullptr) AddInnerCollectives(op);
    }
  }
}

void SpmdVisitor::AddInnerCollectives(OpId op) {
  std::string error;
  const auto told = ToldCollectives(m_, symbols_, *m_.extensions, op, error);
  if (!told) {
    if (error_.empty()) error_ = std::move(error);
    return;
  }
  LocalProgram& program = e_.program();
  const int64_t executions =
      program.blocks[static_cast<size_t>(e_.block())].executions;
  for (const ToldCollective& one : *told) {
    LocalCollective& inner = program.inner_collectives.emplace_back();
    inner.kind = one.kind;
    inner.digits =
        mesh_.DigitsOf(m_, symbols_, MeshRef::Inlined(one.mesh), one.axes);
    if (mesh_.Count(inner.digits) != one.group) {
      if (error_.empty()) {
        error_ = "the collectives of '" + std::string(m_.op_name(op)) +
                 "' are along axes that the program's shardings don't use, or "
                 "cut in other ways";
      }
      return;
    }
    inner.group = one.group;
    inner.held = one.held;
    inner.after = one.after;
    inner.executions = SaturatingProduct(executions, one.times);
    inner.source = op;
    inner.cause = "inside";
  }
}

void SpmdVisitor::VisitEnd(OpId op, const Job& job) {
  e_.SetCause("result");
  for (int i = 0; i < m_.operand_count(op); ++i) {
    const auto at = static_cast<size_t>(i);
    Part part = PartOf(m_.operand(op, i));
    if (at < job.ends.size() && part.layout.size() == job.ends[at].size()) {
      part = e_.Reshard(part, job.ends[at]);
    }
    e_.program().blocks[static_cast<size_t>(job.local)].results.push_back(
        part.node);
  }
}

namespace {

// Whether the nodes of an op that does this work depend only on its attributes,
// types and shardings.
bool HasRecipe(Work work) {
  switch (work) {
    case Work::kLoop:
    case Work::kBranches:
    case Work::kCall:
    case Work::kOther:  // its cost may be defined by a user's rule
      return false;
    default:
      return true;
  }
}

}  // namespace

bool SpmdVisitor::MakeKey(OpId op) {
  constexpr int kMaxValues = 16;  // making a key takes quadratic time
  const int operands = m_.operand_count(op);
  const int results = m_.result_count(op);
  if (!HasRecipe(WorkOf(m_.kind(op))) || operands > kMaxValues ||
      results > kMaxValues) {
    return false;
  }
  key_.clear();
  nodes_.clear();
  is_uniform_.clear();
  key_.push_back(static_cast<int32_t>(m_.kind(op)));
  key_.push_back(m_.attr_dict(op).index);
  key_.push_back(operands);
  key_.push_back(group_id_);
  for (int i = 0; i < operands; ++i) {
    const ValueId value = m_.operand(op, i);
    const Known known = values_[value.Slot()];
    if (known.part < 0) return false;
    int first = 0;
    while (m_.operand(op, first) != value) ++first;
    key_.push_back(m_.type(value).index);
    key_.push_back(known.part);
    key_.push_back(first * 2 + (known.is_uniform ? 1 : 0));
    nodes_.push_back(known.node);
    is_uniform_.push_back(known.is_uniform ? 1 : 0);
  }
  for (int i = 0; i < results; ++i) {
    const ValueId value = m_.result(op, i);
    key_.push_back(m_.type(value).index);
    key_.push_back(m_.sharding(value).index);
  }
  return true;
}

const Recipe& SpmdVisitor::MakeRecipe(OpId op) {
  Recipe& recipe = recipes_.emplace_back();
  made_ = &recipe;
  made_for_ = op;
  e_.BeginRecipe(recipe, is_uniform_);
  e_.SetCause("operand");
  Partition(op);
  e_.EndRecipe();
  made_ = nullptr;
  return recipe;
}

std::string_view SpmdVisitor::Key() const {
  return {reinterpret_cast<const char*>(key_.data()),
          key_.size() * sizeof(key_[0])};
}

const Recipe* SpmdVisitor::RecipeOf(OpId op) {
  if (!MakeKey(op)) return nullptr;
  const auto id = static_cast<size_t>(recipe_ids_.Intern(Key()));
  return id == recipes_.size() ? &MakeRecipe(op) : &recipes_[id];
}

const Recipe* SpmdVisitor::RecipeOfEnd(ValueId value, ShardingId sharding) {
  const Known known = values_[value.Slot()];
  if (known.part < 0) return nullptr;
  key_ = {-1, known.part, known.is_uniform ? 1 : 0, sharding.index};
  const auto id = static_cast<size_t>(recipe_ids_.Intern(Key()));
  if (id < recipes_.size()) return &recipes_[id];
  Recipe& recipe = recipes_.emplace_back();
  const uint8_t is_uniform[] = {known.is_uniform ? uint8_t{1} : uint8_t{0}};
  e_.BeginRecipe(recipe, is_uniform);
  Part part = parts_.Get(known.part);
  part.node = 0;
  part = e_.Reshard(part,
                    mesh_.LayoutOf(m_, symbols_, sharding, part.layout.size()));
  e_.EndRecipe();
  recipe.results.push_back({0, parts_.Intern(part), part.node});
  return &recipe;
}

int32_t SpmdVisitor::ArgumentPart(ValueId argument, ShardingId sharding) {
  return parts_.Intern(Blank(
      argument, mesh_.LayoutOf(m_, symbols_, sharding, RankOf(argument))));
}

void SpmdVisitor::Visit(OpId op) {
  const Recipe* const recipe = RecipeOf(op);
  if (recipe == nullptr) return Partition(op);
  const std::span<const NodeId> written = e_.Write(*recipe, nodes_);
  for (const Recipe::Result& r : recipe->results) {
    const NodeId node =
        r.symbol == kNoNode ? kNoNode : written[static_cast<size_t>(r.symbol)];
    Define(m_.result(op, r.result), Known{r.part, node, e_.IsUniform(node)});
  }
}

void SpmdVisitor::Partition(OpId op) {
  const OpKind kind = m_.kind(op);
  const Work work = WorkOf(kind);
  if (!DimsFit(op)) return VisitWhole(op, work);
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
      return VisitSort(op);
    case Work::kRandom:
      return VisitElementwise(op, Work::kRandom);
    case Work::kLoop:
      return VisitLoop(op);
    case Work::kBranches:
      return VisitBranches(op);
    case Work::kCall:
      if (kind == OpKind::kManualComputation) return VisitManual(op);
      if (kind == OpKind::kNamedComputation) return VisitNamed(op);
      error_ = "the program calls functions; inline them first";
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
      return VisitWhole(op, work);
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
  Part part = PartOf(m_.operand(op, i));
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
  for (int i = 0; i < count; ++i) PartOf(m_.operand(op, i));  // defines them
  for (int i = 0; i < count && agree; ++i) {
    const Layout& operand = PartOf(m_.operand(op, i)).layout;
    agree = operand.size() == wanted.size() &&
            (i == 0 || operand == PartOf(m_.operand(op, 0)).layout);
  }
  const bool by_operands =
      agree && e_.Tiles(PartOf(m_.operand(op, 0)).layout) > e_.Tiles(wanted);
  const Layout layout = by_operands ? PartOf(m_.operand(op, 0)).layout : wanted;
  absl::InlinedVector<NodeId, 4> operands;
  for (int i = 0; i < count; ++i) {
    const Part& part = PartOf(m_.operand(op, i));
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
      const Part& first = PartOf(m_.operand(op, 0));
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

void SpmdVisitor::VisitWhole(OpId op, Work work) {
  std::vector<NodeId> operands;
  for (int i = 0; i < m_.operand_count(op); ++i) {
    operands.push_back(e_.Replicate(PartOf(m_.operand(op, i))).node);
  }
  const RuleCost cost = CostByRule(op);
  if (cost.temporaries.value_or(0) > 0) {
    // The op's temporaries are represented by a node right before the op. They
    // are freed when the op has read them.
    const NodeId room = e_.Add(work, {}, *cost.temporaries);
    e_.program().told_bytes.push_back({room, 0});
    operands.push_back(room);
  }
  for (int i = 0; i < m_.result_count(op); ++i) {
    const ValueId result = m_.result(op, i);
    Part part = Blank(result, Layout(RankOf(result)));
    const int64_t flops = i == 0 ? cost.flops.value_or(0) : 0;
    part.node = e_.Add(work, operands, e_.LocalBytes(part), flops);
    if (cost.bytes) {
      e_.program().told_bytes.push_back({part.node, i == 0 ? *cost.bytes : 0});
    }
    Define(result, e_.Reshard(part, LayoutOf(result)));
  }
}

RuleCost SpmdVisitor::CostByRule(OpId op) {
  if (WorkOf(m_.kind(op)) != Work::kOther) return {};
  std::string error;
  const RuleCost cost = CostByUser(m_, op, error);
  if (error_.empty()) error_ = std::move(error);
  return cost;
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
  problem.lhs = PartOf(m_.operand(op, 0));
  problem.rhs = PartOf(m_.operand(op, 1));
  problem.out = wanted;
  problem.out_shape = ShapeOf(result);
  problem.out_element_bytes = ElementBytes(m_.types, m_.type(result));
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
                                 const DigitMesh& mesh, bool is_local,
                                 std::string& error) {
  const OpId main = MainFunction(m);
  if (main.IsNone()) {
    error = "there is no main function";
    return std::nullopt;
  }
  LocalProgram program;
  SpmdVisitor visitor(m, symbols, mesh, program);
  if (!visitor.Run(main, is_local, error)) return std::nullopt;
  return program;
}

}  // namespace

std::optional<LocalProgram> PartitionLikeXla(const Module& m,
                                             const SymbolTable& symbols,
                                             const DigitMesh& mesh,
                                             std::string& error) {
  return Read(m, symbols, mesh, /*is_local=*/false, error);
}

std::optional<LocalProgram> ReadLocalProgram(const Module& m,
                                             const SymbolTable& symbols,
                                             const DigitMesh& mesh,
                                             std::string& error) {
  return Read(m, symbols, mesh, /*is_local=*/true, error);
}

}  // namespace shardflow::internal
