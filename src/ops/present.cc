#include "ops/present.h"

#include "ir/walk.h"
#include "ops/op_def.h"
#include "ops/op_kind.h"

namespace shardflow::internal {
namespace {

// Whether `holds(OpDef)` is true for any kind of op in the module, apart from
// the root. Also true if the module may contain ops that a caller added.
template <class Fn>
bool AnyKind(const Module& m, Fn holds) {
  if (m.extensions != nullptr && m.op_count(OpKind::kUnknown) > 0) return true;
  for (size_t i = 0; i < static_cast<size_t>(OpKind::kCount); ++i) {
    const auto kind = static_cast<OpKind>(i);
    const size_t roots = kind == m.kind(m.root()) ? 1 : 0;
    if (m.op_count(kind) > roots && holds(Def(kind))) return true;
  }
  return false;
}

}  // namespace

bool HasCalls(const Module& m) { return m.op_count(OpKind::kCall) > 0; }

bool HasDataFlow(const Module& m) {
  return m.op_count(OpKind::kDataFlowEdge) > 0 ||
         AnyKind(m, [](const OpDef& def) { return def.data_flow != nullptr; });
}

bool HasOpsWith(const Module& m, uint32_t traits) {
  return AnyKind(m,
                 [&](const OpDef& def) { return (def.traits & traits) != 0; });
}

std::vector<OpId> OpsOfKind(const Module& m, OpKind kind) {
  std::vector<OpId> ops;
  if (m.op_count(kind) == 0) return ops;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == kind) ops.push_back(op);
  });
  return ops;
}

}  // namespace shardflow::internal
