#include <optional>
#include <vector>

#include "ir/values.h"
#include "ir/walk.h"
#include "lower/emit.h"
#include "lower/single_device.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "ops/symbols.h"
#include "passes/pass.h"
#include "sharding/tensor.h"

// If the results of an op are on one device, runs the op only there, inside a
// conditional on the device's id. The other devices produce zeros, so that the
// sum over all devices is the result everywhere.

namespace shardflow::internal {
namespace {

struct Resolver {
  Module& m;
  const SymbolTable& symbols;
  const ReplicaOptions& options;
  Diagnostics& diagnostics;
  // The first mesh in the module that has axes.
  NameId mesh_name;
  const Mesh& mesh;
  Compat forms;
  // Whether ops without tensors as results are also run on a single device.
  bool also_without_results;
};

std::optional<int64_t> DeviceOf(const Module& m, const SymbolTable& symbols,
                                ShardingId sharding) {
  if (sharding.IsNone()) return std::nullopt;
  const MeshId mesh = symbols.FindMesh(m, m.shardings.Get(sharding).mesh);
  if (mesh.IsNone() || !m.shardings.mesh(mesh).IsMaximal()) {
    return std::nullopt;
  }
  return m.shardings.mesh(mesh).device_ids.front();
}

bool Fail(Resolver& r, OpId op, const char* message) {
  r.diagnostics.Error(r.m.Place(op), message);
  return false;
}

// Returns the reshard to a single device that makes the value, or None.
OpId ReshardToDevice(const Resolver& r, ValueId value) {
  const OpId def = r.m.def(value);
  return def && r.m.kind(def) == OpKind::kReshard &&
                 DeviceOf(r.m, r.symbols, r.m.sharding(value))
             ? def
             : OpId::None();
}

// Returns the single device to which the operands of an op were resharded. (The
// op may have no tensor as a result, or no result at all.)
std::optional<int64_t> DeviceOfOperands(const Resolver& r, OpId op) {
  const Module& m = r.m;
  if (m.kind(op) == OpKind::kReshard) return std::nullopt;
  for (int i = 0; i < m.result_count(op); ++i) {
    if (m.types.IsTensor(m.type(m.result(op, i)))) return std::nullopt;
  }
  for (int i = 0; i < m.operand_count(op); ++i) {
    const ValueId value = m.operand(op, i);
    if (ReshardToDevice(r, value)) {
      return DeviceOf(m, r.symbols, m.sharding(value));
    }
  }
  const std::vector<ShardingId> own = ShardingsWithoutResults(m, op);
  return own.empty() ? std::nullopt : DeviceOf(m, r.symbols, own.front());
}

// Finds the single device on which the op runs, if there is one. Returns false
// on error.
bool FindDevice(Resolver& r, OpId op, std::optional<int64_t>& device) {
  Module& m = r.m;
  bool is_sharded = false;
  for (int i = 0; i < m.result_count(op); ++i) {
    const ValueId result = m.result(op, i);
    if (!m.types.IsTensor(m.type(result))) continue;
    const ShardingId sharding = GetSharding(m, result);
    if (sharding.IsNone()) continue;
    const std::optional<int64_t> id = DeviceOf(m, r.symbols, sharding);
    if (!id) {
      is_sharded |= !IsFullyReplicated(m.shardings.Get(sharding));
    } else if (device && *device != *id) {
      return Fail(r, op, "results of one op are on different single devices");
    } else {
      device = id;
    }
  }
  if (!device && r.also_without_results) device = DeviceOfOperands(r, op);
  if (device && is_sharded) {
    return Fail(r, op,
                "one result of the op is on a single device, another sharded");
  }
  return true;
}

// Fills the branch that runs the op. If an operand was resharded to the device,
// the op in the branch uses the tensor before that reshard. Returns these
// reshards.
std::vector<OpId> FillTrueBranch(Resolver& r, OpId op, BlockId block) {
  Module& m = r.m;
  Module::ValueMap map;
  const OpId clone = m.Clone(op, map);
  m.SetAttr(clone, name::kSdySharding, AttrId::None());
  const std::vector<ValueId> results = ResultsOf(m, clone);
  for (const ValueId result : results) {
    m.SetSharding(result, ShardingId::None());
  }
  std::vector<OpId> reshards;
  for (int i = 0; i < m.operand_count(clone); ++i) {
    const OpId reshard = ReshardToDevice(r, m.operand(clone, i));
    if (!reshard) continue;
    m.SetOperand(m.operand_use(clone, i), m.operand(reshard, 0));
    reshards.push_back(reshard);
  }
  Builder b(m, block, OpId::None(), m.loc(op));
  b.Insert(clone);
  b.Return(results);
  return reshards;
}

void FillFalseBranch(Module& m, OpId op, BlockId block) {
  Builder b(m, block, OpId::None(), m.loc(op));
  std::vector<ValueId> zeros;
  for (int i = 0; i < m.result_count(op); ++i) {
    zeros.push_back(b.Zero(m.type(m.result(op, i))));
  }
  b.Return(zeros);
}

// Replaces uses of `result` with the sum of `part` over all devices, and erases
// reshards of `result` to the sharding that the sum has.
void ReplaceBySum(Resolver& r, Emitter& emitter, ValueId result, ValueId part) {
  Module& m = r.m;
  std::vector<AxisRef> axes;
  for (const MeshAxis& axis : r.mesh.axes) {
    axes.push_back(AxisRef::Full(axis.name));
  }
  const ShardingId replicated = m.shardings.FullyClosed(
      MeshRef::Symbol(r.mesh_name), m.types.dims(m.type(part)).size());
  const ValueId sum =
      emitter.AllReduce(part, axes, ReductionKind::kSum, replicated);
  for (const UseId use : m.Uses(result)) {
    const OpId user = m.use(use).owner;
    if (m.kind(user) == OpKind::kReshard &&
        m.sharding(m.result(user, 0)) == replicated) {
      m.ReplaceAllUses(m.result(user, 0), sum);
      m.Erase(user);
    } else {
      m.SetOperand(use, sum);
    }
  }
}

void Resolve(Resolver& r, OpId op, int64_t device) {
  Module& m = r.m;
  Builder b = Builder::Before(m, op);
  b.Use32BitNumbers(DeviceNumbersAre32Bits(r.forms));
  const ValueId id = b.DeviceIndex(/*of_replica=*/r.options.replica_count > 1);
  const ValueId guard = b.Equal(id, b.Splat(m.type(id), device));
  std::vector<TypeId> types;
  for (int i = 0; i < m.result_count(op); ++i) {
    types.push_back(m.type(m.result(op, i)));
  }
  const OpId conditional = b.If(guard, types);
  const std::vector<OpId> reshards =
      FillTrueBranch(r, op, m.first_block(m.region(conditional, 0)));
  FillFalseBranch(m, op, m.first_block(m.region(conditional, 1)));

  Emitter emitter(m);
  emitter.SetAfter(conditional);
  for (int i = 0; i < m.result_count(op); ++i) {
    const ValueId part = m.result(conditional, i);
    if (m.types.IsTensor(types[static_cast<size_t>(i)])) {
      ReplaceBySum(r, emitter, m.result(op, i), part);
    } else {
      m.ReplaceAllUses(m.result(op, i), part);
    }
  }
  m.Erase(op);
  for (const OpId reshard : reshards) {
    if (!m.IsErased(reshard) && !m.OpHasUses(reshard)) m.Erase(reshard);
  }
}

bool ResolveFunction(Resolver& r, OpId function) {
  struct Job {
    OpId op;
    int64_t device;
  };
  std::vector<Job> jobs;
  const bool ok = WalkPostOrder(r.m, function, [&](OpId op) {
    if (IsSdy(r.m, op)) return WalkResult::kAdvance;
    std::optional<int64_t> device;
    if (!FindDevice(r, op, device)) return WalkResult::kStop;
    if (device) jobs.push_back({op, *device});
    return WalkResult::kAdvance;
  });
  if (!ok) return false;
  if (!jobs.empty() && r.options.replica_count != 1 &&
      r.options.partition_count != 1) {
    return Fail(r, function,
                "Shardy partitioner does not support replica_count > 1 && "
                "partition_count > 1 yet.");
  }
  for (const Job& job : jobs) Resolve(r, job.op, job.device);
  return true;
}

}  // namespace

bool ResolveSingleDeviceSharding(Module& m, const ReplicaOptions& options,
                                 PassContext& context) {
  if (!AnySingleDevice(m)) return true;
  const SymbolTable symbols(m);
  for (const OpId op : m.Ops(m.body())) {
    if (m.kind(op) != OpKind::kMesh) continue;
    const MeshId id = symbols.FindMesh(m, m.symbol(op));
    if (id.IsNone() || m.shardings.mesh(id).axes.empty()) continue;
    const Mesh mesh = m.shardings.mesh(id);
    Resolver r{m,
               symbols,
               options,
               context.diagnostics,
               m.symbol(op),
               mesh,
               LocalFormsOf(context),
               !context.shardy_forms};
    for (const OpId function : Functions(m)) {
      if (!ResolveFunction(r, function)) return false;
    }
    break;
  }
  return true;
}

}  // namespace shardflow::internal
