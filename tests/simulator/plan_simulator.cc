#include "simulator/plan_simulator.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

namespace shardflow::internal {
namespace {

int64_t Count(ResolvedList axes) {
  int64_t count = 1;
  for (const ResolvedAxis& axis : axes) count *= axis.size();
  return count;
}

int64_t RoundUp(int64_t a, int64_t b) { return (a + b - 1) / b * b; }

uint32_t Mixed(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352dU;
  x = (x ^ (x >> 15)) * 0x846ca68bU;
  return x ^ (x >> 16);
}

uint32_t Combine(uint32_t a, uint32_t b, ReductionKind kind) {
  switch (kind) {
    case ReductionKind::kSum:
      return a + b;
    case ReductionKind::kMax:
      return std::max(a, b);
    case ReductionKind::kMin:
      return std::min(a, b);
    case ReductionKind::kProduct:
      return a * b;
  }
  return 0;
}

std::vector<ResolvedAxis> ToAxes(ResolvedList list) {
  return {list.begin(), list.end()};
}

}  // namespace

PlanSimulator::PlanSimulator(const ReshardProblem& problem)
    : problem_(problem), rank_(problem.from.size()) {
  for (const MeshAxis& axis : problem.mesh->axes) {
    mesh_.push_back(axis.size);
    devices_ *= axis.size;
  }
}

int64_t PlanSimulator::Digit(int64_t place, const ResolvedAxis& axis) const {
  const auto a = static_cast<size_t>(axis.axis);
  for (size_t i = mesh_.size() - 1; i > a; --i) place /= mesh_[i];
  return place % mesh_[a] / (mesh_[a] / axis.hi) % axis.size();
}

int64_t PlanSimulator::Index(int64_t place, ResolvedList axes) const {
  int64_t index = 0;
  for (const ResolvedAxis& axis : axes) {
    index = index * axis.size() + Digit(place, axis);
  }
  return index;
}

int64_t PlanSimulator::WithIndex(int64_t place, ResolvedList axes,
                                 int64_t index) const {
  for (size_t i = axes.size(); i > 0; --i) {
    const ResolvedAxis& axis = axes[i - 1];
    const auto a = static_cast<size_t>(axis.axis);
    int64_t stride = mesh_[a] / axis.hi;
    for (size_t j = a + 1; j < mesh_.size(); ++j) stride *= mesh_[j];
    place += (index % axis.size() - Digit(place, axis)) * stride;
    index /= axis.size();
  }
  return place;
}

// --- the elements on each device

uint32_t PlanSimulator::Value(int32_t element) const {
  return 1000 + Mixed(static_cast<uint32_t>(element)) % 100000;
}

// Returns partial result `index` of `count`. All of them add up to the
// element's value.
uint32_t PlanSimulator::Part(int32_t element, int64_t index, int64_t count,
                             ReductionKind kind) const {
  const uint32_t value = Value(element);
  const auto other = [&](int64_t i) {
    return Mixed(static_cast<uint32_t>(element * 131 + i)) % 900;
  };
  if (count == 1) return value;
  if (kind == ReductionKind::kSum) {
    if (index > 0) return other(index);
    uint32_t rest = value;
    for (int64_t i = 1; i < count; ++i) rest -= other(i);
    return rest;
  }
  if (index == element % count) return value;
  return kind == ReductionKind::kMax ? value - 1 - other(index)
                                     : value + 1 + other(index);
}

PlanSimulator::Local PlanSimulator::Expected(const Layout& layout,
                                             int64_t place) const {
  Local local;
  std::vector<int64_t> first;
  int64_t slots = 1;
  for (size_t d = 0; d < rank_; ++d) {
    const int64_t shards = Count(layout[d]);
    local.size.push_back(RoundUp(problem_.shape[d], shards) / shards);
    first.push_back(Index(place, layout[d]) * local.size[d]);
    slots *= local.size[d];
  }
  local.slots.resize(static_cast<size_t>(slots));
  for (int64_t i = 0; i < slots; ++i) {
    int64_t rest = i, element = 0, stride = 1;
    bool padding = false;
    for (size_t d = rank_; d > 0; --d) {
      const int64_t row = first[d - 1] + rest % local.size[d - 1];
      rest /= local.size[d - 1];
      padding |= row >= problem_.shape[d - 1];
      element += row * stride;
      stride *= problem_.shape[d - 1];
    }
    if (!padding) {
      local.slots[static_cast<size_t>(i)].element =
          static_cast<int32_t>(element);
    }
  }
  return local;
}

PlanSimulator::State PlanSimulator::Start() const {
  State state;
  for (int64_t place = 0; place < devices_; ++place) {
    Local local = Expected(held_, place);
    for (Slot& slot : local.slots) {
      if (slot.element < 0) continue;
      slot.value = Part(slot.element, Index(place, unreduced_),
                        Count(unreduced_), problem_.reduction_from);
    }
    state.push_back(std::move(local));
  }
  return state;
}

// --- collectives

// Returns chunk `index` of `count` along the dimension, which is padded if
// necessary.
PlanSimulator::Local PlanSimulator::Chunk(Local local, size_t dim,
                                          int64_t count, int64_t index) const {
  if (count == 1) return local;
  size_t outer = 1, inner = 1;
  for (size_t d = 0; d < dim; ++d) outer *= static_cast<size_t>(local.size[d]);
  for (size_t d = dim + 1; d < rank_; ++d) {
    inner *= static_cast<size_t>(local.size[d]);
  }
  const int64_t rows = RoundUp(local.size[dim], count) / count;
  Local chunk;
  chunk.size = local.size;
  chunk.size[dim] = rows;
  for (size_t o = 0; o < outer; ++o) {
    for (int64_t r = index * rows; r < (index + 1) * rows; ++r) {
      for (size_t i = 0; i < inner; ++i) {
        const size_t at = (o * static_cast<size_t>(local.size[dim]) +
                           static_cast<size_t>(r)) *
                              inner +
                          i;
        chunk.slots.push_back(r < local.size[dim] ? local.slots[at] : Slot());
      }
    }
  }
  return chunk;
}

PlanSimulator::Local PlanSimulator::Concat(
    const std::vector<const Local*>& parts, size_t dim) const {
  const Local& first = *parts[0];
  size_t outer = 1, row = 1;
  for (size_t d = 0; d < dim; ++d) outer *= static_cast<size_t>(first.size[d]);
  for (size_t d = dim; d < rank_; ++d) {
    row *= static_cast<size_t>(first.size[d]);
  }
  Local whole;
  whole.size = first.size;
  whole.size[dim] *= static_cast<int64_t>(parts.size());
  for (size_t o = 0; o < outer; ++o) {
    for (const Local* part : parts) {
      const auto begin = part->slots.begin() + static_cast<ptrdiff_t>(o * row);
      whole.slots.insert(whole.slots.end(), begin,
                         begin + static_cast<ptrdiff_t>(row));
    }
  }
  return whole;
}

PlanSimulator::State PlanSimulator::Gather(const State& state, size_t dim,
                                           ResolvedList axes) const {
  State next;
  for (int64_t place = 0; place < devices_; ++place) {
    std::vector<const Local*> parts;
    for (int64_t i = 0; i < Count(axes); ++i) {
      parts.push_back(&state[static_cast<size_t>(WithIndex(place, axes, i))]);
    }
    next.push_back(Concat(parts, dim));
  }
  return next;
}

PlanSimulator::State PlanSimulator::Slice(const State& state, size_t dim,
                                          ResolvedList axes) const {
  State next;
  for (int64_t place = 0; place < devices_; ++place) {
    next.push_back(Chunk(state[static_cast<size_t>(place)], dim, Count(axes),
                         Index(place, axes)));
  }
  return next;
}

// Each device cuts its part along the target dimension and sends piece i to
// device i of its group; the pieces that arrive are joined along the source
// dimension.
PlanSimulator::State PlanSimulator::AllToAll(const State& state, size_t source,
                                             size_t target,
                                             ResolvedList axes) const {
  State next;
  for (int64_t place = 0; place < devices_; ++place) {
    std::vector<Local> parts;
    for (int64_t i = 0; i < Count(axes); ++i) {
      parts.push_back(
          Chunk(state[static_cast<size_t>(WithIndex(place, axes, i))], target,
                Count(axes), Index(place, axes)));
    }
    std::vector<const Local*> pointers;
    for (const Local& part : parts) pointers.push_back(&part);
    next.push_back(Concat(pointers, source));
  }
  return next;
}

PlanSimulator::State PlanSimulator::Reduce(const State& state,
                                           ResolvedList axes) const {
  State next = state;
  for (int64_t place = 0; place < devices_; ++place) {
    Local& local = next[static_cast<size_t>(place)];
    for (int64_t i = 0; i < Count(axes); ++i) {
      const int64_t other = WithIndex(place, axes, i);
      if (other == place) continue;
      const Local& part = state[static_cast<size_t>(other)];
      for (size_t s = 0; s < local.slots.size(); ++s) {
        local.slots[s].value = Combine(
            local.slots[s].value, part.slots[s].value, problem_.reduction_from);
      }
    }
  }
  return next;
}

// Every device receives the part of one device, and sends its own part to one
// device: for each shard (and each partial sum), the devices that have it are
// paired with those that need it.
std::string PlanSimulator::Permute(const Layout& after) {
  const auto key = [&](int64_t place, const Layout& layout) {
    std::vector<int64_t> indices = {Index(place, unreduced_)};
    for (const Axes& axes : layout) indices.push_back(Index(place, axes));
    return indices;
  };
  std::map<std::vector<int64_t>, std::vector<int64_t>> have;
  for (int64_t place = 0; place < devices_; ++place) {
    have[key(place, held_)].push_back(place);
  }
  State next(state_.size());
  for (int64_t place = 0; place < devices_; ++place) {
    std::vector<int64_t>& holders = have[key(place, after)];
    if (holders.empty()) return "a permute has no source for a device";
    next[static_cast<size_t>(place)] =
        state_[static_cast<size_t>(holders.back())];
    holders.pop_back();
  }
  state_ = std::move(next);
  return "";
}

std::string PlanSimulator::Align(const State& before, const Layout& after,
                                 ResolvedList group, int64_t& missing) {
  missing = 0;
  bool collective_does_it = true;
  State next;
  for (int64_t place = 0; place < devices_; ++place) {
    const Local& got = state_[static_cast<size_t>(place)];
    Local local = Expected(after, place);
    std::map<int32_t, uint32_t> have, elsewhere;
    const auto add = [](const Local& from, std::map<int32_t, uint32_t>& to) {
      for (const Slot& slot : from.slots) {
        if (slot.element >= 0) to.emplace(slot.element, slot.value);
      }
    };
    add(got, have);
    const std::map<int32_t, uint32_t> in_position = have;
    for (int64_t i = 0; i < Count(group); ++i) {
      add(before[static_cast<size_t>(WithIndex(place, group, i))], have);
    }
    int64_t lacks = 0;
    for (Slot& slot : local.slots) {
      if (slot.element < 0) continue;
      collective_does_it &= in_position.contains(slot.element);
      auto at = have.find(slot.element);
      if (at == have.end()) {
        ++lacks;
        if (elsewhere.empty()) {
          for (int64_t other = 0; other < devices_; ++other) {
            if (Index(other, unreduced_) == Index(place, unreduced_)) {
              add(before[static_cast<size_t>(other)], elsewhere);
            }
          }
        }
        at = elsewhere.find(slot.element);
        if (at == elsewhere.end()) return "an element is lost";
      }
      slot.value = at->second;
    }
    missing = std::max(missing, lacks);
    next.push_back(std::move(local));
  }
  state_ = std::move(next);
  return collective_does_it || missing > 0
             ? ""
             : "the collective alone leaves something else";
}

// The devices' parts grow; new elements are zeros. An element that no device of
// the new group has is sent to one of them by a device outside the group.
void PlanSimulator::ToUnreduced(const ReshardPlan& plan, const PlanStep& step,
                                const Layout& after, int64_t& missing) {
  Axes made;
  for (size_t d = 0; d < rank_; ++d) {
    for (const ResolvedAxis& axis : plan.axes(step, d)) made.push_back(axis);
  }
  const auto find = [](const Local& local, int32_t element) -> const Slot* {
    for (const Slot& slot : local.slots) {
      if (slot.element == element) return &slot;
    }
    return nullptr;
  };
  State next;
  for (int64_t place = 0; place < devices_; ++place) {
    Local local = Expected(after, place);
    int64_t lacks = 0;
    for (Slot& slot : local.slots) {
      if (slot.element < 0) continue;
      if (const Slot* own =
              find(state_[static_cast<size_t>(place)], slot.element)) {
        slot.value = own->value;
        continue;
      }
      bool in_group = false;
      for (int64_t i = 0; i < Count(made); ++i) {
        in_group |= find(state_[static_cast<size_t>(WithIndex(place, made, i))],
                         slot.element) != nullptr;
      }
      if (in_group || Index(place, made) != 0) continue;
      ++lacks;
      for (int64_t other = 0; other < devices_; ++other) {
        if (Index(other, unreduced_) != Index(place, unreduced_)) continue;
        const Slot* from =
            find(state_[static_cast<size_t>(other)], slot.element);
        if (from != nullptr) slot.value = from->value;
      }
    }
    missing = std::max(missing, lacks);
    next.push_back(std::move(local));
  }
  state_ = std::move(next);
}

// --- a plan

std::string PlanSimulator::Step(const ReshardPlan& plan, const PlanStep& step,
                                const StepTraffic& price) {
  Layout after;
  for (size_t d = 0; d < rank_; ++d) {
    after.push_back(ToAxes(plan.layout(step, d)));
  }
  const auto slots = [&] {
    return static_cast<int64_t>(state_[0].slots.size());
  };
  const State before = state_;
  Axes group;
  int64_t moved = 0, missing = 0;
  std::string fault;
  switch (step.kind) {
    case StepKind::kAllSlice:
      for (size_t d = 0; d < rank_; ++d) {
        state_ = Slice(state_, d, plan.axes(step, d));
      }
      fault = Align(before, after, {}, missing);
      break;
    case StepKind::kAllGather:
      for (size_t d = 0; d < rank_; ++d) {
        for (const ResolvedAxis& axis : plan.axes(step, d)) {
          group.push_back(axis);
        }
        state_ = Gather(state_, d, plan.axes(step, d));
      }
      moved = slots() - static_cast<int64_t>(before[0].slots.size());
      fault = Align(before, after, group, missing);
      break;
    case StepKind::kAllToAll: {
      for (const PlanMove& move : plan.moves(step)) {
        const ResolvedList axes = plan.list(move.axes);
        group.insert(group.end(), axes.begin(), axes.end());
        state_ = AllToAll(state_, static_cast<size_t>(move.source),
                          static_cast<size_t>(move.target), axes);
      }
      moved = slots() - slots() / Count(group);
      fault = Align(before, after, group, missing);
      break;
    }
    case StepKind::kCollectivePermute:
      moved = slots();
      fault = Permute(after);
      break;
    case StepKind::kAllReduce: {
      const ResolvedList axes = plan.list(step.axes);
      const int64_t n = Count(axes), bytes = Bytes(slots());
      state_ = Reduce(state_, axes);
      unreduced_ = ToAxes(plan.list(step.unreduced));
      held_ = std::move(after);
      bytes_ += price.cost.bytes;
      // The price must be 2 (n - 1) S / n, rounded up.
      return price.cost.bytes * n >= 2 * (n - 1) * bytes &&
                     price.cost.bytes * n < 2 * (n - 1) * bytes + 2 * n
                 ? ""
                 : "an all_reduce has another price";
    }
    case StepKind::kReduceScatter: {
      for (size_t d = 0; d < rank_; ++d) {
        for (const ResolvedAxis& axis : plan.axes(step, d)) {
          group.push_back(axis);
        }
      }
      state_ = Reduce(state_, group);
      const State reduced = state_;
      unreduced_ = ToAxes(plan.list(step.unreduced));
      for (size_t d = 0; d < rank_; ++d) {
        state_ = Slice(state_, d, plan.axes(step, d));
      }
      moved = (Count(group) - 1) * slots();
      fault = Align(reduced, after, {}, missing);
      break;
    }
    case StepKind::kShardedToUnreduced:
      ToUnreduced(plan, step, after, missing);
      break;
    case StepKind::kReplicatedToUnreduced: {
      const ResolvedList made = plan.list(step.axes);
      for (int64_t place = 0; place < devices_; ++place) {
        if (Index(place, made) == 0) continue;
        for (Slot& slot : state_[static_cast<size_t>(place)].slots) {
          slot.value = 0;
        }
      }
      break;
    }
  }
  if (!fault.empty()) return fault;
  unreduced_ = ToAxes(plan.list(step.unreduced));
  held_ = std::move(after);
  const int64_t bytes = Bytes(moved + missing);
  bytes_ += bytes;
  if (price.cost.bytes != bytes) {
    return "a step is priced at " + std::to_string(price.cost.bytes) +
           " B and moves " + std::to_string(bytes);
  }
  if (price.local_bytes != Bytes(slots())) {
    return "a device is said to hold " + std::to_string(price.local_bytes) +
           " B and holds " + std::to_string(Bytes(slots()));
  }
  return "";
}

std::string PlanSimulator::CheckEnd() const {
  Layout wanted;
  for (const ResolvedList list : problem_.to) wanted.push_back(ToAxes(list));
  const ResolvedList unreduced = problem_.unreduced_to;
  for (int64_t place = 0; place < devices_; ++place) {
    const Local expected = Expected(wanted, place);
    const Local& local = state_[static_cast<size_t>(place)];
    const std::string device = "device " + std::to_string(place);
    if (local.size != expected.size) return device + " has another shape";
    for (size_t s = 0; s < local.slots.size(); ++s) {
      const int32_t element = expected.slots[s].element;
      if (local.slots[s].element != element) {
        return device + " doesn't hold what the target gives it";
      }
      if (element < 0) continue;
      uint32_t value = local.slots[s].value;
      for (int64_t i = 0; i < Count(unreduced); ++i) {
        const int64_t other = WithIndex(place, unreduced, i);
        if (other == place) continue;
        value =
            Combine(value, state_[static_cast<size_t>(other)].slots[s].value,
                    problem_.reduction_to);
      }
      if (value != Value(element)) {
        return device + " and its group don't add up to the tensor";
      }
    }
  }
  return "";
}

std::string PlanSimulator::Run(const ReshardPlan& plan,
                               std::span<const StepTraffic> prices) {
  held_.clear();
  for (const ResolvedList list : problem_.from) held_.push_back(ToAxes(list));
  unreduced_ = ToAxes(problem_.unreduced_from);
  state_ = Start();
  bytes_ = 0;
  for (size_t i = 0; i < plan.steps().size(); ++i) {
    const PlanStep& step = plan.steps()[i];
    const std::string fault = Step(plan, step, prices[i]);
    if (!fault.empty()) {
      return std::string(StepName(step.kind)) + ": " + fault;
    }
  }
  return CheckEnd();
}

}  // namespace shardflow::internal
