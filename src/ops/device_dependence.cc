#include "ops/device_dependence.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/dims.h"
#include "ir/walk.h"
#include "ops/attr_read.h"
#include "ops/known_values.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/simplify.h"

namespace shardflow::internal {
namespace {

// With more devices or more different labels, nothing is known about values.
constexpr int64_t kMaxDevices = 1 << 14;
constexpr size_t kMaxLabels = 1 << 10;

}  // namespace

DeviceDependence::DeviceDependence(const Module& m, int64_t devices)
    : m_(m),
      devices_(devices > kMaxDevices ? 0 : static_cast<size_t>(devices)),
      labels_(1) {
  if (m.op_count(OpKind::kPartitionId) + m.op_count(OpKind::kReplicaId) == 0) {
    return;
  }
  WalkPreOrder(m, m.root(), [&](OpId op) { Visit(op); });
  while (!again_.empty()) {
    const OpId op = again_.back();
    again_.pop_back();
    Visit(op);
  }
}

// Whether `differ` is true for the labels of a branch or loop around the op.
template <class Fn>
bool DeviceDependence::AnyFork(OpId op, const Fn& differ) const {
  for (OpId at = op; at; at = m_.parent_op(at)) {
    const auto forked = forked_.find(at);
    if (forked == forked_.end()) continue;
    if (forked->second == kDistinct || differ(labels_[forked->second])) {
      return true;
    }
  }
  return false;
}

bool DeviceDependence::MayPart(OpId op,
                               std::span<const int64_t> devices) const {
  return devices.size() > 1 && AnyFork(op, [&](const Labels& labels) {
           return std::ranges::any_of(devices, [&](int64_t device) {
             return device < 0 ||
                    static_cast<size_t>(device) >= labels.size() ||
                    labels[static_cast<size_t>(device)] !=
                        labels[static_cast<size_t>(devices.front())];
           });
         });
}

bool DeviceDependence::MayPart(OpId op) const {
  return AnyFork(op, [](const Labels& labels) {
    return std::ranges::any_of(
        labels, [&](int64_t label) { return label != labels.front(); });
  });
}

void DeviceDependence::Visit(OpId op) {
  const OpKind kind = m_.kind(op);
  if (kind == OpKind::kPartitionId || kind == OpKind::kReplicaId) {
    Labels ids;
    for (size_t device = 0; device < devices_; ++device) {
      ids.push_back(static_cast<int64_t>(device));
    }
    const bool exact = devices_ > 0;
    UpdateResults(op, {exact ? Intern(std::move(ids)) : kDistinct, exact});
    return;
  }
  if (HasTrait(m_, op, kTerminator)) {
    if (const OpId parent = m_.parent_op(op)) VisitEnd(op, parent);
    return;
  }
  const Work work = WorkOf(kind);
  if (work == Work::kAllReduce || work == Work::kAllGather) return;
  if (work == Work::kLoop) {
    VisitLoop(op);
    return;
  }
  if (work == Work::kBarrier) {
    for (int i = 0; i < m_.operand_count(op) && i < m_.result_count(op); ++i) {
      if (const auto known = Find(m_.operand(op, i))) {
        Update(m_.result(op, i), *known);
      }
    }
    return;
  }
  const std::optional<size_t> labels = OfOperands(op);
  if (!labels) return;
  if (work == Work::kBranches) {
    Fork(op, *labels);
    UpdateResults(op, {*labels});
  } else if (IsCollective(work)) {
    UpdateResults(op, {kDistinct});
  } else if (std::optional<Labels> computed = Computed(op)) {
    const size_t made = Intern(*std::move(computed));
    UpdateResults(op, {made, /*exact=*/made != kDistinct});
  } else {
    UpdateResults(op, {*labels});
  }
}

void DeviceDependence::VisitLoop(OpId loop) {
  for (int i = 0; i < m_.operand_count(loop) && i < m_.result_count(loop);
       ++i) {
    const std::optional<Known> known = Find(m_.operand(loop, i));
    if (!known) continue;
    Update(m_.result(loop, i), {known->labels});
    UpdateArgs(loop, i, {known->labels});
  }
}

// Updates argument `i` of all regions of a loop.
void DeviceDependence::UpdateArgs(OpId loop, int i, Known known) {
  for (int r = 0; r < m_.region_count(loop); ++r) {
    const BlockId block = m_.first_block(m_.region(loop, r));
    if (!block || static_cast<size_t>(i) >= m_.args(block).size()) continue;
    Update(m_.args(block)[static_cast<size_t>(i)], known);
  }
}

// The terminator of a loop's condition decides how often the loop runs; the
// terminators of its body and of branches pass values out of `op`.
void DeviceDependence::VisitEnd(OpId end, OpId op) {
  if (m_.HasFuncRow(op)) return;
  const Work work = WorkOf(m_.kind(op));
  if (work == Work::kLoop &&
      m_.block(m_.op(end).parent).parent == m_.region(op, 0)) {
    if (const std::optional<size_t> labels = OfOperands(end)) {
      Fork(op, *labels);
      UpdateResults(op, {*labels});
    }
    return;
  }
  if (work != Work::kLoop && work != Work::kBranches) {
    if (const auto labels = OfOperands(end)) UpdateResults(op, {*labels});
    return;
  }
  for (int i = 0; i < m_.operand_count(end) && i < m_.result_count(op); ++i) {
    const std::optional<Known> known = Find(m_.operand(end, i));
    if (!known) continue;
    Update(m_.result(op, i), {known->labels});
    if (work == Work::kLoop) UpdateArgs(op, i, {known->labels});
  }
}

void DeviceDependence::Fork(OpId op, size_t labels) {
  const auto [at, inserted] = forked_.try_emplace(op, labels);
  if (!inserted) at->second = Join(at->second, labels);
}

void DeviceDependence::Update(ValueId value, Known known) {
  const auto [at, inserted] = known_.try_emplace(value, known);
  if (!inserted) {
    if (at->second == known) return;
    const Known joined = {Join(at->second.labels, known.labels)};
    if (at->second == joined) return;
    at->second = joined;
  }
  for (const UseId use : m_.Uses(value)) again_.push_back(m_.use(use).owner);
}

void DeviceDependence::UpdateResults(OpId op, Known known) {
  for (int i = 0; i < m_.result_count(op); ++i) Update(m_.result(op, i), known);
}

std::optional<DeviceDependence::Known> DeviceDependence::Find(
    ValueId value) const {
  const auto at = known_.find(value);
  if (at == known_.end()) return std::nullopt;
  return at->second;
}

// Returns labels that are equal where the labels of all operands are; nullopt
// if no operand depends on the id.
std::optional<size_t> DeviceDependence::OfOperands(OpId op) {
  std::optional<size_t> labels;
  for (int i = 0; i < m_.operand_count(op); ++i) {
    const std::optional<Known> known = Find(m_.operand(op, i));
    if (!known) continue;
    labels = labels ? Join(*labels, known->labels) : known->labels;
  }
  return labels;
}

DeviceDependence::Numbers DeviceDependence::NumbersOf(ValueId value) const {
  const std::optional<Known> known = Find(value);
  if (!known) return {.everywhere = SplatInt(m_, value)};
  return {.by_device = known->exact ? &labels_[known->labels] : nullptr};
}

std::optional<DeviceDependence::Labels> DeviceDependence::Computed(
    OpId op) const {
  if (m_.result_count(op) != 1 || m_.operand_count(op) == 0 ||
      !HasIntegers(m_, m_.result(op, 0)) ||
      !HasIntegers(m_, m_.operand(op, 0))) {
    return std::nullopt;
  }
  const OpKind kind = m_.kind(op);
  std::optional<std::vector<int64_t>> table;
  if (kind == OpKind::kDynamicSlice) {
    // A row of a table with one number for each device.
    const Dims shape = Shape(m_, m_.operand(op, 0));
    const Dims taken = Shape(m_, m_.result(op, 0));
    if (shape.size() != 1 || taken[0] != 1) return std::nullopt;
    table = KnownInts(m_, m_.operand(op, 0), static_cast<size_t>(kMaxDevices));
    if (!table || table->empty()) return std::nullopt;
  }
  const int64_t width =
      m_.types.width(m_.types.element(m_.type(m_.result(op, 0))));
  // Numbers that don't fit every type of this width would wrap around.
  const int64_t end = int64_t{1} << std::clamp<int64_t>(width - 1, 1, 62);
  const Numbers first = NumbersOf(m_.operand(op, 0));
  const Numbers second =
      m_.operand_count(op) > 1 ? NumbersOf(m_.operand(op, 1)) : Numbers();
  Labels values;
  for (size_t device = 0; device < devices_; ++device) {
    std::optional<int64_t> value;
    if (table) {
      value = second.On(device);
      if (value) {
        const auto last = static_cast<int64_t>(table->size()) - 1;
        value =
            (*table)[static_cast<size_t>(std::clamp<int64_t>(*value, 0, last))];
      }
    } else if (kind == OpKind::kConvert || kind == OpKind::kReshape ||
               kind == OpKind::kBroadcastInDim) {
      value = first.On(device);
      if (value && width == 1) value = *value != 0 ? 1 : 0;
    } else if (m_.operand_count(op) == 2) {
      const std::optional<int64_t> a = first.On(device);
      const std::optional<int64_t> b = second.On(device);
      if (a && b) value = ComputedInt(m_, op, *a, *b);
    }
    if (!value || *value < 0 || *value >= end) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

size_t DeviceDependence::Intern(Labels labels) {
  const auto at = index_.find(labels);
  if (at != index_.end()) return at->second;
  if (labels_.size() > kMaxLabels) return kDistinct;
  labels_.push_back(labels);
  index_.emplace(std::move(labels), labels_.size() - 1);
  return labels_.size() - 1;
}

size_t DeviceDependence::Join(size_t a, size_t b) {
  if (a == b) return a;
  if (a == kDistinct || b == kDistinct) return kDistinct;
  const auto pair = std::minmax(a, b);
  const auto at = joined_.find(pair);
  if (at != joined_.end()) return at->second;
  // The new labels are numbered in the order in which they occur, so that equal
  // divisions of the devices have equal labels.
  std::map<std::pair<int64_t, int64_t>, int64_t> numbers;
  Labels labels;
  for (size_t device = 0; device < devices_; ++device) {
    const std::pair key(labels_[a][device], labels_[b][device]);
    const auto next = static_cast<int64_t>(numbers.size());
    labels.push_back(numbers.try_emplace(key, next).first->second);
  }
  const size_t joined = Intern(std::move(labels));
  joined_.emplace(pair, joined);
  return joined;
}

}  // namespace shardflow::internal
