#include "lower/single_device.h"

#include <optional>
#include <vector>

#include <fmt/format.h>

#include "ops/data_flow.h"
#include "ops/edit.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/unreduced.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// Returns the first mesh of the module that has axes.
std::optional<MeshRef> GlobalMesh(const Module& m, const SymbolTable& symbols) {
  for (OpId op : m.Ops(m.body())) {
    if (m.kind(op) != OpKind::kMesh) continue;
    const MeshId mesh = symbols.FindMesh(m, m.symbol(op));
    if (mesh && !m.shardings.mesh(mesh).axes.empty()) {
      return MeshRef::Symbol(m.symbol(op));
    }
  }
  return std::nullopt;
}

// Sets `mesh` to the maximal mesh of the results (to the last one if there are
// several for the same device). Leaves it unchanged if no result is on a single
// device. Returns false, with an error, if the devices differ.
bool FindDevice(const LowerContext& c, OpId op, std::optional<MeshRef>& mesh) {
  const Module& m = c.m;
  std::optional<int64_t> device;
  // Shardy runs an op without results, such as a callback that prints, on every
  // device.
  std::vector<ShardingId> shardings;
  if (c.any_collective) shardings = ShardingsWithoutResults(m, op);
  for (int i = 0; i < m.result_count(op); ++i) {
    shardings.push_back(GetSharding(c.m, SkipBarriers(m, m.result(op, i))));
  }
  for (const ShardingId sharding : shardings) {
    if (!IsSingleDevice(c, sharding)) continue;
    const int64_t here = c.MeshOf(sharding)->device_ids.front();
    if (device && *device != here) {
      c.diagnostics.Error(m.Place(op),
                          fmt::format("'{}' op has conflicting single-device "
                                      "result shardings",
                                      m.op_name(op)));
      return false;
    }
    device = here;
    mesh = m.shardings.Get(sharding).mesh;
  }
  return true;
}

struct Places {
  MeshRef device, global;
  ShardingId on_device;  // has rank 0, but is used for tensors of any rank
};

ShardingId Replicated(Module& m, const Places& p, ValueId value) {
  return m.shardings.FullyClosed(p.global, Shape(m, value).size());
}

void MoveOperands(const LowerContext& c, Emitter& e, OpId op, const Places& p) {
  Module& m = c.m;
  e.SetBefore(op);
  for (int i = 0; i < m.operand_count(op); ++i) {
    ValueId value = m.operand(op, i);
    if (!m.types.IsTensor(m.type(value))) continue;
    const ShardingId replicated = Replicated(m, p, value);
    ShardingId given = GetSharding(m, value);
    if (!given) given = replicated;
    const ShardingView view = m.shardings.Get(given);
    if (IsEquivalent(m.shardings, given, p.on_device) &&
        view.mesh == p.device) {
      continue;
    }
    if (!IsFullyReplicated(view) || !(view.mesh == p.global)) {
      value = e.Reshard(value, replicated);
    }
    m.SetOperand(m.operand_use(op, i), e.Reshard(value, p.on_device));
  }
}

void MoveResults(const LowerContext& c, Emitter& e, OpId op, const Places& p) {
  Module& m = c.m;
  e.SetAfter(op);
  for (int i = 0; i < m.result_count(op); ++i) {
    const ValueId result = m.result(op, i);
    if (!m.types.IsTensor(m.type(result))) continue;
    const ShardingId replicated = Replicated(m, p, result);
    ShardingId wanted = GetSharding(m, SkipBarriers(m, result));
    if (!wanted || IsSingleDevice(c, wanted)) wanted = replicated;
    const ValueId everywhere = e.Reshard(result, replicated);
    ReplaceUsesExcept(m, result, everywhere, m.def(everywhere));
    if (wanted == replicated) continue;
    const ValueId there = e.Reshard(everywhere, wanted);
    ReplaceUsesExcept(m, everywhere, there, m.def(there));
  }
}

}  // namespace

bool AnySingleDevice(const Module& m) {
  for (size_t i = 0; i < m.shardings.mesh_count(); ++i) {
    if (m.shardings.mesh(MeshId(i)).IsMaximal()) return true;
  }
  return false;
}

bool IsSingleDevice(const LowerContext& c, ShardingId sharding) {
  if (!sharding) return false;
  const Mesh* const mesh = c.MeshOf(sharding);
  return mesh != nullptr && mesh->IsMaximal();
}

std::vector<ShardingId> ShardingsWithoutResults(const Module& m, OpId op) {
  const AttrId own = m.attr(op, name::kSdySharding);
  if (m.result_count(op) > 0 || !m.attrs.Is(own, AttrKind::kShardingPerValue)) {
    return {};
  }
  const auto shardings = m.attrs.As<ShardingPerValueAttr>(own).shardings;
  return {shardings.begin(), shardings.end()};
}

bool MoveToSingleDevice(const LowerContext& c, Emitter& emitter, OpId op,
                        bool& moved) {
  Module& m = c.m;
  moved = false;
  std::optional<MeshRef> device;
  if (!FindDevice(c, op, device)) return false;
  if (!device) return true;
  moved = true;
  const std::optional<MeshRef> global = GlobalMesh(m, c.symbols);
  if (!global) return true;
  const Places places = {*device, *global, m.shardings.FullyClosed(*device, 0)};
  MoveOperands(c, emitter, op, places);
  MoveResults(c, emitter, op, places);
  for (int i = 0; i < m.result_count(op); ++i) {
    const ValueId result = m.result(op, i);
    if (m.types.IsTensor(m.type(result))) {
      SetSharding(m, result, places.on_device);
    } else if (m.types.kind(m.type(result)) == TypeKind::kToken) {
      SetSharding(m, result, m.shardings.FullyClosed(*global, 0));
    }
  }
  return true;
}

}  // namespace shardflow::internal
