#include "propagate/why_not.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"

#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/op_kind.h"
#include "sharding/axis.h"

namespace shardflow::internal {
namespace {

// Returns the reason to report for a refusal that is in the trace.
MissingReason ReasonOf(Refusal refusal) {
  switch (refusal) {
    case Refusal::kOtherFactor:
      return MissingReason::kOtherDimension;
    case Refusal::kReplicated:
      return MissingReason::kReplicated;
    case Refusal::kUnreduced:
      return MissingReason::kUnreduced;
    case Refusal::kClosed:
      return MissingReason::kClosed;
    case Refusal::kOverflow:
      return MissingReason::kOverflow;
    case Refusal::kNotDivisible:
      return MissingReason::kNotDivisible;
    case Refusal::kSubAxis:
      return MissingReason::kSubAxis;
    case Refusal::kResultsRefuse:
      return MissingReason::kResultsRefuse;
  }
  return MissingReason::kUnsettled;
}

// An op (or a returned value) that has the value in question as a tensor.
struct Neighbour {
  OpId op;
  RuleId rule;
  std::vector<TensorPlace> tensors;
  size_t operands = 0;
  bool barrier = false;
  int op_class = -1;  // -1: propagates in all directions in every run

  RecordedEnd End(size_t tensor) const {
    return tensor < operands
               ? RecordedEnd{false, static_cast<int64_t>(tensor)}
               : RecordedEnd{true, static_cast<int64_t>(tensor - operands)};
  }
};

class Question {
 public:
  Question(PropagationState& s, const Neighbour& at, const StepTrace& trace,
           size_t target, std::vector<MissingAxis>& stops)
      : s_(s),
        at_(at),
        trace_(trace),
        rule_(s.m.rules.Get(at.rule)),
        target_(target),
        stops_(stops) {}

  void Ask() {
    switch (trace_.outcome) {
      case StepTrace::Outcome::kStepped:
        for (size_t f = 0; f < rule_.factor_count(); ++f) AskFactor(f);
        AskFactorsThatAreNotHere();
        return;
      case StepTrace::Outcome::kMeshesDiffer:
        return AskDims(MissingReason::kMeshesDiffer);
      case StepTrace::Outcome::kSingleDevice:
      case StepTrace::Outcome::kNoRule:
      case StepTrace::Outcome::kNoSharding:
      case StepTrace::Outcome::kInvalid:
        return;
    }
  }

 private:
  const FactorSharding& Has(size_t tensor, size_t factor) const {
    return trace_.before.at(tensor, factor);
  }
  AxisRef ToAxisRef(const ResolvedAxis& axis) const {
    return trace_.before.mesh().ToAxisRef(axis);
  }

  MissingAxis NewStop(MissingReason reason, size_t source, size_t factor,
                      const AxisRef& axis) const {
    MissingAxis stop;
    stop.reason = reason;
    stop.axis = axis;
    stop.source = at_.tensors[source];
    stop.source_dim = rule_.DimOf(source, factor);
    stop.target_dim = rule_.DimOf(target_, factor);
    stop.op = at_.op;
    stop.rule = at_.rule;
    stop.factor = static_cast<int32_t>(factor);
    stop.from = at_.End(source);
    stop.to = stop.refused_by = at_.End(target_);
    stop.refused_place = at_.tensors[target_];
    stop.earliest_run = EarliestRun(source, factor);
    return stop;
  }

  // Returns the first run in which the axis may leave its source: operands pass
  // axes on in a forward step, results in a backward one.
  int EarliestRun(size_t source, size_t factor) const {
    if (at_.op_class < 0) return 0;
    const auto needed =
        source < at_.operands ? Direction::kForward : Direction::kBackward;
    const auto& runs = s_.table.directions[static_cast<size_t>(at_.op_class)];
    for (size_t run = 0; run < s_.options.schedule.size(); ++run) {
      const Direction direction =
          rule_.factor_type(factor) == FactorType::kPassThrough
              ? runs[run].pass_through
              : runs[run].other;
      if ((direction | needed) == direction) return static_cast<int>(run);
    }
    return static_cast<int>(s_.options.schedule.size()) - 1;
  }

