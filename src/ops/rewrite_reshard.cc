#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "ops/op_def.h"
#include "ops/rewrite.h"
#include "sharding/reshape_layout.h"

// Canonicalization of sdy.reshard.

namespace shardflow::internal {
namespace {

// reshard(reshard(x)) becomes reshard(x) with the outer sharding.
bool ReshardOfReshard(Rewriter& r, OpId op) {
  Module& m = r.m;
  const OpId inner = m.def(m.operand(op, 0));
  if (!inner || m.kind(inner) != OpKind::kReshard ||
      !m.HasOneUse(m.result(inner, 0))) {
    return false;
  }
  const ValueId old = m.result(op, 0);
  const OpId reshard = r.CreateBefore(op, OpKind::kReshard, m.operand(inner, 0),
                                      m.type(old), m.attrs.EmptyDict());
  m.SetSharding(m.result(reshard, 0), m.sharding(old));
  r.Replace(op, m.result(reshard, 0));
  return true;
}

// --- reuse of an earlier reshard of the same input, even across reshapes and
// transposes

bool IsMetadataOp(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kReshape || m.kind(op) == OpKind::kTranspose;
}

std::vector<int64_t> Permutation(const Module& m, OpId transpose) {
  const AttrId attr = m.attr(transpose, name::kPermutation);
  std::vector<int64_t> permutation;
  if (!m.attrs.Is(attr, AttrKind::kDenseArray)) return permutation;
  const std::string_view bytes =
      m.names.Get(m.attrs.As<DenseArrayAttr>(attr).bytes);
  permutation.resize(bytes.size() / sizeof(int64_t));
  std::copy(bytes.begin(),
            bytes.begin() +
                static_cast<ptrdiff_t>(permutation.size() * sizeof(int64_t)),
            reinterpret_cast<char*>(permutation.data()));
  return permutation;
}

// Given a sharding of `value`, looks through the transposes and rank-preserving
// reshapes that define the value, and returns the corresponding sharding of
// their input.
ShardingId AcrossTransposes(Module& m, ShardingId sharding, ValueId value) {
  for (OpId op = m.def(value); op && IsMetadataOp(m, op);
       op = m.def(m.operand(op, 0))) {
    if (m.kind(op) == OpKind::kReshape) {
      const auto rank = [&](ValueId v) {
        return m.types.dims(m.type(v)).size();
      };
      if (rank(m.operand(op, 0)) != rank(m.result(op, 0))) break;
      continue;
    }
    const std::vector<int64_t> permutation = Permutation(m, op);
    TensorSharding moved(m.shardings.Get(sharding));
    if (permutation.size() != moved.dims.size()) break;
    const std::vector<DimSharding> dims = moved.dims;
    for (size_t i = 0; i < dims.size(); ++i) {
      moved.dims[static_cast<size_t>(permutation[i])] = dims[i];
    }
    moved.reduction = ReductionKind::kSum;
    sharding = m.shardings.Intern(moved);
  }
  return sharding;
}

bool SameLayout(const Rewriter& r, ShardingId a, TypeId type_a, ShardingId b,
                TypeId type_b) {
  const Module& m = r.m;
  if (a == b && type_a == type_b) return true;
  if (!a || !b || !m.types.HasStaticShape(type_a) ||
      !m.types.HasStaticShape(type_b) || m.types.encoding(type_a) ||
      m.types.encoding(type_b)) {
    return false;
  }
  const ShardingView va = m.shardings.Get(a), vb = m.shardings.Get(b);
  if (!(va.mesh == vb.mesh) || va.replicated != vb.replicated ||
      va.rank() != m.types.dims(type_a).size() ||
      vb.rank() != m.types.dims(type_b).size()) {
    return false;
  }
  const MeshId mesh = r.symbols.FindMesh(m, va.mesh);
  return mesh && SameLayoutAcrossReshape(m.shardings, m.shardings.mesh(mesh),
                                         va, m.types.dims(type_a), vb,
                                         m.types.dims(type_b));
}

// Finds a reshard of `root`, or of a reshape of `root`, that comes before `op`
// and whose result has the layout of `sharding` and `type`. Returns the
// reshard's result, or None.
ValueId EarlierReshard(const Rewriter& r, ValueId root, ShardingId sharding,
                       TypeId type, OpId op) {
  const Module& m = r.m;
  std::vector<ValueId> stack = {root};
  absl::flat_hash_set<ValueId> seen;
  while (!stack.empty()) {
    const ValueId value = stack.back();
    stack.pop_back();
    if (!seen.insert(value).second) continue;
    for (UseId use : m.Uses(value)) {
      const OpId user = m.use(use).owner;
      if (user == op) continue;
      if (m.kind(user) == OpKind::kReshard) {
        const ValueId result = m.result(user, 0);
        if (SameLayout(r, m.sharding(result), m.type(result), sharding, type) &&
            ComesBefore(m, user, op)) {
          return result;
        }
      } else if (m.kind(user) == OpKind::kReshape) {
        stack.push_back(m.result(user, 0));
      }
    }
  }
  return ValueId::None();
}

bool ReuseReshard(Rewriter& r, OpId op) {
  Module& m = r.m;
  // The reshapes and transposes that compute the operand of `op` from `root`,
  // the last one first.
  std::vector<OpId> path;
  ValueId root = m.operand(op, 0);
  for (OpId at = m.def(root); at && IsMetadataOp(m, at); at = m.def(root)) {
    path.push_back(at);
    root = m.operand(at, 0);
  }
  const ValueId old = m.result(op, 0);
  const ShardingId sharding =
      AcrossTransposes(m, m.sharding(old), m.operand(op, 0));
  ValueId value = EarlierReshard(r, root, sharding, m.type(old), op);
  if (!value) return false;
  // Repeats the ops of `path` after the earlier reshard.
  OpId after = m.def(value);
  const auto place = [&](OpId made) {
    m.InsertAfter(after, made);
    after = made;
    value = m.result(made, 0);
    r.touched.push_back(made);
  };
  if (m.type(value) != m.type(root)) {
    const ValueId operands[] = {value};
    const TypeId types[] = {m.type(root)};
    place(m.CreateOp({.kind = OpKind::kReshape,
                      .name = m.names.Intern(OpMnemonic(OpKind::kReshape)),
                      .operands = operands,
                      .result_types = types,
                      .loc = m.loc(op)}));
  }
  for (auto at = path.rbegin(); at != path.rend(); ++at) {
    Module::ValueMap map;
    map[m.operand(*at, 0)] = value;
    place(m.Clone(*at, map));
  }
  r.Replace(op, value);
  return true;
}

}  // namespace

void AppendReshardPatterns(std::vector<Pattern>& patterns) {
  patterns.push_back({OpKind::kReshard, "", &ReuseReshard});
  patterns.push_back({OpKind::kReshard, "sdy-reshard", &ReshardOfReshard});
}

}  // namespace shardflow::internal
