#include "propagate/record.h"

#include <algorithm>

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_kind.h"
#include "sharding/axis.h"
#include "sharding/projection.h"

// Records the steps of propagation; record_attrs.cc writes the record into
// attributes.

namespace shardflow::internal {
namespace {

using Kind = ShardingOrigin::Kind;

// The axes that a step gave to one tensor, each with its edge.
class NewAxes {
 public:
  NewAxes(const Projection& before, const Projection& after, size_t target,
          int64_t step)
      : before_(before), after_(after), target_(target), step_(step) {
    const Rule& rule = before.rule();
    for (size_t dim = 0; dim < rule.rank(target); ++dim) {
      AddDim(rule.factors(target, dim));
    }
  }
  const std::vector<RecordedEdge>& edges() const { return edges_; }

 private:
  RecordedEnd End(size_t tensor) const {
    const size_t operands = before_.operand_count();
    return tensor < operands
               ? RecordedEnd{false, static_cast<int64_t>(tensor)}
               : RecordedEnd{true, static_cast<int64_t>(tensor - operands)};
  }

  // Returns the first tensor that had all these axes along the factor, or null.
  const size_t* FindSource(size_t factor, ResolvedList axes) {
    for (source_ = 0; source_ < before_.tensor_count(); ++source_) {
      const FactorSharding& old = before_.at(source_, factor);
      if (old.present && IsPrefixOrEqual(axes, old.axes)) return &source_;
    }
    return nullptr;
  }

  void AddDim(std::span<const int32_t> factors) {
    const ResolvedAxis* previous = nullptr;
    for (const int32_t f : factors) {
      const auto factor = static_cast<size_t>(f);
      const ResolvedList was = before_.at(target_, factor).axes;
      const ResolvedList is = after_.at(target_, factor).axes;
      if (is.empty() || ListsEqual(was, is)) continue;
      // Sub-axes of consecutive factors that merge in the dimension also count
      // as one axis here.
      std::vector<ResolvedAxis> axes(is.begin(), is.end());
      if (previous != nullptr && CanMerge(*previous, axes.back())) {
        const AxisRef gone = after_.mesh().ToAxisRef(*previous);
        std::erase_if(edges_,
                      [&](const RecordedEdge& e) { return e.axis == gone; });
        axes.back() = Merge(*previous, axes.back());
      }
      previous = &is.back();
      if (const size_t* const source = FindSource(factor, is)) {
        Add(was, axes, End(*source));
      }
    }
  }

  // Adds an edge for each axis of `is` that is new. The last axis of `was` may
  // have been a sub-axis that grew; then it is also new.
  void Add(ResolvedList was, ResolvedList is, RecordedEnd source) {
    size_t first = was.size();
    if (first > 0 && first <= is.size() && was[first - 1] != is[first - 1]) {
      --first;
    }
    for (size_t i = first; i < is.size(); ++i) {
      const AxisRef axis = after_.mesh().ToAxisRef(is[i]);
      const bool known = std::ranges::any_of(
          edges_, [&](const RecordedEdge& e) { return e.axis == axis; });
      if (!known) edges_.push_back({axis, source, End(target_), step_});
    }
  }

  const Projection& before_;
  const Projection& after_;
  size_t target_;
  int64_t step_;
  size_t source_ = 0;
  std::vector<RecordedEdge> edges_;
};

// Whether any tensor is sharded differently in `a` and `b`, even if the only
// difference is whether a dimension is closed.
bool Differ(const Projection& a, const Projection& b) {
  for (size_t tensor = 0; tensor < a.tensor_count(); ++tensor) {
    if (!ListsEqual(a.replicated(tensor), b.replicated(tensor)) ||
        !ListsEqual(a.unreduced(tensor), b.unreduced(tensor))) {
      return true;
    }
    for (size_t factor = 0; factor < a.factor_count(); ++factor) {
      const FactorSharding& x = a.at(tensor, factor);
      const FactorSharding& y = b.at(tensor, factor);
      if (x.closed != y.closed || x.present != y.present ||
          !ListsEqual(x.axes, y.axes) || !ListsEqual(x.overflow, y.overflow)) {
        return true;
      }
    }
  }
  return false;
}

// Returns the number of the next step: one more than the last step that earlier
// propagations recorded.
int64_t FirstStep(const Module& m) {
  int64_t last = -1;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    const AttrId steps = m.attr(op, name::kSdyPropagationEdges);
    if (!m.attrs.Is(steps, AttrKind::kPropagationEdges)) return;
    for (const AttrId step : m.attrs.As<PropagationEdgesAttr>(steps).steps) {
      last = std::max(last, m.attrs.As<PropagationOneStepAttr>(step).step);
    }
  });
  return last + 1;
}

}  // namespace

Recorder::Recorder(Module& m, RecordOptions options)
    : m_(m), options_(options), next_step_(FirstStep(m)) {
  if (!options_.origins) return;
  // If an axis of a value could have several origins, the first one counts.
  PrepareConstraints();
  PrepareManualComputations();
  PrepareFunctions();
}

void Recorder::AddOrigins(ValueId value, ShardingId sharding,
                          const ShardingOrigin& origin) {
  value = GetShardableValue(m_, value);
  if (sharding.IsNone() || value.IsNone()) return;
  const auto [at, added] = value_index_.try_emplace(value, origins_.size());
  for (const DimSharding& dim : m_.shardings.Get(sharding).dims) {
    for (const AxisRef& axis : m_.shardings.axes(dim.axes)) {
      if (at->second == origins_.size()) origins_.push_back({value, {}});
      Origins& known = origins_[at->second].second;
      const bool claimed = std::ranges::any_of(
          known, [&](const auto& entry) { return entry.first == axis; });
      if (!claimed) known.emplace_back(axis, origin);
    }
  }
  if (added && at->second == origins_.size()) value_index_.erase(at);
}