  void SetBlocker(MissingAxis& stop, size_t tensor, const ResolvedAxis& axis,
                  int32_t dim) const {
    stop.blocker = ToAxisRef(axis);
    stop.blocker_place = at_.tensors[tensor];
    stop.blocker_end = at_.End(tensor);
    stop.blocker_dim = dim;
  }

  // Finds the axes that other tensors have along the factor but the value
  // doesn't, and why.
  void AskFactor(size_t factor) {
    if (!Has(target_, factor).present) return;
    std::vector<ResolvedAxis> asked;
    for (size_t u = 0; u < at_.tensors.size(); ++u) {
      if (u == target_ || !Has(u, factor).present) continue;
      const ResolvedList there = Has(u, factor).axes;
      for (size_t i = 0; i < there.size(); ++i) {
        const auto covers = [&](const ResolvedAxis& axis) {
          return Contains(axis, there[i]);
        };
        if (std::ranges::any_of(Has(target_, factor).axes, covers) ||
            std::ranges::any_of(asked, covers)) {
          continue;
        }
        asked.push_back(there[i]);
        AskAxis(factor, u, i, there[i]);
      }
    }
  }

  void AskAxis(size_t factor, size_t source, size_t position,
               const ResolvedAxis& axis) {
    MissingAxis stop =
        NewStop(MissingReason::kDirection, source, factor, ToAxisRef(axis));
    const std::vector<ResolvedAxis>& wanted = trace_.wanted[factor];
    const bool is_wanted =
        position < wanted.size() && Contains(wanted[position], axis);
    if (is_wanted) {
      FindCut(factor, position, stop);
    } else {
      FindWhyNotWanted(factor, source, position, stop);
    }
    if (!stop.part) FindPart(factor, axis, stop);
    stops_.push_back(stop);
  }

  // Sets stop.part if the tensor already has a prefix of the axis.
  void FindPart(size_t factor, const ResolvedAxis& axis,
                MissingAxis& stop) const {
    for (const ResolvedAxis& has : Has(target_, factor).axes) {
      if (IsPrefix(has, axis)) stop.part = ToAxisRef(has);
    }
  }

  // Finds why this tensor doesn't get the axis, although it is among the axes
  // to propagate along the factor.
  void FindCut(size_t factor, size_t position, MissingAxis& stop) const {
    const std::vector<ResolvedAxis>& wanted = trace_.wanted[factor];
    const ResolvedList after = trace_.after.at(target_, factor).axes;
    if (position < after.size() &&
        Contains(after[position], wanted[position])) {
      stop.reason = IsBehindUnfullFactor(factor) ? MissingReason::kStridedView
                                                 : MissingReason::kUnsettled;
      return;
    }
    const AxisCut* cut = nullptr;
    const Strategy strategy =
        s_.options.schedule[static_cast<size_t>(s_.run)].strategy;
    for (const AxisCut& c : trace_.cuts) {
      if (c.factor != factor) continue;
      if (strategy == Strategy::kAggressive && c.tensor != target_) continue;
      cut = &c;
      break;
    }
    if (cut == nullptr) return;
    const auto at = static_cast<size_t>(std::ranges::find(wanted, cut->wanted) -
                                        wanted.begin());
    if (at < position) {
      stop.reason = MissingReason::kBehind;
      SetBlocker(stop, target_, cut->wanted, stop.target_dim);
      return;
    }
    stop.reason = ReasonOf(cut->reason.why);
    stop.refused_by = at_.End(cut->tensor);
    stop.refused_place = at_.tensors[cut->tensor];
    switch (cut->reason.why) {
      case Refusal::kOtherFactor:
        SetBlocker(stop, cut->tensor, cut->reason.blocker,
                   rule_.DimOf(cut->tensor, cut->reason.other_factor));
        break;
      case Refusal::kReplicated:
      case Refusal::kUnreduced:
        SetBlocker(stop, cut->tensor, cut->reason.blocker, -1);
        break;
      default:
        break;
    }
  }

