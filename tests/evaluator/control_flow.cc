#include <algorithm>
#include <map>
#include <utility>

#include "evaluator/evaluator.h"
#include "ops/attr_read.h"
#include "ops/op_kind.h"

namespace shardflow::internal {
namespace {

std::vector<ValueId> OperandsOf(const Module& m, OpId op, int first) {
  std::vector<ValueId> values;
  for (int i = first; i < m.operand_count(op); ++i) {
    values.push_back(m.operand(op, i));
  }
  return values;
}

std::vector<ValueId> ResultsOf(const Module& m, OpId op) {
  std::vector<ValueId> values;
  for (int i = 0; i < m.result_count(op); ++i)
    values.push_back(m.result(op, i));
  return values;
}

}  // namespace

bool Evaluator::RunWhile(OpId op, const Active& active) {
  const BlockId condition = m_.first_block(m_.region(op, 0));
  const BlockId body = m_.first_block(m_.region(op, 1));
  std::vector<PerDevice> carried = Values(OperandsOf(m_, op, 0));
  Active running = active;
  while (!running.empty()) {
    std::vector<ValueId> out;
    Bind(m_.args(condition), carried, running);
    if (!RunBlock(condition, running, out)) return false;
    Active next;
    for (const int device : running) {
      if (At(out[0])[static_cast<size_t>(device)].i[0] != 0) {
        next.push_back(device);
      }
    }
    running = std::move(next);
    if (running.empty()) break;
    Bind(m_.args(body), carried, running);
    if (!RunBlock(body, running, out)) return false;
    const std::vector<PerDevice> made = Values(out);
    for (size_t i = 0; i < made.size(); ++i) {
      for (const int device : running) {
        const auto d = static_cast<size_t>(device);
        carried[i][d] = made[i][d];
      }
    }
  }
  Bind(ResultsOf(m_, op), carried, active);
  return true;
}

bool Evaluator::RunBranches(OpId op, const Active& active) {
  std::map<int, Active> by_region;
  const PerDevice& index = At(m_.operand(op, 0));
  for (const int device : active) {
    int64_t region = index[static_cast<size_t>(device)].i[0];
    if (m_.kind(op) == OpKind::kIf) {
      region = region != 0 ? 0 : 1;
    } else if (region < 0 || region >= m_.region_count(op)) {
      region = m_.region_count(op) - 1;
    }
    by_region[static_cast<int>(region)].push_back(device);
  }
  for (const auto& [region, devices] : by_region) {
    std::vector<ValueId> out;
    if (!RunBlock(m_.first_block(m_.region(op, region)), devices, out)) {
      return false;
    }
    Bind(ResultsOf(m_, op), Values(out), devices);
  }
  return true;
}

bool Evaluator::RunCall(OpId op, const Active& active) {
  const AttrId callee = FindAttr(m_, op, "callee");
  const OpId function =
      m_.attrs.Is<SymbolRefAttr>(callee)
          ? symbols_.Find(m_.attrs.As<SymbolRefAttr>(callee).path[0])
          : OpId::None();
  if (function.IsNone()) return Fail(op, "calls nothing");
  const BlockId block = m_.first_block(m_.region(function, 0));
  Bind(m_.args(block), Values(OperandsOf(m_, op, 0)), active);
  std::vector<ValueId> out;
  if (!RunBlock(block, active, out)) return false;
  Bind(ResultsOf(m_, op), Values(out), active);
  return true;
}

bool Evaluator::RunNamed(OpId op, const Active& active) {
  const BlockId block = m_.first_block(m_.region(op, 0));
  Bind(m_.args(block), Values(OperandsOf(m_, op, 0)), active);
  std::vector<ValueId> out;
  if (!RunBlock(block, active, out)) return false;
  Bind(ResultsOf(m_, op), Values(out), active);
  return true;
}

// Runs the body on the devices of its mesh. Each device gets its part along the
// manual axes, and the whole along the others.
bool Evaluator::RunManual(OpId op, const Active& active) {
  if (devices_ != 1) return Fail(op, "is inside a program of one device");
  const BlockId block = m_.first_block(m_.region(op, 0));
  MeshId mesh_id;
  for (int i = 0; i < m_.operand_count(op) && mesh_id.IsNone(); ++i) {
    const ShardingId sharding =
        m_.sharding(m_.args(block)[static_cast<size_t>(i)]);
    if (sharding) {
      mesh_id = symbols_.FindMesh(m_, m_.shardings.Get(sharding).mesh);
    }
  }
  for (int i = 0; i < m_.result_count(op) && mesh_id.IsNone(); ++i) {
    const ShardingId sharding = m_.sharding(m_.result(op, i));
    if (sharding) {
      mesh_id = symbols_.FindMesh(m_, m_.shardings.Get(sharding).mesh);
    }
  }
  if (mesh_id.IsNone()) return Fail(op, "has no mesh");
  const Mesh& mesh = m_.shardings.mesh(mesh_id);
  int64_t count = 1;
  for (const MeshAxis& axis : mesh.axes) count *= axis.size;
  for (const ValueId arg : m_.args(block)) {
    const ShardingId sharding = m_.sharding(arg);
    if (sharding.IsNone()) continue;
    const std::span<const int64_t> local = m_.types.dims(m_.type(arg));
    const ValueId operand = m_.operand(op, m_.index(arg));
    const std::span<const int64_t> whole = m_.types.dims(m_.type(operand));
    for (size_t d = 0; d < local.size(); ++d) {
      int64_t shards = 1;
      for (const AxisRef& axis :
           m_.shardings.axes(m_.shardings.Get(sharding).dims[d].axes)) {
        for (const MeshAxis& of_mesh : mesh.axes) {
          if (of_mesh.name == axis.name) {
            shards *= axis.IsFull() ? of_mesh.size : axis.size;
          }
        }
      }
      if (local[d] * shards != whole[d]) {
        return Fail(op, "has free axes or padding: that isn't evaluated");
      }
    }
  }
  Evaluator inside(m_, static_cast<int>(count));
  Active all;
  for (int d = 0; d < static_cast<int>(count); ++d) all.push_back(d);
  std::vector<PerDevice> inputs;
  for (size_t i = 0; i < m_.args(block).size(); ++i) {
    const ValueId arg = m_.args(block)[i];
    const Tensor& whole = At(m_.operand(op, static_cast<int>(i)))[0];
    PerDevice parts;
    for (int64_t d = 0; d < count; ++d) {
      parts.push_back(ShardOf(whole, m_, mesh, m_.sharding(arg), d,
                              Tensor(whole.kind, {1})));
    }
    inputs.push_back(std::move(parts));
  }
  inside.Bind(m_.args(block), inputs, all);
  std::vector<ValueId> out;
  if (!inside.RunBlock(block, all, out)) {
    error_ = inside.error();
    return false;
  }
  for (int i = 0; i < m_.result_count(op); ++i) {
    Tensor whole;
    if (!Shaped(op, i, whole)) return false;
    if (!JoinShards(m_, mesh, m_.sharding(m_.result(op, i)),
                    inside.At(out[static_cast<size_t>(i)]), whole)) {
      return Fail(op, "has a result whose replicas differ");
    }
    Bind({{m_.result(op, i)}}, {{whole}}, active);
  }
  return true;
}

}  // namespace shardflow::internal
