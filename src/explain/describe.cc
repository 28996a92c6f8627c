#include "explain/describe.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/op_kind.h"
#include "sharding/print.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

std::string_view ReasonName(MissingReason reason) {
  switch (reason) {
    case MissingReason::kOtherDimension:
      return "other-dimension";
    case MissingReason::kConflict:
      return "conflict";
    case MissingReason::kReplicated:
      return "replicated";
    case MissingReason::kUnreduced:
      return "unreduced";
    case MissingReason::kClosed:
      return "closed";
    case MissingReason::kNotDivisible:
      return "not-divisible";
    case MissingReason::kOverflow:
      return "overflow";
    case MissingReason::kSubAxis:
      return "sub-axis";
    case MissingReason::kResultsRefuse:
      return "results-refuse";
    case MissingReason::kStridedView:
      return "strided-view";
    case MissingReason::kBehind:
      return "behind";
    case MissingReason::kBarrier:
      return "barrier";
    case MissingReason::kDirection:
      return "direction";
    case MissingReason::kBlockedFactor:
      return "blocked-factor";
    case MissingReason::kNoFactor:
      return "no-factor";
    case MissingReason::kNoRule:
      return "no-rule";
    case MissingReason::kMeshesDiffer:
      return "meshes-differ";
    case MissingReason::kUnsettled:
      return "unsettled";
  }
  return "";
}

std::string_view FactorTypeName(const Rule& rule, size_t factor) {
  switch (rule.factor_type(factor)) {
    case FactorType::kPassThrough:
      return "pass-through";
    case FactorType::kReduction:
      return "reduction";
    case FactorType::kNeedReplication:
      return "need-replication";
    case FactorType::kPermutation:
      return "permutation";
  }
  return "";
}

std::string EndText(const RecordedEnd& end) {
  return fmt::format("{} {}", end.is_result ? "result" : "operand", end.index);
}

std::string Axis(const Described& d, const AxisRef& axis) {
  return AxisRefText(axis, d.s.m.names);
}

// Returns the op to show to the user: for an sdy.data_flow_edge, the op that
// the edge belongs to.
OpId ShownOp(const Module& m, OpId op) {
  if (op && m.kind(op) == OpKind::kDataFlowEdge) {
    return OwningOp(m, m.operand(op, 0));
  }
  return op;
}

std::string_view ComputationName(const Module& m, OpId named_computation) {
  const AttrId name = m.attr(named_computation, name::kName);
  return m.attrs.Is(name, AttrKind::kString)
             ? m.names.Get(m.attrs.StringValue(name))
             : std::string_view("");
}

ExplainedOp DescribeOp(const Described& d, OpId op, RuleId rule_id, int factor,
                       const RecordedEnd& from, const RecordedEnd& to) {
  const Module& m = d.s.m;
  ExplainedOp out;
  const OpId shown = ShownOp(m, op);
  if (shown && !IsFunction(m, shown)) {
    out.name = m.op_name(shown);
    out.place = d.names.Place(shown);
    if (m.kind(shown) == OpKind::kNamedComputation) {
      out.name += fmt::format("<\"{}\">", ComputationName(m, shown));
    }
    if (shown != op) out.name += " (data flow)";
  }
  if (rule_id) {
    const Rule& rule = m.rules.Get(rule_id);
    if (d.with_rules) AppendRule(rule, out.rule);
    if (factor >= 0) {
      out.factor = FactorText(factor);
      out.factor_type = FactorTypeName(rule, static_cast<size_t>(factor));
    }
  }
  out.from = EndText(from);
  out.to = EndText(to);
  return out;
}

int OpPriority(const Described& d, int run) {
  const Schedule& schedule = d.s.options.schedule;
  return run >= 0 && static_cast<size_t>(run) < schedule.size()
             ? schedule[static_cast<size_t>(run)].op_priority
             : 0;
}

int64_t AnnotatedPriority(const Described& d, const TensorPlace& place,
                          int32_t dim) {
  const ShardingId id = d.ShardingBefore(place);
  if (id.IsNone() || dim < 0) return 0;
  const ShardingView sharding = d.s.m.shardings.Get(id);
  if (static_cast<size_t>(dim) >= sharding.rank()) return 0;
  return PriorityOrDefault(sharding.dims[static_cast<size_t>(dim)]);
}