  // Whether a factor before this one in its dimension is not fully sharded, so
  // that a sharding can't express axes of this factor.
  bool IsBehindUnfullFactor(size_t factor) const {
    const int32_t dim = rule_.DimOf(target_, factor);
    for (const int32_t f : rule_.factors(target_, static_cast<size_t>(dim))) {
      if (static_cast<size_t>(f) == factor) return false;
      int64_t size = 1;
      for (const ResolvedAxis& axis :
           trace_.after.at(target_, static_cast<size_t>(f)).axes) {
        size = SaturatingProduct(size, axis.size());
      }
      if (size < rule_.factor_size(static_cast<size_t>(f))) return true;
    }
    return false;
  }

  // Finds why the axis isn't even among the axes to propagate along the factor.
  void FindWhyNotWanted(size_t factor, size_t source, size_t position,
                        MissingAxis& stop) const {
    const Direction direction = trace_.directions[factor];
    if (rule_.IsBlocked(factor)) {
      stop.reason = MissingReason::kBlockedFactor;
      return;
    }
    const auto needed =
        source < at_.operands ? Direction::kForward : Direction::kBackward;
    if ((direction | needed) != direction) {
      stop.reason =
          at_.barrier ? MissingReason::kBarrier : MissingReason::kDirection;
      return;
    }
    const std::optional<MergeConflict>& conflict = trace_.conflicts[factor];
    if (!conflict || conflict->position > position) return;
    stop.reason = MissingReason::kConflict;
    if (conflict->position < position && conflict->tensor != source &&
        conflict->other_tensor != source) {
      stop.reason = MissingReason::kBehind;
    }
    const bool is_first =
        conflict->tensor == source || conflict->other_tensor == target_;
    const size_t tensor = is_first ? conflict->other_tensor : conflict->tensor;
    SetBlocker(stop, tensor, is_first ? conflict->other_axis : conflict->axis,
               rule_.DimOf(tensor, factor));
  }

  // If the value is a result, adds the operands' overflow axes, and the axes
  // that operands have along factors that the result lacks.
  void AskFactorsThatAreNotHere() {
    if (target_ < at_.operands) return;
    for (size_t u = 0; u < at_.operands; ++u) {
      for (size_t f = 0; f < rule_.factor_count(); ++f) {
        if (!Has(u, f).present) continue;
        if (!Has(target_, f).present) {
          for (const ResolvedAxis& axis : Has(u, f).axes) {
            stops_.push_back(
                NewStop(MissingReason::kNoFactor, u, f, ToAxisRef(axis)));
          }
        }
        for (const ResolvedAxis& axis : Has(u, f).overflow) {
          MissingAxis stop =
              NewStop(MissingReason::kOverflow, u, f, ToAxisRef(axis));
          stop.refused_by = at_.End(u);
          stop.refused_place = at_.tensors[u];
          stops_.push_back(stop);
        }
      }
    }
  }

  // Adds the axes of dimensions that share a factor with a dimension of the
  // value, all for the given reason. Used if there is no projection.
  void AskDims(MissingReason reason) {
    for (size_t u = 0; u < at_.tensors.size(); ++u) {
      if (u == target_ || s_.shardings[u].IsNone()) continue;
      const ShardingView sharding = s_.m.shardings.Get(s_.shardings[u]);
      for (size_t d = 0; d < sharding.rank(); ++d) {
        for (const int32_t f : rule_.factors(u, d)) {
          const auto factor = static_cast<size_t>(f);
          if (rule_.DimOf(target_, factor) < 0) continue;
          for (const AxisRef& axis :
               s_.m.shardings.axes(sharding.dims[d].axes)) {
            stops_.push_back(NewStop(reason, u, factor, axis));
          }
          break;
        }
      }
    }
  }