void Recorder::PrepareConstraints() {
  int64_t source = 0;
  WalkPostOrder(m_, m_.root(), [&](OpId op) {
    if (m_.kind(op) != OpKind::kShardingConstraint) return;
    const ShardingOrigin origin{Kind::kConstraint, 0, source++};
    const ValueId result = m_.result(op, 0);
    AddOrigins(result, m_.sharding(result), origin);
    NameConstraint(op, origin);
    const ValueId operand = m_.operand(op, 0);
    AddOrigins(operand, GetSharding(m_, operand), origin);
  });
}

void Recorder::PrepareManualComputations() {
  int64_t source = 0;
  WalkPostOrder(m_, m_.root(), [&](OpId op) {
    if (m_.kind(op) != OpKind::kManualComputation) return;
    std::vector<ValueId> sources;
    const std::vector<ValueId> args = ArgEdgeOwners(m_, op);
    for (size_t i = 0; i < args.size(); ++i) {
      const OpId edge = EdgeOfTarget(m_, args[i]);
      if (edge.IsNone()) continue;
      const ShardingOrigin origin{Kind::kManualInput, static_cast<int64_t>(i),
                                  source};
      AddOrigins(m_.result(edge, 0), m_.sharding(args[i]), origin);
      const ValueId operand = m_.operand(op, static_cast<int>(i));
      AddOrigins(operand, GetSharding(m_, operand), origin);
    }
    for (int i = 0; i < m_.result_count(op); ++i) {
      const ValueId result = m_.result(op, i);
      const OpId edge = EdgeOfTarget(m_, result);
      if (edge.IsNone()) continue;
      AddOrigins(m_.result(edge, 0), m_.sharding(result),
                 {Kind::kManualOutput, i, source});
    }
    NameManualComputation(op, source++);
  });
}

void Recorder::PrepareFunctions() {
  for (const OpId function : Functions(m_)) {
    if (IsDeclaration(m_, function)) continue;
    const std::span<const ValueId> args = m_.args(EntryBlock(m_, function));
    for (size_t i = 0; i < args.size(); ++i) {
      AddOrigins(args[i], GetSharding(m_, args[i]),
                 {Kind::kInput, static_cast<int64_t>(i), 0});
    }
    const OpId returned = ReturnOp(m_, function);
    for (int i = 0; returned && i < m_.operand_count(returned); ++i) {
      AddOrigins(m_.operand(returned, i),
                 ResultSharding(m_, function, static_cast<size_t>(i)),
                 {Kind::kOutput, i, 0});
    }
  }
}

const ShardingOrigin* Recorder::FindOrigin(ValueId value,
                                           const AxisRef& axis) const {
  const auto at = value_index_.find(value);
  if (at == value_index_.end()) return nullptr;
  const Origins& known = origins_[at->second].second;
  for (const auto& [other, origin] : known) {
    if (other == axis) return &origin;
  }
  // A reshape may have split the axis, or merged it with others.
  for (const auto& [other, origin] : known) {
    if (Contains(other, axis) || Contains(axis, other)) return &origin;
  }
  return nullptr;
}

void Recorder::Record(Stepper& stepper, const RecordedStep& step) {
  if (RecordKnownStep(stepper, step)) return;
  Projection before, after;
  if (!stepper.Project(step.input, before, after)) return;
  RecordEdges(step.tensors, AxisMove::How::kStep, before, after);
}

void Recorder::RecordChange(const RecordedTensors& tensors,
                            const Projection& before, const Projection& after) {
  if (!Differ(before, after)) return;
  RecordEdges(tensors, AxisMove::How::kConstraint, before, after);
}

void Recorder::RecordEdges(const RecordedTensors& tensors, AxisMove::How how,
                           const Projection& before, const Projection& after) {
  const int64_t number = next_step_++;
  if (options_.history) {
    std::vector<TensorMove> moves;
    AppendTensorMoves(before, after, moves);
    RecordMoves(tensors, how, moves, number);
  }
  if (!options_.origins && !options_.edges) return;
  std::vector<RecordedEdge> edges;
  for (size_t tensor = 0; tensor < before.tensor_count(); ++tensor) {
    const NewAxes axes(before, after, tensor, number);
    edges.insert(edges.end(), axes.edges().begin(), axes.edges().end());
  }
  for (const RecordedEdge& edge : edges) {
    if (options_.edges) {
      const auto [at, added] = op_index_.try_emplace(tensors.op, edges_.size());
      if (added) edges_.push_back({tensors.op, {}});
      edges_[at->second].second.push_back(edge);
    }
    if (!options_.origins) continue;
    const auto value_at = [&](const RecordedEnd& end) {
      return tensors.values[static_cast<size_t>(end.index) +
                            (end.is_result ? tensors.operand_count : 0)];
    };
    const ValueId target = value_at(edge.target);
    const ShardingOrigin* const origin =
        FindOrigin(value_at(edge.source), edge.axis);
    if (origin == nullptr || target.IsNone()) continue;
    const ShardingOrigin copy = *origin;
    const auto [at, added] = value_index_.try_emplace(target, origins_.size());
    if (added) origins_.push_back({target, {}});
    Origins& known = origins_[at->second].second;
    const bool claimed = std::ranges::any_of(
        known, [&](const auto& entry) { return entry.first == edge.axis; });
    if (!claimed) known.emplace_back(edge.axis, copy);
  }
}

}  // namespace shardflow::internal
