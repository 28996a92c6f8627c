#include <algorithm>
#include <optional>
#include <utility>

#include "evaluator/evaluator.h"
#include "ops/attr_read.h"
#include "ops/op_kind.h"

namespace shardflow::internal {

// Every collective must have a device-to-device channel of its own.
bool Evaluator::CheckChannel(OpId op) {
  const StructReader channel(m_, op, "channel_handle",
                             StructId::kChannelHandle);
  if (!channel.ok() || channel.Int("handle") <= 0 || channel.Int("type") != 1) {
    return Fail(op, "has no channel between devices");
  }
  const auto [it, is_new] = channels_.emplace(channel.Int("handle"), op);
  if (!is_new && it->second != op) {
    return Fail(op, "has the channel of another collective");
  }
  const OpKind kind = m_.kind(op);
  const bool wants_ids = kind == OpKind::kAllReduce ||
                         kind == OpKind::kAllGather ||
                         kind == OpKind::kReduceScatter;
  if (wants_ids && FindAttr(m_, op, "use_global_device_ids").IsNone()) {
    return Fail(op, "has groups that aren't of devices");
  }
  return true;
}

bool Evaluator::ReadGroups(OpId op, const Active& active,
                           std::vector<std::vector<int>>& groups) {
  const auto ids = DenseI64(m_, op, "replica_groups");
  const AttrId attr = FindAttr(m_, op, "replica_groups");
  if (!ids) return Fail(op, "has no groups");
  const std::span<const int64_t> dims = m_.types.dims(ElementsType(m_, attr));
  if (dims.size() != 2) return Fail(op, "has groups that are no table");
  std::vector<bool> seen(static_cast<size_t>(devices_));
  std::vector<bool> is_active(static_cast<size_t>(devices_));
  for (const int device : active) is_active[static_cast<size_t>(device)] = true;
  for (int64_t g = 0; g < dims[0]; ++g) {
    std::vector<int> group;
    int taking_part = 0;
    for (int64_t i = 0; i < dims[1]; ++i) {
      const int64_t id = (*ids)[static_cast<size_t>(g * dims[1] + i)];
      if (id < 0 || id >= devices_ || seen[static_cast<size_t>(id)]) {
        return Fail(op, "has groups that don't part the devices");
      }
      seen[static_cast<size_t>(id)] = true;
      taking_part += is_active[static_cast<size_t>(id)] ? 1 : 0;
      group.push_back(static_cast<int>(id));
    }
    if (taking_part == 0) continue;
    if (taking_part != static_cast<int>(group.size())) {
      return Fail(op, "waits for a device that took another branch");
    }
    groups.push_back(std::move(group));
  }
  for (const int device : active) {
    if (!seen[static_cast<size_t>(device)]) {
      return Fail(op, "leaves out a device");
    }
  }
  return true;
}

// Folds one of the operands over the group, with the body of the op.
bool Evaluator::Combine(OpId op, int operand, const std::vector<int>& group,
                        Tensor& sum) {
  const PerDevice& in = At(m_.operand(op, operand));
  sum = in[static_cast<size_t>(group[0])];
  std::vector<Tensor> results;
  for (size_t i = 1; i < group.size(); ++i) {
    const auto other = static_cast<size_t>(group[i]);
    if (in[other].shape != sum.shape) return Fail(op, "joins unequal shapes");
    if (!Apply(op, 0, group[0], {&sum, &in[other]}, results)) return false;
    sum = results[0];
  }
  return true;
}

namespace {

Tensor Part(const Tensor& whole, size_t dim, int64_t count, int64_t number) {
  Dims shape = whole.shape;
  shape[dim] /= count;
  Tensor part(whole.kind, shape);
  ForEachPlace(shape, [&](const Dims& at) {
    Dims from = at;
    from[dim] += number * shape[dim];
    part.Copy(Linear(at, shape), whole, Linear(from, whole.shape));
  });
  return part;
}

Tensor Joined(const std::vector<const Tensor*>& parts, size_t dim) {
  Dims shape = parts[0]->shape;
  shape[dim] *= static_cast<int64_t>(parts.size());
  Tensor whole(parts[0]->kind, shape);
  for (size_t p = 0; p < parts.size(); ++p) {
    ForEachPlace(parts[p]->shape, [&](const Dims& at) {
      Dims to = at;
      to[dim] += static_cast<int64_t>(p) * parts[p]->shape[dim];
      whole.Copy(Linear(to, shape), *parts[p], Linear(at, parts[p]->shape));
    });
  }
  return whole;
}

}  // namespace

bool Evaluator::RunCollective(OpId op, const Active& active) {
  if (!CheckChannel(op)) return false;
  const bool may_have_many =
      m_.kind(op) == OpKind::kAllReduce || m_.kind(op) == OpKind::kAllGather;
  if (m_.operand_count(op) != m_.result_count(op) ||
      (m_.operand_count(op) != 1 && !may_have_many)) {
    return Fail(op, "isn't evaluated");
  }
  for (int i = 0; i < m_.operand_count(op); ++i) {
    if (!RunCollective(op, i, active)) return false;
  }
  return true;
}

// Computes one result from the operand with the same number.
bool Evaluator::RunCollective(OpId op, int number, const Active& active) {
  const ValueId operand = m_.operand(op, number);
  PerDevice out(static_cast<size_t>(devices_));
  const auto in = [&](int device) -> const Tensor& {
    return At(operand)[static_cast<size_t>(device)];
  };
  const auto set = [&](int device, Tensor value) {
    out[static_cast<size_t>(device)] = std::move(value);
  };
  if (m_.kind(op) == OpKind::kCollectivePermute) {
    const auto pairs = DenseI64(m_, op, "source_target_pairs");
    if (!pairs) return Fail(op, "has no pairs");
    if (active.size() != static_cast<size_t>(devices_)) {
      return Fail(op, "waits for a device that took another branch");
    }
    std::set<int64_t> sources, targets;
    for (const int device : active) {
      set(device, Tensor(in(device).kind, in(device).shape));
    }
    for (size_t i = 0; i + 1 < pairs->size(); i += 2) {
      const int64_t from = (*pairs)[i], to = (*pairs)[i + 1];
      if (from < 0 || from >= devices_ || to < 0 || to >= devices_ ||
          !sources.insert(from).second || !targets.insert(to).second) {
        return Fail(op, "has impossible pairs");
      }
      set(static_cast<int>(to), in(static_cast<int>(from)));
    }
  } else {
    std::vector<std::vector<int>> groups;
    if (!ReadGroups(op, active, groups)) return false;
    const auto dim_of = [&](const char* name) {
      return static_cast<size_t>(Int(m_, op, name).value_or(0));
    };
    for (const std::vector<int>& group : groups) {
      const auto count = static_cast<int64_t>(group.size());
      std::vector<const Tensor*> all;
      for (const int member : group) all.push_back(&in(member));
      switch (m_.kind(op)) {
        case OpKind::kAllGather: {
          const Tensor whole = Joined(all, dim_of("all_gather_dim"));
          for (const int member : group) set(member, whole);
          break;
        }
        case OpKind::kAllReduce: {
          Tensor sum;
          if (!Combine(op, number, group, sum)) return false;
          for (const int member : group) set(member, sum);
          break;
        }
        case OpKind::kReduceScatter: {
          Tensor sum;
          if (!Combine(op, number, group, sum)) return false;
          const size_t dim = dim_of("scatter_dimension");
          if (sum.shape[dim] % count != 0) return Fail(op, "doesn't divide");
          for (int64_t i = 0; i < count; ++i) {
            set(group[static_cast<size_t>(i)], Part(sum, dim, count, i));
          }
          break;
        }
        default: {  // all_to_all
          const size_t split = dim_of("split_dimension");
          const size_t concat = dim_of("concat_dimension");
          if (Int(m_, op, "split_count").value_or(0) != count ||
              all[0]->shape[split] % count != 0) {
            return Fail(op, "doesn't divide");
          }
          for (int64_t i = 0; i < count; ++i) {
            std::vector<Tensor> parts;
            std::vector<const Tensor*> pointers;
            for (const Tensor* each : all) {
              parts.push_back(Part(*each, split, count, i));
            }
            for (const Tensor& part : parts) pointers.push_back(&part);
            set(group[static_cast<size_t>(i)], Joined(pointers, concat));
          }
          break;
        }
      }
    }
  }
  const TypeId type = m_.type(m_.result(op, number));
  const std::span<const int64_t> dims = m_.types.dims(type);
  PerDevice& result = At(m_.result(op, number));
  result.resize(static_cast<size_t>(devices_));
  for (const int device : active) {
    Tensor& made = out[static_cast<size_t>(device)];
    if (!std::equal(made.shape.begin(), made.shape.end(), dims.begin(),
                    dims.end())) {
      return Fail(op, "gives another shape than its type says");
    }
    result[static_cast<size_t>(device)] = std::move(made);
  }
  return true;
}

}  // namespace shardflow::internal