  PropagationState& s_;
  const Neighbour& at_;
  const StepTrace& trace_;
  const Rule& rule_;
  size_t target_;
  std::vector<MissingAxis>& stops_;
};

void AskNeighbour(PropagationState& s, const Neighbour& at,
                  const StepInput& input, const TensorPlace& place,
                  StepTraces& traces, std::vector<MissingAxis>& stops) {
  const StepTrace& trace = traces.Get(s.stepper, input);
  for (size_t t = 0; t < at.tensors.size(); ++t) {
    if (at.tensors[t] == place) Question(s, at, trace, t, stops).Ask();
  }
}

void AskNode(PropagationState& s, Position position, const Node& node,
             size_t op_class, const TensorPlace& place, StepTraces& traces,
             std::vector<MissingAxis>& stops) {
  Neighbour at;
  at.op = s.graph.op(position);
  at.rule = node.rule;
  at.barrier = node.kind == VisitKind::kBarrier;
  at.op_class = static_cast<int>(op_class);
  at.operands = s.m.rules.Get(node.rule).operand_count();
  for (int32_t i = 0; i < node.tensor_count; ++i) {
    const TensorRef ref = s.graph.Tensor(position, node, i);
    at.tensors.push_back({ref.IsNowhere() ? ValueId::None() : ref.value, -1});
  }
  if (std::ranges::find(at.tensors, place) == at.tensors.end()) return;
  const ClassDirections directions =
      s.table.directions[op_class][static_cast<size_t>(s.run)];
  StepInput input;
  if (!GatherStep(s, position, node, directions, input)) return;
  AskNeighbour(s, at, input, place, traces, stops);
}

// Adds the axes that stop at an op because it has no rule.
void AskRuleless(PropagationState& s, OpId op, ValueId value,
                 std::vector<MissingAxis>& stops) {
  Module& m = s.m;
  const auto add = [&](ValueId other, RecordedEnd from) {
    const ValueId holder = GetShardableValue(m, other);
    const ShardingId sharding = GetSharding(m, other);
    if (!holder || !sharding || holder == value) return;
    const ShardingView view = m.shardings.Get(sharding);
    for (size_t d = 0; d < view.rank(); ++d) {
      for (const AxisRef& axis : m.shardings.axes(view.dims[d].axes)) {
        MissingAxis stop;
        stop.reason = MissingReason::kNoRule;
        stop.axis = axis;
        stop.source = {holder, -1};
        stop.source_dim = static_cast<int32_t>(d);
        stop.op = op;
        stop.from = from;
        stops.push_back(stop);
      }
    }
  };
  const bool defines = m.def(value) == op;
  if (defines) {
    for (int i = 0; i < m.operand_count(op); ++i) {
      add(m.operand(op, i), {false, i});
    }
  } else {
    for (int i = 0; i < m.result_count(op); ++i) {
      add(m.result(op, i), {true, i});
    }
  }
}

bool IsRuleless(const PropagationState& s, OpId op) {
  const Module& m = s.m;
  if (op.IsNone() || op == m.root() || m.IsErased(op)) return false;
  if (HasTrait(m, op, kTerminator) || DataFlow(m, op) != nullptr) return false;
  if (m.kind(op) == OpKind::kFunc) return false;
  const Position position = s.graph.position(op);
  if (!position) return false;
  const Node node = s.graph.NodeAt(position);
  return node.kind == VisitKind::kNothing && !node.has_second;
}

void AskMainResults(PropagationState& s, const TensorPlace& place,
                    StepTraces& traces, std::vector<MissingAxis>& stops) {
  for (const ReturnedValue& returned : s.main_results.values) {
    const ValueId holder = GetShardableValue(s.m, returned.value);
    Neighbour at;
    at.rule = returned.rule;
    at.tensors = {{holder, -1}, {ValueId::None(), returned.result}};
    at.operands = 1;
    if (at.tensors[0] != place && at.tensors[1] != place) continue;
    s.shardings.resize(2);
    const StepInput input = MainResultStep(
        s, returned, std::span<ShardingId, 2>(s.shardings.data(), 2));
    AskNeighbour(s, at, input, place, traces, stops);
  }
}

}  // namespace

// Sorts the nodes by counting. While they are put in place, first_[v + 1] is
// where the next node of value v goes.
NodesByValue::NodesByValue(const PropagationState& s)
    : first_(s.m.value_table_size() + 2) {
  const PropagationGraph& graph = s.graph;
  const auto for_each = [&](auto fn) {
    const auto visit = [&](Position position, const Node& node) {
      for (int32_t i = 0; i < node.tensor_count; ++i) {
        const TensorRef ref = graph.Tensor(position, node, i);
        if (!ref.IsNowhere()) fn(ref.value, position);
      }
    };
    for (size_t i = 0; i < graph.size(); ++i) {
      const Position position(i);
      if (s.m.IsErased(graph.op(position))) continue;
      visit(position, graph.NodeAt(position));
      const auto second = graph.second.find(position);
      if (second != graph.second.end()) visit(position, second->second.node);
    }
  };
  for_each([&](ValueId value, Position) { ++first_[value.Slot() + 2]; });
  for (size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
  at_.resize(first_.back());
  for_each([&](ValueId value, Position position) {
    at_[first_[value.Slot() + 1]++] = position;
  });
}

std::span<const Position> NodesByValue::At(ValueId value) const {
  if (value.IsNone() || value.Slot() + 2 >= first_.size()) return {};
  const size_t begin = first_[value.Slot()];
  return {at_.data() + begin, first_[value.Slot() + 1] - begin};
}

const StepTrace& StepTraces::Get(Stepper& stepper, const StepInput& input) {
  if (known_.size() == kMost) known_.clear();
  std::vector<int32_t> key = {
      input.rule.index,
      static_cast<int32_t>(input.strategy),
      input.conservative ? 1 : 0,
      input.elementwise ? 1 : 0,
      static_cast<int32_t>(input.directions.pass_through),
      static_cast<int32_t>(input.directions.other)};
  for (const Direction direction : input.directions.per_factor) {
    key.push_back(static_cast<int32_t>(direction));
  }
  // The rule determines the number of shardings, so the key doesn't need it.
  for (const ShardingId id : input.shardings) key.push_back(id.index);
  std::unique_ptr<StepTrace>& trace = known_[std::move(key)];
  if (trace == nullptr) {
    trace = std::make_unique<StepTrace>();
    stepper.Trace(input, *trace);
  }
  return *trace;
}

std::vector<MissingAxis> WhyNot(PropagationState& s, const NodesByValue& nodes,
                                const TensorPlace& place, StepTraces& traces) {
  std::vector<MissingAxis> stops;
  const PropagationGraph& graph = s.graph;
  Position last;
  for (const Position position : nodes.At(place.value)) {
    // A node may contain the value more than once.
    if (std::exchange(last, position) == position) continue;
    const Node node = graph.NodeAt(position);
    if (node.has_second) {
      const SecondRule& second = graph.second.at(position);
      if (node.rule) {
        AskNode(s, position, node, second.first_class, place, traces, stops);
      }
      AskNode(s, position, second.node, second.op_class, place, traces, stops);
    } else if (node.rule) {
      AskNode(s, position, node,
              static_cast<size_t>(graph.worklist.Class(position)), place,
              traces, stops);
    }
  }
  if (place.value) {
    const OpId def = s.m.def(place.value);
    if (IsRuleless(s, def)) AskRuleless(s, def, place.value, stops);
    std::vector<OpId> users;
    absl::flat_hash_set<OpId> seen;
    for (const UseId use : s.m.Uses(place.value)) {
      const OpId user = s.m.use(use).owner;
      if (seen.insert(user).second) users.push_back(user);
    }
    for (size_t i = users.size(); i > 0; --i) {
      if (IsRuleless(s, users[i - 1])) {
        AskRuleless(s, users[i - 1], place.value, stops);
      }
    }
  }
  AskMainResults(s, place, traces, stops);
  return stops;
}

}  // namespace shardflow::internal
