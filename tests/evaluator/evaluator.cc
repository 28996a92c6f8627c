#include "evaluator/evaluator.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "ops/attr_read.h"
#include "ops/op_kind.h"

namespace shardflow::internal {

Evaluator::Evaluator(const Module& m, int devices)
    : m_(m), symbols_(m), devices_(devices) {}

bool Evaluator::Fail(OpId op, std::string_view why) {
  if (!error_.message.empty()) return false;  // keep the first error
  const SourcePlace place = m_.Place(op);
  return error_.Set(0, fmt::format("{}:{}: '{}' {}", place.line, place.column,
                                   m_.op_name(op), why));
}

void Evaluator::Bind(std::span<const ValueId> values,
                     const std::vector<PerDevice>& data, const Active& active) {
  for (size_t v = 0; v < values.size(); ++v) {
    PerDevice& slot = At(values[v]);
    slot.resize(static_cast<size_t>(devices_));
    for (const int d : active) {
      slot[static_cast<size_t>(d)] = data[v][static_cast<size_t>(d)];
    }
  }
}

std::vector<PerDevice> Evaluator::Values(std::span<const ValueId> values) {
  std::vector<PerDevice> data;
  for (const ValueId value : values) data.push_back(At(value));
  return data;
}

bool Evaluator::Run(OpId function, std::vector<PerDevice> inputs,
                    std::vector<PerDevice>& results) {
  const BlockId block = m_.first_block(m_.region(function, 0));
  if (inputs.size() != m_.args(block).size()) {
    return Fail(function, "wants another number of inputs");
  }
  Active all;
  for (int d = 0; d < devices_; ++d) all.push_back(d);
  Bind(m_.args(block), inputs, all);
  std::vector<ValueId> returned;
  if (!RunBlock(block, all, returned)) return false;
  results = Values(returned);
  return true;
}

bool Evaluator::RunBlock(BlockId block, const Active& active,
                         std::vector<ValueId>& out) {
  out.clear();
  const OpId last = m_.terminator(block);
  for (const OpId op : m_.Ops(block)) {
    if (op == last) break;
    if (!RunOp(op, active)) return false;
    if (op != watched_) continue;
    for (int i = 0; i < m_.result_count(op); ++i) {
      kept_.push_back(At(m_.result(op, i)));
    }
  }
  for (int i = 0; i < m_.operand_count(last); ++i) {
    out.push_back(m_.operand(last, i));
  }
  return true;
}

bool Evaluator::Shaped(OpId op, int result, Tensor& out) {
  const TypeId type = m_.type(m_.result(op, result));
  ElementKind kind;
  if (!m_.types.HasStaticShape(type) ||
      !ReadElement(m_, m_.types.element(type), kind)) {
    return Fail(op, "has a result of a type that isn't evaluated");
  }
  const std::span<const int64_t> dims = m_.types.dims(type);
  out = Tensor(kind, Dims(dims.begin(), dims.end()));
  return true;
}

bool Evaluator::RunOp(OpId op, const Active& active) {
  if (++steps_ > 2000000) return Fail(op, "is one op too many");
  switch (m_.kind(op)) {
    case OpKind::kWhile:
      return RunWhile(op, active);
    case OpKind::kIf:
    case OpKind::kCase:
      return RunBranches(op, active);
    case OpKind::kCall:
      return RunCall(op, active);
    case OpKind::kManualComputation:
      return RunManual(op, active);
    case OpKind::kNamedComputation:
      return RunNamed(op, active);
    case OpKind::kAllReduce:
    case OpKind::kAllGather:
    case OpKind::kReduceScatter:
    case OpKind::kAllToAll:
    case OpKind::kCollectivePermute:
      return RunCollective(op, active);
    case OpKind::kShardingGroup:
    case OpKind::kMesh:
      return true;
    default:
      break;
  }
  for (int i = 0; i < m_.result_count(op); ++i) {
    At(m_.result(op, i)).resize(static_cast<size_t>(devices_));
  }
  for (const int device : active) {
    Operands in;
    for (int i = 0; i < m_.operand_count(op); ++i) {
      const PerDevice& operand = At(m_.operand(op, i));
      if (operand.size() <= static_cast<size_t>(device)) {
        return Fail(op, "uses a value that was never computed");
      }
      in.push_back(&operand[static_cast<size_t>(device)]);
    }
    if (!Compute(op, device, in)) return false;
  }
  return true;
}

bool Evaluator::Compute(OpId op, int device, const Operands& in) {
  const auto at = static_cast<size_t>(device);
  const auto result = [&](int i) -> Tensor& {
    return At(m_.result(op, i))[at];
  };
  switch (m_.kind(op)) {
    case OpKind::kPartitionId:
    case OpKind::kReplicaId:
      if (!Shaped(op, 0, result(0))) return false;
      result(0).i[0] = device;
      return true;
    case OpKind::kOptimizationBarrier:
      for (size_t i = 0; i < in.size(); ++i) {
        result(static_cast<int>(i)) = *in[i];
      }
      return true;
    case OpKind::kReduce:
      return Reduce(op, device, in);
    case OpKind::kReduceWindow:
      return ReduceWindow(op, device, in);
    case OpKind::kScatter:
      return Scatter(op, device, in);
    case OpKind::kSort:
      return Sort(op, device, in);
    case OpKind::kChloTopK:
      return TopK(op, device, in);
    case OpKind::kRngBitGenerator:
      return RandomBits(op, device, in);
    default:
      break;
  }
  if (m_.result_count(op) != 1) return Fail(op, "isn't evaluated");
  Tensor out;
  bool known = true;
  bool ok = true;
  switch (m_.kind(op)) {
    case OpKind::kDot:
    case OpKind::kDotGeneral:
      ok = Dot(op, in, out);
      break;
    case OpKind::kChloRaggedDot:
      ok = RaggedDot(op, in, out);
      break;
    case OpKind::kCustomCall:
      ok = OwnCall(op, in, out);
      break;
    case OpKind::kConvolution:
      ok = Convolution(op, in, out);
      break;
    case OpKind::kSelectAndScatter:
      ok = SelectAndScatter(op, device, in, out);
      break;
    case OpKind::kGather:
      ok = Gather(op, in, out);
      break;
    case OpKind::kCholesky:
      ok = Cholesky(op, in, out);
      break;
    case OpKind::kTriangularSolve:
      ok = TriangularSolve(op, in, out);
      break;
    default:
      known = false;
      ok = Move(op, in, out, known);
      if (ok && !known) ok = Elementwise(op, in, out, known);
      break;
  }
  if (!ok) return Fail(op, "can't be evaluated");
  if (!known) return Fail(op, "isn't evaluated");
  const TypeId type = m_.type(m_.result(op, 0));
  const BlockId block = m_.op(op).parent;
  const bool in_body = !out.shape.empty() && m_.types.IsTensor(type) &&
                       m_.types.dims(type).empty();
  if (!in_body && m_.types.IsTensor(type) &&
      !std::equal(out.shape.begin(), out.shape.end(),
                  m_.types.dims(type).begin(), m_.types.dims(type).end())) {
    return Fail(op, "gives another shape than its type says");
  }
  (void)block;
  result(0) = std::move(out);
  return true;
}

bool Evaluator::Apply(OpId op, int region, int device, const Operands& args,
                      std::vector<Tensor>& results) {
  const BlockId block = m_.first_block(m_.region(op, region));
  const std::span<const ValueId> params = m_.args(block);
  for (size_t i = 0; i < params.size(); ++i) {
    PerDevice& slot = At(params[i]);
    slot.resize(static_cast<size_t>(devices_));
    slot[static_cast<size_t>(device)] = *args[i];
  }
  std::vector<ValueId> returned;
  if (!RunBlock(block, {device}, returned)) return false;
  results.clear();
  for (const ValueId value : returned) {
    results.push_back(At(value)[static_cast<size_t>(device)]);
  }
  return true;
}

// --- meshes and shardings

int64_t ShardOfDevice(const Mesh& mesh, const ShardingStore& /*store*/,
                      std::span<const AxisRef> axes, int64_t device) {
  int64_t place = device;
  if (!mesh.device_ids.empty()) {
    place = std::find(mesh.device_ids.begin(), mesh.device_ids.end(), device) -
            mesh.device_ids.begin();
  }
  int64_t shard = 0;
  for (const AxisRef& axis : axes) {
    int64_t after = 1, size = 1;
    bool found = false;
    for (const MeshAxis& of_mesh : mesh.axes) {
      if (found) after *= of_mesh.size;
      if (of_mesh.name == axis.name) {
        found = true;
        size = of_mesh.size;
      }
    }
    int64_t digit = place / after % size;
    if (!axis.IsFull()) {
      const int64_t rest = size / axis.pre_size / axis.size;
      digit = digit / rest % axis.size;
      size = axis.size;
    }
    shard = shard * size + digit;
  }
  return shard;
}

namespace {

int64_t CountShards(const Mesh& mesh, std::span<const AxisRef> axes) {
  int64_t count = 1;
  for (const AxisRef& axis : axes) {
    if (!axis.IsFull()) {
      count *= axis.size;
      continue;
    }
    for (const MeshAxis& of_mesh : mesh.axes) {
      if (of_mesh.name == axis.name) count *= of_mesh.size;
    }
  }
  return count;
}

// Sets `start` to where the device's part begins, and `size` to its size.
void PartOf(std::span<const int64_t> shape, const Module& m, const Mesh& mesh,
            ShardingId sharding, int64_t device, Dims& start, Dims& size) {
  start.assign(shape.size(), 0);
  size.assign(shape.begin(), shape.end());
  if (sharding.IsNone()) return;
  const ShardingView view = m.shardings.Get(sharding);
  for (size_t d = 0; d < shape.size(); ++d) {
    const auto axes = m.shardings.axes(view.dims[d].axes);
    const int64_t count = CountShards(mesh, axes);
    size[d] = (shape[d] + count - 1) / count;
    start[d] = size[d] * ShardOfDevice(mesh, m.shardings, axes, device);
  }
}

}  // namespace

Tensor ShardOf(const Tensor& whole, const Module& m, const Mesh& mesh,
               ShardingId sharding, int64_t device, const Tensor& filler) {
  Dims start, size;
  PartOf(whole.shape, m, mesh, sharding, device, start, size);
  Tensor part(whole.kind, size);
  ForEachPlace(size, [&](const Dims& at) {
    Dims from = at;
    bool inside = true;
    for (size_t d = 0; d < from.size(); ++d) {
      from[d] += start[d];
      inside &= from[d] < whole.shape[d];
    }
    const size_t to = Linear(at, size);
    if (inside) {
      part.Copy(to, whole, Linear(from, whole.shape));
    } else {
      part.Copy(to, filler, 0);
    }
  });
  return part;
}

bool JoinShards(const Module& m, const Mesh& mesh, ShardingId sharding,
                const PerDevice& parts, Tensor& whole) {
  std::vector<bool> known(whole.size());
  bool agree = true;
  for (size_t device = 0; device < parts.size(); ++device) {
    Dims start, size;
    PartOf(whole.shape, m, mesh, sharding, static_cast<int64_t>(device), start,
           size);
    if (parts[device].shape != size) return false;
    ForEachPlace(size, [&](const Dims& at) {
      Dims to = at;
      for (size_t d = 0; d < to.size(); ++d) {
        to[d] += start[d];
        if (to[d] >= whole.shape[d]) return;
      }
      const size_t place = Linear(to, whole.shape);
      const size_t from = Linear(at, size);
      if (!known[place]) {
        known[place] = true;
        whole.Copy(place, parts[device], from);
        return;
      }
      const double a = whole.Float(place), b = parts[device].Float(from);
      agree &= a == b || (std::isnan(a) && std::isnan(b)) ||
               std::abs(a - b) <= 1e-6 * std::max(1.0, std::abs(a));
    });
  }
  return agree;
}

double Difference(const Tensor& a, const Tensor& b) {
  if (a.shape != b.shape || a.kind.is_float != b.kind.is_float) return 1e300;
  double largest = 1, difference = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double x = a.Float(i), y = b.Float(i);
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
    const double by = std::abs(x - y);
    difference = std::isfinite(by) ? std::max(difference, by) : 1e300;
  }
  return difference / largest;
}

}  // namespace shardflow::internal