// Returns when the axis got to this dimension. An annotated axis was there
// before the first run.
StepTime TimeOf(const Described& d, const TensorPlace& place, int32_t dim,
                const AxisRef& axis) {
  const AxisMove* const move = d.history.Arrival(place, dim, axis);
  if (move != nullptr && move->how != AxisMove::How::kConstraint) {
    return move->time;
  }
  return {AnnotatedPriority(d, place, dim), -1};
}

// Returns why the blocking axis arrived before the axis that it stopped, or ""
// if unknown.
std::string_view Because(const Described& d, const MissingAxis& stop) {
  if (stop.reason == MissingReason::kBehind || !stop.blocker ||
      stop.blocker_dim < 0) {
    return "";
  }
  const StepTime winner =
      TimeOf(d, stop.blocker_place, stop.blocker_dim, *stop.blocker);
  StepTime loser = TimeOf(d, stop.source, stop.source_dim, stop.axis);
  loser.run = std::max(loser.run, stop.earliest_run);
  if (winner.user_priority < loser.user_priority) return "user-priority";
  if (winner.run < 0) return "annotation";
  if (OpPriority(d, winner.run) < OpPriority(d, loser.run)) {
    return "op-priority";
  }
  return "order";
}

std::string BecauseText(const Described& d, const MissingAxis& stop,
                        std::string_view because) {
  const StepTime winner =
      TimeOf(d, stop.blocker_place, stop.blocker_dim, *stop.blocker);
  StepTime loser = TimeOf(d, stop.source, stop.source_dim, stop.axis);
  loser.run = std::max(loser.run, stop.earliest_run);
  const std::string axis = Axis(d, *stop.blocker);
  if (because == "annotation") {
    return fmt::format("; {} is annotated there", axis);
  }
  if (because == "user-priority") {
    return fmt::format("; {} came with priority p{}, this axis has p{}", axis,
                       winner.user_priority, loser.user_priority);
  }
  if (because == "op-priority") {
    return fmt::format(
        "; {} came in op-priority step {}, this op's turn is step {}", axis,
        OpPriority(d, winner.run), OpPriority(d, loser.run));
  }
  if (because == "order") {
    return fmt::format("; {} came first", axis);
  }
  return "";
}

std::string DimText(const Described& d, const TensorPlace& place, int32_t dim) {
  const std::string name = d.Tensor(place).name;
  return dim < 0 ? name : fmt::format("dimension {} of {}", dim, name);
}

std::string ReasonText(const Described& d, const MissingAxis& stop) {
  const std::string target = DimText(d, stop.refused_place, stop.target_dim);
  const std::string blocker = stop.blocker ? Axis(d, *stop.blocker) : "";
  switch (stop.reason) {
    case MissingReason::kOtherDimension:
      return fmt::format("{} already has {}",
                         DimText(d, stop.blocker_place, stop.blocker_dim),
                         blocker);
    case MissingReason::kConflict:
      return fmt::format("{} has {} in its place",
                         DimText(d, stop.blocker_place, stop.blocker_dim),
                         blocker);
    case MissingReason::kReplicated:
      return fmt::format("{} is explicitly replicated in {}", blocker,
                         DimText(d, stop.refused_place, -1));
    case MissingReason::kUnreduced:
      return fmt::format("{} is unreduced in {}", blocker,
                         DimText(d, stop.refused_place, -1));
    case MissingReason::kClosed:
      if (d.ShardingBefore(stop.refused_place).IsNone()) {
        return fmt::format("{} is closed", target);
      }
      return fmt::format("{} is closed by {}", target,
                         AnnotationKind(d, stop.refused_place));
    case MissingReason::kNotDivisible:
      return fmt::format(
          "factor {} has size {}, which the axis does not divide",
          FactorText(stop.factor),
          d.s.m.rules.Get(stop.rule).factor_size(
              static_cast<size_t>(stop.factor)));
    case MissingReason::kOverflow:
      return fmt::format("it does not divide factor {} (size {}) of {}",
                         FactorText(stop.factor),
                         d.s.m.rules.Get(stop.rule).factor_size(
                             static_cast<size_t>(stop.factor)),
                         DimText(d, stop.refused_place, -1));
    case MissingReason::kSubAxis:
      if (!d.s.m.rules.Get(stop.rule).HasSize(
              static_cast<size_t>(stop.factor))) {
        return "it is a part of an axis, which does not move along a dimension "
               "of unknown size";
      }
      return "it is a part of an axis, which conservative propagation does "
             "not move";
    case MissingReason::kResultsRefuse:
      return "no result of the op could take it, and operands of an "
             "elementwise op get no more than its results";
    case MissingReason::kStridedView:
      return fmt::format(
          "a more major factor of {} is not fully sharded: the axis would "
          "shard a strided view",
          target);
    case MissingReason::kBehind:
      return fmt::format("it comes after {}, which did not propagate", blocker);
    case MissingReason::kBarrier:
      return "the barrier does not let axes through in this direction";
    case MissingReason::kDirection:
      return "the op does not propagate in this direction";
    case MissingReason::kBlockedFactor:
      return fmt::format("the op's rule blocks propagation along factor {}",
                         FactorText(stop.factor));
    case MissingReason::kNoFactor:
      return fmt::format("its factor {} ({}) is not in {}",
                         FactorText(stop.factor),
                         FactorTypeName(d.s.m.rules.Get(stop.rule),
                                        static_cast<size_t>(stop.factor)),
                         DimText(d, stop.refused_place, -1));
    case MissingReason::kNoRule:
      return "the op has no sharding rule, nothing goes through it";
    case MissingReason::kMeshesDiffer:
      return "the tensors of the op are on different meshes";
    case MissingReason::kUnsettled:
      return "propagation ended before it arrived; a second run would bring it";
  }
  return "";
}

