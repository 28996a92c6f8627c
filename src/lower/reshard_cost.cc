#include "lower/reshard_cost.h"

#include <algorithm>

#include "ops/shard_local.h"
#include "sharding/axis.h"

namespace shardflow::internal {
namespace {

int64_t Bytes(int64_t elements, int64_t element_bits) {
  if (elements == INT64_MAX) return INT64_MAX;
  const int64_t bits = SaturatingProduct(elements, element_bits);
  return bits == INT64_MAX ? INT64_MAX : CeilDiv(bits, 8);
}

// Appends the axes along which the devices of the step's groups differ.
void AppendGroup(const ReshardPlan& plan, const PlanStep& step,
                 const ReshardProblem& problem, const PlanStep* before,
                 Axes& axes) {
  const auto append = [&](ResolvedList list) {
    axes.insert(axes.end(), list.begin(), list.end());
  };
  if (HasAxesPerDim(step.kind)) {
    for (size_t d = 0; d < plan.rank(); ++d) append(plan.axes(step, d));
  } else if (step.kind == StepKind::kAllToAll) {
    for (const PlanMove& move : plan.moves(step)) append(plan.list(move.axes));
  } else if (step.kind != StepKind::kCollectivePermute) {
    append(plan.list(step.axes));
  } else {
    // Devices may exchange data along a dimension's old and new axes.
    for (size_t d = 0; d < plan.rank(); ++d) {
      const ResolvedList old =
          before == nullptr ? problem.from[d] : plan.layout(*before, d);
      if (SameLayout(old, plan.layout(step, d))) continue;
      append(old);
      append(plan.layout(step, d));
    }
  }
}

}  // namespace

int64_t LocalBytes(std::span<const int64_t> shape,
                   std::span<const int64_t> shards, int64_t element_bits) {
  int64_t elements = 1;
  for (size_t d = 0; d < shape.size(); ++d) {
    // A dimension of unknown size is treated as empty.
    const int64_t size = std::max<int64_t>(shape[d], 0);
    elements = SaturatingProduct(elements, CeilDiv(size, shards[d]));
  }
  return Bytes(elements, element_bits);
}

std::vector<PartRows> MisalignedParts(int64_t size, int64_t before,
                                      int64_t after) {
  if (before == after || before == 1 || after == 1 || size <= 1) return {};
  const int64_t old_part = CeilDiv(size, before);
  const int64_t part = CeilDiv(size, after);
  const bool gathers = after < before;
  const int64_t factor = gathers ? before / after : after / before;
  if (gathers ? part == SaturatingProduct(factor, old_part)
              : old_part == SaturatingProduct(factor, part)) {
    return {};
  }
  // With very many shards, assume the worst case, in which some device holds
  // none of the elements that it needs.
  constexpr int64_t kMost = 1 << 12;
  if (std::min(after, CeilDiv(size, part)) > kMost) return {{part, 0}};
  // The parts that a device has after the collective: `factor` old parts, or
  // the old part from which its part was sliced.
  const int64_t span = SaturatingProduct(gathers ? factor : 1, old_part);
  std::vector<PartRows> parts;
  for (int64_t i = 0; i < after && i * part < size; ++i) {
    const int64_t lo = i * part, hi = std::min(size, lo + part);
    const int64_t held_lo = SaturatingProduct(gathers ? i : i / factor, span);
    const int64_t held_hi = SaturatingSum(held_lo, span);
    parts.push_back({hi - lo, std::max<int64_t>(0, std::min(hi, held_hi) -
                                                       std::max(lo, held_lo))});
  }
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return parts;
}

// Returns the largest number of elements that a device lacks after the
// collective.
int64_t StepPricer::Realigned(std::span<const int64_t> before,
                              std::span<const int64_t> after) const {
  constexpr size_t kMost = 1 << 12;
  // The numbers of elements that a device needs and holds, for each combination
  // of parts. All combinations occur, since dimensions are sharded along
  // different axes.
  std::vector<PartRows> boxes = {{1, 1}};
  bool any = false;
  for (size_t d = 0; d < shape_.size(); ++d) {
    const int64_t size = std::max<int64_t>(shape_[d], 0);
    std::vector<PartRows> parts = MisalignedParts(size, before[d], after[d]);
    any |= !parts.empty();
    if (parts.empty()) {
      const int64_t part = CeilDiv(size, after[d]);
      parts = {{part, part}};
    } else if (parts.size() * boxes.size() > kMost) {
      parts = {{CeilDiv(size, after[d]), 0}};
    }
    std::vector<PartRows> products;
    for (const PartRows& box : boxes) {
      for (const PartRows& part : parts) {
        products.push_back({SaturatingProduct(box.wanted, part.wanted),
                            SaturatingProduct(box.held, part.held)});
      }
    }
    boxes = std::move(products);
  }
  if (!any) return 0;
  int64_t lacking = 0;
  for (const PartRows& box : boxes) {
    lacking = std::max(lacking, box.wanted - box.held);
  }
  return lacking;
}

void StepPricer::Fill(std::span<const int64_t> before,
                      std::span<const int64_t> after, StepLoad& load) const {
  // A dimension that will be cut is first padded until its size divides evenly.
  const bool cuts =
      load.kind == StepKind::kAllToAll || load.kind == StepKind::kReduceScatter;
  int64_t elements = 1;
  bool even = true;
  for (size_t d = 0; d < shape_.size(); ++d) {
    const int64_t size = std::max<int64_t>(shape_[d], 0);
    int64_t part = CeilDiv(size, before[d]);
    if (before[d] != after[d]) {
      even &= size % std::max(before[d], after[d]) == 0;
      if (cuts && before[d] < after[d]) {
        part = SaturatingProduct(CeilDiv(size, after[d]), after[d] / before[d]);
      }
    }
    elements = SaturatingProduct(elements, part);
  }
  load.held = Bytes(elements, element_bits_);
  load.realigned = even ? 0 : Bytes(Realigned(before, after), element_bits_);
}

std::vector<StepTraffic> TrafficOf(const ReshardProblem& problem,
                                   const ReshardPlan& plan,
                                   const CostModel& model) {
  const StepPricer pricer(problem.shape, problem.element_bits);
  std::vector<int64_t> before(plan.rank()), after(plan.rank());
  for (size_t d = 0; d < plan.rank(); ++d) before[d] = Product(problem.from[d]);
  const PlanStep* previous = nullptr;
  std::vector<StepTraffic> traffic;
  Axes axes;
  for (const PlanStep& step : plan.steps()) {
    axes.clear();
    AppendGroup(plan, step, problem, previous, axes);
    for (size_t d = 0; d < plan.rank(); ++d) {
      after[d] = Product(plan.layout(step, d));
    }
    StepLoad load{.kind = step.kind, .axes = axes};
    if (IsCommunication(step.kind)) load.group = Product(axes);
    pricer.Fill(before, after, load);
    traffic.push_back(
        {model.Price(load), pricer.LocalBytesOf(after), load.group});
    before.swap(after);
    previous = &step;
  }
  return traffic;
}

PlanCost CostOf(const ReshardProblem& problem, const ReshardPlan& plan,
                const CostModel& model) {
  PlanCost cost{.steps = plan.steps().size()};
  for (const StepTraffic& step : TrafficOf(problem, plan, model)) {
    cost.seconds += step.cost.seconds;
    cost.bytes = SaturatingSum(cost.bytes, step.cost.bytes);
  }
  return cost;
}

}  // namespace shardflow::internal
