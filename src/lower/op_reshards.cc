#include "lower/op_reshards.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "ir/values.h"
#include "lower/distribute.h"
#include "lower/reshards_of.h"
#include "ops/data_flow.h"
#include "ops/edit.h"
#include "ops/loop_invariants.h"
#include "ops/manual_fit.h"
#include "ops/properties.h"
#include "ops/sharded_key.h"
#include "ops/unreduced.h"
#include "sharding/axis.h"
#include "sharding/tensor.h"
#include "sharding/verify.h"

namespace shardflow::internal {
namespace {

int64_t ElementCountOrZero(const Module& m, ValueId value) {
  return m.types.HasStaticShape(m.type(value))
             ? m.types.ElementCount(m.type(value))
             : 0;
}

std::vector<int64_t> TensorSizes(const Module& m, OpId op) {
  std::vector<int64_t> sizes;
  const auto count =
      static_cast<size_t>(m.operand_count(op) + m.result_count(op));
  for (size_t t = 0; t < count; ++t) {
    sizes.push_back(ElementCountOrZero(m, TensorOf(m, op, t)));
  }
  return sizes;
}

// Whether no dimension is sharded; true for None.
bool IsReplicated(const Module& m, ShardingId sharding) {
  return !sharding || IsFullyReplicated(m.shardings.Get(sharding));
}

// Returns the axes except for axes of size 1, which shard nothing.
std::vector<ResolvedAxis> RealAxes(ResolvedList list) {
  std::vector<ResolvedAxis> axes;
  for (const ResolvedAxis& axis : list) {
    if (axis.size() > 1) axes.push_back(axis);
  }
  return axes;
}

// Whether all tensors are sharded alike along each factor. Also true if axes
// overflow a dimension, because overflow axes belong to no factor and can't be
// compared.
bool TensorsAgree(const Projection& projection) {
  for (size_t t = 0; t < projection.tensor_count(); ++t) {
    if (projection.HasOverflow(t)) return true;
  }
  for (size_t f = 0; f < projection.factor_count(); ++f) {
    std::optional<std::vector<ResolvedAxis>> common;
    for (size_t t = 0; t < projection.tensor_count(); ++t) {
      const FactorSharding& cell = projection.at(t, f);
      if (!cell.present) continue;
      std::vector<ResolvedAxis> axes = RealAxes(cell.axes);
      if (common && *common != axes) return false;
      common = std::move(axes);
    }
  }
  return true;
}

}  // namespace

ResolvedMesh* OpResharder::Resolved(MeshId mesh) {
  for (const auto& [id, resolved] : meshes_) {
    if (id == mesh) return resolved.get();
  }
  meshes_.emplace_back(mesh,
                       std::make_unique<ResolvedMesh>(m_.shardings, mesh));
  return meshes_.back().second.get();
}

// Returns the most common mesh of the sharded tensors. Returns nullopt if the
// tensors' meshes differ in more than the order of devices, or if the mesh is
// maximal.
std::optional<MeshRef> OpResharder::MeshOf(
    const std::vector<ShardingId>& shardings, size_t operands) const {
  const std::span<const ShardingId> all(shardings);
  const std::optional<MeshRef> common =
      CommonMesh(m_, c_.symbols, all.first(operands), all.subspan(operands),
                 /*ignore_device_ids=*/true);
  if (!common) return std::nullopt;
  const MeshId mesh = c_.symbols.FindMesh(m_, *common);
  if (!mesh || m_.shardings.mesh(mesh).IsMaximal()) return std::nullopt;
  // The first mesh to reach the highest count wins.
  std::vector<std::pair<MeshRef, int>> counts;
  MeshRef best = *common;
  int best_count = 0;
  for (ShardingId sharding : shardings) {
    if (IsReplicated(m_, sharding)) continue;
    const MeshRef ref = m_.shardings.Get(sharding).mesh;
    auto at = std::find_if(counts.begin(), counts.end(),
                           [&](const auto& c) { return c.first == ref; });
    if (at == counts.end()) at = counts.insert(counts.end(), {ref, 0});
    if (++at->second > best_count) {
      best_count = at->second;
      best = ref;
    }
  }
  return best;
}

ShardingId OpResharder::ShardingOf(ValueId value) const {
  return source_ ? source_(value) : GetSharding(m_, value);
}

// Returns false if the op has no rule or a custom rule, and so gets no
// reshards.
bool OpResharder::Gather(OpId op, Question question) {
  const RuleId rule_id = rules_.Get(op);
  // By default, a custom rule doesn't require the tensors to agree.
  if (!rule_id || (m_.rules.Get(rule_id).is_custom() && !c_.resolve_custom &&
                   question != Question::kReplicated)) {
    return false;
  }
  changes_.clear();
  job_.op = op;
  job_.rule = &m_.rules.Get(rule_id);
  const size_t count = job_.rule->tensor_count();
  job_.shardings.resize(count);
  key_.resize(3 + 2 * count);
  int32_t* key = key_.data();
  *key++ = static_cast<int32_t>(question);
  *key++ = rule_id.index;
  *key++ = static_cast<int32_t>(m_.kind(op));
  for (size_t t = 0; t < count; ++t) {
    const ValueId tensor = TensorOf(m_, op, t);
    const ValueId source = SkipBarriers(m_, tensor);
    const ShardingId seen = ShardingOf(source);
    job_.shardings[t] = seen;
    *key++ = seen.index;
    *key++ = (source == tensor ? seen : ShardingOf(tensor)).index;
  }
  return true;
}

// Returns false if the tensors have no common mesh or can't be projected.
bool OpResharder::Project(Job& job) {
  const std::optional<MeshRef> ref =
      MeshOf(job.shardings, static_cast<size_t>(m_.operand_count(job.op)));
  if (!ref) return false;
  job.ref = *ref;
  job.mesh = Resolved(c_.symbols.FindMesh(m_, *ref));
  return projection_.Build(m_.shardings, *job.rule, *job.mesh, job.shardings,
                           /*closed_if_missing=*/true);
}

bool OpResharder::IsSettled(OpId op, Question question) {
  // (The key contains the module's shardings, so it can't be used with a
  // source.)
  has_settled_key_ =
      memo_ && !source_ && MakeShardedOpKey(m_, op, settled_key_);
  return has_settled_key_ &&
         settled_[static_cast<size_t>(question)].Find(settled_key_) != nullptr;
}

void OpResharder::Settle(Question question) {
  if (!has_settled_key_) return;
  settled_[static_cast<size_t>(question)].Put(settled_key_, true);
}

// Uses settled_key_, which distinguishes ops as well as key_ does after
// Gather() and AddTypes().
const std::vector<OpChange>* OpResharder::ChangesLike(OpId op,
                                                      Question question) {
  if (!has_settled_key_) return nullptr;
  const uint32_t* const known =
      repeats_[static_cast<size_t>(question)].Find(settled_key_);
  if (known == nullptr || !IsRepeatable(op) || ReadsReshard(op)) return nullptr;
  return &known_changes_[*known];
}

bool OpResharder::IsConflictFree(OpId op) {
  constexpr Question kQuestion = Question::kConflictFree;
  if (IsSettled(op, kQuestion) || !Gather(op, kQuestion)) return true;
  if (!memo_ || !untouched_.Find(key_)) {
    if (Project(job_) && !TensorsAgree(projection_)) return false;
    if (memo_) untouched_.Intern(key_);
  }
  Settle(kQuestion);
  return true;
}

bool OpResharder::Process(OpId op, bool full) {
  const std::vector<OpChange>* const changes = Decide(op, full);
  if (changes == nullptr) return false;
  MakeAll(op, *changes);
  return true;
}

const std::vector<OpChange>* OpResharder::Decide(OpId op, bool full) {
  const Question question = full ? Question::kFull : Question::kMinimal;
  changes_.clear();
  if (IsSettled(op, question)) return &changes_;
  if (const auto* const known = ChangesLike(op, question)) return known;
  if (!Gather(op, question)) return &changes_;
  if (memo_ && untouched_.Find(key_)) {
    Settle(question);
    return &changes_;
  }
  const bool repeatable = memo_ && IsRepeatable(op);
  const size_t key_size = key_.size();
  if (repeatable) {
    AddTypes(op);
    if (const Id<KeyTag> known = changed_.Find(key_)) {
      if (has_settled_key_ && !ReadsReshard(op)) {
        repeats_[static_cast<size_t>(question)].Put(
            settled_key_, static_cast<uint32_t>(known.Slot()));
      }
      return &known_changes_[known.Slot()];
    }
  }
  if (!ProcessJob(job_, full)) return nullptr;
  if (memo_ && changes_.empty()) {
    key_.resize(key_size);
    untouched_.Intern(key_);
    Settle(question);
  } else if (repeatable) {
    changed_.Intern(key_);
    known_changes_.push_back(changes_);
  }
  return &changes_;
}

// An op's regions can determine how its partial results are combined. In a loop
// body, the price of a reshard depends on whether its operand changes. In the
// body of a manual computation, an op can't use the manual axes. A reshard that
// is there already costs nothing.
bool OpResharder::IsRepeatable(OpId op) const {
  if (m_.region_count(op) > 0) return false;
  if (c_.fewest_bytes && !ManualAxesAround(m_, op).empty()) return false;
  if (!c_.hoist_reshards) return true;
  for (int i = 0; c_.fewest_bytes && i < m_.operand_count(op); ++i) {
    const auto any = [](OpId) { return true; };
    if (FindReshardOf(m_, m_.operand(op, i), any)) return false;
  }
  return !IsInLoopBody(m_, op);
}

void OpResharder::AddTypes(OpId op) {
  for (size_t t = 0; t < job_.rule->tensor_count(); ++t) {
    key_.push_back(m_.type(TensorOf(m_, op, t)).index);
  }
  for (int i = 0; c_.fewest_bytes && i < m_.operand_count(op); ++i) {
    const ValueId value = m_.operand(op, i), source = BeforeReshard(m_, value);
    key_.push_back(source == value ? -1 : GetSharding(m_, source).index);
  }
}

bool OpResharder::ReadsReshard(OpId op) const {
  for (int i = 0; c_.fewest_bytes && i < m_.operand_count(op); ++i) {
    const ValueId value = m_.operand(op, i);
    if (BeforeReshard(m_, value) != value) return true;
  }
  return false;
}

void OpResharder::Make(OpId op, const OpChange& change) {
  if (change.kind == OpChange::kOperand) {
    const UseId use = m_.operand_use(op, change.index);
    m_.SetOperand(use, emitter_.Reshard(m_.use(use).value, change.own));
    return;
  }
  const ValueId result = m_.result(op, change.index);
  const ValueId made =
      change.kind == OpChange::kResult
          ? emitter_.Reshard(result, change.seen)
          : emitter_.AllReduce(result, change.attrs, change.seen);
  ReplaceUsesExcept(m_, result, made, m_.def(made));
  if (change.own) SetSharding(m_, result, change.own);
}

void OpResharder::MakeAll(OpId op, const std::vector<OpChange>& changes) {
  for (size_t i = 0; i < changes.size(); ++i) {
    if (i == 0 || changes[i].kind != changes[i - 1].kind) {
      if (changes[i].kind == OpChange::kOperand) {
        emitter_.SetBefore(op);
      } else {
        emitter_.SetAfter(op);
      }
    }
    Make(op, changes[i]);
  }
}

void OpResharder::ReplicateFactors(OpId op, const WhichFactor& replicate) {
  if (!Gather(op, Question::kReplicated) || !Project(job_)) return;
  std::vector<bool> changed(projection_.tensor_count());
  for (size_t f = 0; f < projection_.factor_count(); ++f) {
    bool any = false;
    for (size_t t = 0; t < changed.size() && !any; ++t) {
      const FactorSharding& cell = projection_.at(t, f);
      if (!cell.present || (cell.axes.empty() && cell.overflow.empty())) {
        continue;
      }
      int64_t shards = 1;
      for (const ResolvedAxis& axis : cell.axes) shards *= axis.size();
      any = replicate(*job_.rule, f, shards);
    }
    if (!any) continue;
    for (size_t t = 0; t < changed.size(); ++t) {
      if (projection_.Update(t, f, {}, {})) changed[t] = true;
    }
  }
  if (std::find(changed.begin(), changed.end(), true) == changed.end()) return;
  ReshardChanged(job_, std::move(changed));
  MakeAll(op, changes_);
}

bool OpResharder::ProcessJob(Job& job, bool full) {
  const OpId op = job.op;
  if (!Project(job)) return true;
  if (!full) {
    if (IsDot(m_, op)) ReshardDotResult(job);
    return CheckUnreduced(job) && AllReduceResults(job, nullptr);
  }
  const AxesPerFactor common = MakeCompatible(job);
  return CheckUnreduced(job) && AllReduceResults(job, &common);
}

// Fails if a tensor is now sharded along an axis along which it is unreduced.
// The tensor would have to be reduced first, but the program doesn't request
// that. (Shardy creates such a sharding, and then reports this error.)
bool OpResharder::CheckUnreduced(const Job& job) {
  if (!any_unreduced_) return true;
  for (size_t t = 0; t < job.rule->tensor_count(); ++t) {
    const ShardingId id = Projected(job, t);
    const ShardingView sharding = m_.shardings.Get(id);
    if (sharding.unreduced == ShardingStore::kEmptyAxes) continue;
    const std::span<const int64_t> dims = Shape(m_, TensorOf(m_, job.op, t));
    const std::optional<Error> fault =
        CheckSharding(sharding, dims, job.mesh->mesh(), m_.shardings, m_.names);
    if (!fault) continue;
    c_.diagnostics.Error(
        m_.Place(job.op),
        "'" + std::string(m_.op_name(job.op)) + "' op " + fault->message);
    return false;
  }
  return true;
}

AxesPerFactor OpResharder::MakeCompatible(const Job& job) {
  std::vector<bool> changed(projection_.tensor_count());
  for (size_t t = 0; t < changed.size(); ++t) {
    changed[t] = projection_.HasOverflow(t);
  }
  if (IsReshape(m_, job.op) &&
      std::find(changed.begin(), changed.end(), true) != changed.end()) {
    return MakeReshapeCompatible(job);
  }
  const std::vector<int64_t> sizes = TensorSizes(m_, job.op);
  AxesPerFactor common = FindCommonAxes(projection_, sizes, m_.names);
  if (c_.fewest_bytes &&
      std::find(changed.begin(), changed.end(), true) == changed.end()) {
    common = Cheapest().Choose({job.op, job.ref, job.mesh, job.shardings},
                               projection_, std::move(common), sizes);
  }
  for (size_t f = 0; f < common.size(); ++f) {
    for (size_t t = 0; t < changed.size(); ++t) {
      if (projection_.Update(t, f, common[f], {})) changed[t] = true;
    }
  }
  ReshardChanged(job, std::move(changed));
  return common;
}

// Returns the axes of each factor of a reshape whose operand and result the
// projection shards. (Axes of one side may not fit the other.)
AxesPerFactor OpResharder::FittingAxes(const Job& job) {
  const ShardingId built[] = {Projected(job, 0), Projected(job, 1)};
  Projection legal;
  AxesPerFactor common(projection_.factor_count());
  if (legal.Build(m_.shardings, *job.rule, *job.mesh, built)) {
    for (size_t f = 0; f < common.size(); ++f) {
      common[f] = legal.CommonPrefix(f);
    }
  }
  return common;
}

// Handles a reshape with axes that don't fit its factors: redistributes all
// axes of the side with more shards over the factors of both sides. If
// collectives have to send few bytes, it may also leave out the axes of one
// side that don't fit:
//
//   256x501x4 [{"x"}, {}, {}] to 256x2004 [{"x"}, {"y"}], y=4
//   redistributed: both sides [{"x", "y"}, ...], an all_to_all follows
//   as the operand is: the result is sliced along "y", and nothing is sent
AxesPerFactor OpResharder::MakeReshapeCompatible(const Job& job) {
  const size_t best =
      projection_.ShardingSize(0) >= projection_.ShardingSize(1) ? 0 : 1;
  std::vector<ResolvedAxis> axes;
  std::array<AxesPerFactor, 2> fitting;  // of each side
  for (size_t side = 0; side < 2; ++side) {
    for (const FactorSharding& cell : projection_.factors(side)) {
      fitting[side].emplace_back(cell.axes.begin(), cell.axes.end());
    }
  }
  for (const FactorSharding& cell : projection_.factors(best)) {
    if (!cell.present) continue;
    axes.insert(axes.end(), cell.axes.begin(), cell.axes.end());
    axes.insert(axes.end(), cell.overflow.begin(), cell.overflow.end());
  }
  Redistribute(projection_, 0, axes);
  Redistribute(projection_, 1, axes);
  AxesPerFactor common = FittingAxes(job);
  if (c_.fewest_bytes) {
    for (AxesPerFactor& side : fitting) {
      for (size_t f = 0; f < common.size(); ++f) {
        for (size_t t = 0; t < 2; ++t) projection_.Update(t, f, side[f], {});
      }
      side = FittingAxes(job);
    }
    common = Cheapest().ChooseAmong({job.op, job.ref, job.mesh, job.shardings},
                                    *job.rule, std::move(common), fitting);
  }
  std::vector<bool> changed(2);
  for (size_t t = 0; t < 2; ++t) {
    for (size_t f = 0; f < common.size(); ++f) {
      projection_.Update(t, f, common[f], {});
    }
    const ShardingId now = Projected(job, t);
    const ShardingId before =
        t == 0 ? ShardingOf(m_.operand(job.op, 0)) : job.shardings[1];
    changed[t] = !IsEquivalent(m_.shardings, before, now);
  }
  ReshardChanged(job, std::move(changed));
  return common;
}

CheapestAxes& OpResharder::Cheapest() {
  if (!cheapest_) cheapest_ = std::make_unique<CheapestAxes>(c_);
  return *cheapest_;
}

// Removes axes that now shard a dimension from the explicitly replicated axes.
// (Shardy leaves them there, and rejects the result.)
ShardingId OpResharder::Projected(const Job& job, size_t tensor) {
  ShardingStore& store = m_.shardings;
  const ShardingId made = projection_.ToSharding(tensor, job.ref, store);
  TensorSharding sharding(store.Get(made));
  const std::span<const AxisRef> replicated = store.axes(sharding.replicated);
  if (replicated.empty()) return made;
  std::vector<AxisRef> used;
  for (const DimSharding& dim : sharding.dims) {
    const std::span<const AxisRef> axes = store.axes(dim.axes);
    used.insert(used.end(), axes.begin(), axes.end());
  }
  if (!AnyOverlap(replicated, used)) return made;
  sharding.replicated =
      store.InternAxes(AxesDifference(replicated, used, job.mesh->mesh()));
  return store.Intern(sharding);
}

// Reshards the tensors whose projection changed, and the tensors on a mesh with
// a different device order.
void OpResharder::ReshardChanged(const Job& job, std::vector<bool> changed) {
  const std::vector<int64_t>& device_ids = job.mesh->mesh().device_ids;
  for (size_t t = 0; t < changed.size(); ++t) {
    const ShardingId sharding = job.shardings[t];
    if (IsReplicated(m_, sharding)) continue;
    const Mesh* const mesh = c_.MeshOf(sharding);
    if (mesh != nullptr && mesh->device_ids != device_ids) changed[t] = true;
  }
  const size_t operands = job.rule->operand_count();
  for (size_t t = 0; t < operands; ++t) {
    if (changed[t]) ReshardOperand(job, t);
  }
  for (size_t t = operands; t < changed.size(); ++t) {
    if (changed[t]) ReshardResult(job, t);
  }
}

void OpResharder::ReshardOperand(const Job& job, size_t tensor) {
  changes_.push_back({.kind = OpChange::kOperand,
                      .index = static_cast<int>(tensor),
                      .own = Projected(job, tensor)});
}

// The op now produces the new sharding; its users still see the old one.
void OpResharder::ReshardResult(const Job& job, size_t tensor) {
  const ValueId result = TensorOf(m_, job.op, tensor);
  ShardingId old = OwnSharding(job, m_.index(result));
  if (!old) {
    old = m_.shardings.FullyClosed(job.ref, Shape(m_, result).size());
  }
  changes_.push_back({.kind = OpChange::kResult,
                      .index = m_.index(result),
                      .own = Projected(job, tensor),
                      .seen = old});
}

namespace {

// A conflict, in one factor, between a dot's result and its operands. The
// operands agree with each other and meet the conditions of ReshardDotResult,
// so the result can be resharded instead of an operand.
struct DotConflict {
  size_t factor;
  // The operands' axes along the factor. The dot then also uses them for the
  // result.
  std::vector<ResolvedAxis> operand_axes;
};

std::optional<DotConflict> FindDotConflict(const Projection& p,
                                           const Rule& rule, int64_t lhs_size,
                                           int64_t rhs_size,
                                           int64_t result_size) {
  std::optional<DotConflict> conflict;
  std::vector<ResolvedAxis> reduced, seen;
  for (size_t f = 0; f < rule.factor_count(); ++f) {
    const FactorSharding& lhs = p.at(0, f);
    const FactorSharding& rhs = p.at(1, f);
    const ResolvedList axes = lhs.present ? lhs.axes : rhs.axes;
    int64_t size = lhs.present ? lhs_size : rhs_size;
    if (lhs.present && rhs.present) {
      if (!ListsEqual(lhs.axes, rhs.axes)) return std::nullopt;
      size = std::max(lhs_size, rhs_size);
      if (rule.factor_type(f) == FactorType::kReduction) {
        reduced.insert(reduced.end(), axes.begin(), axes.end());
        continue;
      }
    } else {
      for (const ResolvedAxis& axis : axes) {
        if (std::any_of(seen.begin(), seen.end(), [&](const ResolvedAxis& s) {
              return Overlaps(s, axis);
            })) {
          return std::nullopt;
        }
        seen.push_back(axis);
      }
    }
    if (!p.at(2, f).present || ListsEqual(p.at(2, f).axes, axes)) continue;
    if (axes.empty() || conflict || result_size > size) return std::nullopt;
    conflict = {f, {axes.begin(), axes.end()}};
  }
  if (!conflict) return std::nullopt;
  const ResolvedList result = p.at(2, conflict->factor).axes;
  if (result.empty() || !ListsEqual(result, reduced)) return std::nullopt;
  return conflict;
}

}  // namespace

// If
//
//   1. the operands don't conflict with each other,
//   2. the result conflicts with an operand in exactly one factor,
//   3. the result is not larger than that operand,
//   4. the operand is sharded along that factor (otherwise this is the common
//      reduce-scatter pattern), and
//   5. the axes that shard the result along that factor are exactly those that
//      the dot reduces along,
//
// then the dot produces the result in the operand's sharding, and the result is
// resharded afterwards. Each device computes less, and the smaller tensor is
// moved.
void OpResharder::ReshardDotResult(const Job& job) {
  const ShardingId old = job.shardings.back();
  if (!old || job.rule->tensor_count() != 3) return;
  const std::vector<int64_t> sizes = TensorSizes(m_, job.op);
  const std::optional<DotConflict> conflict =
      FindDotConflict(projection_, *job.rule, sizes[0], sizes[1], sizes[2]);
  if (!conflict) return;
  projection_.Update(2, conflict->factor, conflict->operand_axes,
                     projection_.at(2, conflict->factor).overflow);
  changes_.push_back({.kind = OpChange::kResult,
                      .index = 0,
                      .own = Projected(job, 2),
                      .seen = old});
}

ShardingId OpResharder::OwnSharding(const Job& job, int result) const {
  const OpChange* first = nullptr;
  for (const OpChange& change : changes_) {
    if (change.kind != OpChange::kResult) continue;
    if (change.index == result) return change.own;
    if (first == nullptr) first = &change;
  }
  const ValueId value = m_.result(job.op, result);
  const ShardingId given = ShardingOf(value);
  if (given || first == nullptr) return given;
  // Giving one result a sharding makes the shardings of the others fully open
  // (SetSharding).
  return m_.shardings.FullyOpen(m_.shardings.Get(first->own).mesh,
                                Shape(m_, value).size());
}

// Drops the axes that also shard a result. The result can't be a partial sum
// along these axes, because the conflict is resolved by moving an operand
// first. (Shardy reduces along them anyway, and rejects the program.)
std::vector<AxisRef> OpResharder::WithoutAxesOfResults(
    const Job& job, std::vector<AxisRef> axes) {
  for (int i = 0; i < m_.result_count(job.op) && !axes.empty(); ++i) {
    const ShardingId sharding = OwnSharding(job, i);
    if (!sharding) continue;
    for (const DimSharding& dim : m_.shardings.Get(sharding).dims) {
      const std::span<const AxisRef> own = m_.shardings.axes(dim.axes);
      if (AnyOverlap(axes, own)) {
        axes = AxesDifference(axes, own, job.mesh->mesh());
      }
    }
  }
  return axes;
}

// Returns the sharding of a result before it is reduced along the axes.
ShardingId OpResharder::Partial(const Job& job, ShardingId reduced,
                                std::span<const AxisRef> axes,
                                ReductionKind kind) {
  TensorSharding partial(m_.shardings.Get(reduced));
  const std::span<const AxisRef> before = m_.shardings.axes(partial.unreduced);
  std::vector<AxisRef> unreduced(before.begin(), before.end());
  unreduced.insert(unreduced.end(), axes.begin(), axes.end());
  SortAndMerge(unreduced, job.mesh->mesh());
  partial.unreduced = m_.shardings.InternAxes(unreduced);
  partial.reduction = kind;
  return m_.shardings.Intern(partial);
}

// All-reduces the results along the axes of reduction factors, except those
// along which they stay unreduced. If `common` is null, only reduces results
// that have unreduced axes.
bool OpResharder::AllReduceResults(const Job& job,
                                   const AxesPerFactor* common) {
  if (m_.result_count(job.op) == 0) return true;
  const ShardingId first = OwnSharding(job, 0);
  const std::span<const AxisRef> unreduced = c_.Unreduced(first);
  if (common == nullptr && unreduced.empty()) return true;
  std::vector<AxisRef> axes;
  for (size_t f = 0; f < job.rule->factor_count(); ++f) {
    if (job.rule->factor_type(f) != FactorType::kReduction) continue;
    std::optional<ResolvedList> list;
    if (common != nullptr) {
      list = (*common)[f];
    } else {
      list = CompatibleAxes(projection_, f);
    }
    if (!list) {
      c_.diagnostics.Error(
          m_.Place(job.op),
          "the result has unreduced axes while the operands have incompatible "
          "shardings along reduction factors.");
      return false;
    }
    for (const ResolvedAxis& axis : *list) {
      axes.push_back(job.mesh->ToAxisRef(axis));
    }
  }
  axes = AxesDifference(axes, unreduced, job.mesh->mesh());
  axes = WithoutAxesOfResults(job, std::move(axes));
  if (axes.empty()) return true;
  SortAndMerge(axes, job.mesh->mesh());
  for (int i = 0; i < m_.result_count(job.op); ++i) {
    const ValueId result = m_.result(job.op, i);
    ShardingId sharding = OwnSharding(job, i);
    if (!sharding) {
      sharding = m_.shardings.FullyClosed(job.ref, Shape(m_, result).size());
    }
    std::optional<ReductionKind> kind = m_.shardings.Get(sharding).reduction;
    if (AllReduceFollowsRegion(c_.compat)) {
      kind = PartialReduction(m_, job.op, *kind, c_.any_collective);
      if (!kind) return true;
    }
    changes_.push_back({.kind = OpChange::kAllReduce,
                        .index = i,
                        .own = c_.mark_partial
                                   ? Partial(job, sharding, axes, *kind)
                                   : ShardingId::None(),
                        .seen = sharding,
                        .attrs = emitter_.AllReduceAttrs(axes, *kind)});
  }
  return true;
}

}  // namespace shardflow::internal