std::string FunctionOf(const Described& d, const TensorPlace& place) {
  return d.Tensor(place).function;
}

}  // namespace

ExplainedTensor Described::Tensor(const TensorPlace& place) const {
  return place.value
             ? names.Describe(place.value)
             : names.DescribeMainResult(s.main_results.function, place.result);
}

ShardingId Described::ShardingOf(const TensorPlace& place) const {
  return place.value ? GetSharding(s.m, place.value)
                     : ResultSharding(s.m, s.main_results.function,
                                      static_cast<size_t>(place.result));
}

ShardingId Described::ShardingBefore(const TensorPlace& place) const {
  if (place.value) {
    // A result of a manual computation has a sharding of its own, with the
    // manual axes. The sharding of its data-flow edge lacks them.
    ValueId value = place.value;
    const OpId def = s.m.def(value);
    if (def && s.m.kind(def) == OpKind::kDataFlowEdge) {
      const ValueId owner = s.m.operand(def, 0);
      const OpId home = OwningOp(s.m, owner);
      if (s.m.kind(home) == OpKind::kManualComputation) value = owner;
    }
    const size_t slot = value.Slot();
    return slot < before.size() ? before[slot] : ShardingId::None();
  }
  const auto result = static_cast<size_t>(place.result);
  return result < results_before.size() ? results_before[result]
                                        : ShardingId::None();
}

