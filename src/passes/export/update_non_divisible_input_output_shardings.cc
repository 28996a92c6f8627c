#include <numeric>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/present.h"
#include "ops/symbols.h"
#include "passes/pass.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// Returns the longest prefix of `dim`'s axes whose size divides `size`. The
// last axis may be shortened to a sub-axis.
//
//   <"x"=4, "y"=2>   {"x"}, size 4: {"x"}         {"x"}, size 2: {"x":(1)2}
//                    {"x", "y"}, size 4: {"x"}    {"x"}, size 3: {}
DimSharding Divisible(ShardingStore& store, const DimSharding& dim,
                      int64_t size, const Mesh& mesh) {
  const int64_t shards = ShardedSize(store, dim, mesh);
  if (size % shards == 0) return dim;
  std::vector<AxisRef> kept;
  for (const AxisRef& axis : store.axes(dim.axes)) {
    const int64_t axis_size = AxisSize(axis, mesh);
    const int64_t common = std::gcd(axis_size, size);
    if (common == 1) break;
    if (common < axis_size) {
      kept.push_back(AxisRef::Sub(axis.name, PreSize(axis), common));
      break;
    }
    kept.push_back(axis);
    size /= common;
  }
  return {store.InternAxes(kept), dim.closed, kNoPriority};
}

// Computes divisible shardings, and caches them by (sharding, type).
class DivisibleShardings {
 public:
  explicit DivisibleShardings(Module& m) : m_(m), symbols_(m) {}

  // Returns `sharding` itself unless `type` has a static shape of its rank.
  ShardingId Of(ShardingId sharding, TypeId type) {
    if (sharding.IsNone() || !m_.types.HasStaticShape(type)) return sharding;
    const auto [at, is_new] = known_.try_emplace(std::pair(sharding, type));
    if (!is_new) return at->second;
    const std::span<const int64_t> shape = m_.types.dims(type);
    TensorSharding result(m_.shardings.Get(sharding));
    const MeshId mesh = symbols_.FindMesh(m_, result.mesh);
    if (result.dims.size() != shape.size() || !mesh)
      return at->second = sharding;
    for (size_t i = 0; i < shape.size(); ++i) {
      result.dims[i] = Divisible(m_.shardings, result.dims[i], shape[i],
                                 m_.shardings.mesh(mesh));
    }
    return at->second = m_.shardings.Intern(result);
  }

  void Update(ValueId value) {
    m_.SetSharding(value, Of(m_.sharding(value), m_.type(value)));
  }
  // Updates the owner of an edge. The sharding must fit the owner's type: an
  // argument of a manual computation has a local type, so EdgeOwnerSharding()
  // leaves out manual axes.
  void UpdateOwner(ValueId owner) {
    const ShardingId sharding = EdgeOwnerSharding(m_, owner);
    const ShardingId divisible = Of(sharding, m_.type(owner));
    if (divisible != sharding) SetEdgeOwnerSharding(m_, owner, divisible);
  }

 private:
  Module& m_;
  SymbolTable symbols_;
  absl::flat_hash_map<std::pair<ShardingId, TypeId>, ShardingId> known_;
};

}  // namespace

// Shards values at boundaries evenly, so that they need no padding: arguments
// and results of functions, results of calls, and the values of edges that must
// be divisible.
bool UpdateNonDivisibleInputOutputShardings(Module& m,
                                            const NoOptions& /*options*/,
                                            PassContext& /*context*/) {
  DivisibleShardings divisible(m);
  for (OpId function : Functions(m)) {
    const TypeId type = FunctionType(m, function);
    for (size_t i = 0; i < m.types.input_count(type); ++i) {
      SetArgSharding(
          m, function, i,
          divisible.Of(ArgSharding(m, function, i), m.types.input(type, i)));
    }
    for (size_t i = 0; i < m.types.result_count(type); ++i) {
      if (const ShardingId sharding = ResultSharding(m, function, i)) {
        SetResultSharding(m, function, i,
                          divisible.Of(sharding, m.types.result(type, i)));
      }
    }
  }
  if (!HasCalls(m) && !HasDataFlow(m)) return true;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    const DataFlowDef* data_flow = DataFlow(m, op);
    const bool keeps = data_flow != nullptr && data_flow->keep_divisible;
    if (keeps) {
      for (ValueId arg : ArgEdgeOwners(m, op)) divisible.UpdateOwner(arg);
      for (ValueId result : ResultEdgeOwners(m, op)) {
        divisible.UpdateOwner(result);
      }
    }
    for (int i = 0; IsCall(m, op) && i < m.result_count(op); ++i) {
      divisible.Update(m.result(op, i));
    }
  });
  return true;
}

}  // namespace shardflow::internal