namespace {

// Whether the value's sharding comes from a constraint that uses the value.
// (Import copies the constraint's sharding to an input without a sharding.)
bool IsDictated(const Described& d, ValueId value) {
  const Module& m = d.s.m;
  const ValueId original = d.names.Original(value);
  if (original.IsNone() || original.Slot() >= d.read.size() ||
      d.read[original.Slot()]) {
    return false;
  }
  const ShardingId before = d.ShardingBefore({value, -1});
  for (const UseId use : m.Uses(value)) {
    const OpId user = m.use(use).owner;
    if (m.kind(user) == OpKind::kShardingConstraint &&
        d.ShardingBefore({m.result(user, 0), -1}) == before) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string AnnotationKind(const Described& d, const TensorPlace& place) {
  const Module& m = d.s.m;
  const std::string function = FunctionOf(d, place);
  if (place.value.IsNone()) {
    return fmt::format("result {} of @{}", place.result, function);
  }
  if (IsDictated(d, place.value))
    return std::string(OpMnemonic(OpKind::kShardingConstraint));
  ValueId value = place.value;
  OpId def = m.def(value);
  if (def && m.kind(def) == OpKind::kDataFlowEdge) {
    value = m.operand(def, 0);
    def = m.def(value);
  }
  const int index = m.index(value);
  const OpId home = OwningOp(m, value);
  if (IsFunction(m, home)) {
    return fmt::format("argument {} of @{}", index, function);
  }
  if (m.kind(home) == OpKind::kShardingConstraint) {
    return std::string(OpMnemonic(OpKind::kShardingConstraint));
  }
  if (m.kind(home) == OpKind::kManualComputation) {
    return fmt::format("{}_shardings[{}] of sdy.manual_computation",
                       def ? "out" : "in", index);
  }
  if (m.kind(home) == OpKind::kNamedComputation) {
    return fmt::format("{} {} of \"{}\"", def ? "result" : "argument", index,
                       ComputationName(m, home));
  }
  return fmt::format("sdy.sharding of {}", m.op_name(home));
}

ChainLink DescribeAnnotation(const Described& d, const AxisOrigin& origin) {
  ChainLink first;
  first.kind = "annotation";
  first.tensor = d.Tensor(origin.annotated);
  first.dimension = origin.dim;
  first.annotation = AnnotationKind(d, origin.annotated);
  ShardingId annotated = d.ShardingBefore(origin.annotated);
  if (annotated.IsNone()) annotated = d.ShardingOf(origin.annotated);
  if (annotated) {
    first.sharding = ShardingText(d.s.m.shardings.Get(annotated),
                                  d.s.m.shardings, d.s.m.names);
  }
  first.user_priority = AnnotatedPriority(d, origin.annotated, origin.dim);
  return first;
}

ChainLink DescribeMove(const Described& d, const AxisMove& move) {
  ChainLink link;
  switch (move.how) {
    case AxisMove::How::kStep:
      link.kind = "step";
      break;
    case AxisMove::How::kConstraint:
      link.kind = "constraint";
      break;
    case AxisMove::How::kGroup:
      link.kind = "group";
      break;
  }
  link.tensor = d.Tensor(move.target);
  link.dimension = move.target_dim;
  if (move.how != AxisMove::How::kGroup) {
    link.op =
        DescribeOp(d, move.op, move.rule, move.factor, move.from, move.to);
    link.step = move.step;
  }
  if (move.how == AxisMove::How::kStep) {
    link.op_priority = OpPriority(d, move.time.run);
  }
  link.user_priority = move.time.user_priority;
  return link;
}

ExplainedAxis DescribeOrigin(const Described& d, const AxisOrigin& origin,
                             int32_t dim) {
  ExplainedAxis out;
  out.axis = Axis(d, origin.axis);
  out.dimension = dim;
  out.chain.push_back(DescribeAnnotation(d, origin));
  for (const AxisMove* move : origin.moves) {
    out.chain.push_back(DescribeMove(d, *move));
  }
  return out;
}

StoppedAxis DescribeStop(const Described& d, const MissingAxis& stop) {
  StoppedAxis out;
  out.axis = Axis(d, stop.axis);
  if (stop.part) out.part = Axis(d, *stop.part);
  out.dimension = stop.target_dim;
  out.reason = ReasonName(stop.reason);
  out.source = d.Tensor(stop.source);
  out.source_dimension = stop.source_dim;
  out.op = DescribeOp(d, stop.op, stop.rule, stop.factor, stop.from, stop.to);
  out.because = Because(d, stop);
  out.text = ReasonText(d, stop);
  if (!out.because.empty()) out.text += BecauseText(d, stop, out.because);
  if (stop.blocker) {
    out.blocker = Axis(d, *stop.blocker);
    out.blocker_tensor = d.Tensor(stop.blocker_place);
    out.blocker_dimension = stop.blocker_dim;
  }
  return out;
}

void AddOrigins(const Described& d, const MissingAxis& stop, StoppedAxis& out) {
  const auto from = [&](const TensorPlace& place, int32_t dim,
                        const AxisRef& axis) -> std::optional<ChainLink> {
    if (dim < 0) return std::nullopt;
    return DescribeAnnotation(d, d.history.Origins(place, dim, axis).front());
  };
  out.source_from = from(stop.source, stop.source_dim, stop.axis);
  if (stop.blocker) {
    out.blocker_from =
        from(stop.blocker_place, stop.blocker_dim, *stop.blocker);
  }
}

}  // namespace shardflow::internal
