#include <vector>

#include "ops/data_flow.h"
#include "ops/rewrite.h"
#include "sharding/compat.h"

// Canonicalization of sdy.manual_computation.

namespace shardflow::internal {
namespace {

// Removes arguments without uses, together with their operands.
bool DropUnusedInputs(Rewriter& r, OpId op) {
  Module& m = r.m;
  const BlockId body = m.first_block(m.region(op, 0));
  if (!body) return false;
  std::vector<ValueId> kept;
  std::vector<int> unused;
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (m.HasUses(m.args(body)[static_cast<size_t>(i)])) {
      kept.push_back(m.operand(op, i));
    } else {
      unused.push_back(i);
      if (const OpId def = m.def(m.operand(op, i))) r.touched.push_back(def);
    }
  }
  if (unused.empty()) return false;
  m.SetOperands(op, kept);
  for (auto at = unused.rbegin(); at != unused.rend(); ++at) {
    m.EraseArg(body, *at);
  }
  r.touched.push_back(op);
  return true;
}

// Returns 1 if all manual axes have size 1, 0 if an axis or the mesh is
// unknown, and a larger number otherwise.
int64_t ManualSize(const Rewriter& r, OpId op) {
  const Module& m = r.m;
  const AttrId manual = m.attr(op, name::kManualAxes);
  if (!m.attrs.Is(manual, AttrKind::kManualAxes)) return 0;
  std::vector<ShardingId> in, out;
  for (ValueId arg : m.args(m.first_block(m.region(op, 0)))) {
    in.push_back(m.sharding(arg));
  }
  for (int i = 0; i < m.result_count(op); ++i) {
    out.push_back(m.sharding(m.result(op, i)));
  }
  if (in.empty() && out.empty()) return 1;
  const std::optional<MeshRef> ref = CommonMesh(m, r.symbols, in, out);
  const MeshId mesh = ref ? r.symbols.FindMesh(m, *ref) : MeshId::None();
  if (!mesh) return 0;
  int64_t size = 1;
  for (const NameId axis : m.attrs.As<ManualAxesAttr>(manual).axes) {
    const int index = m.shardings.mesh(mesh).AxisIndex(axis);
    if (index < 0) return 0;
    size *= m.shardings.mesh(mesh).axes[static_cast<size_t>(index)].size;
    if (size != 1) break;
  }
  return size;
}

// Whether the manual computation has edge ops, which would be invalid after
// inlining. (Shardy inlines such a computation anyway, and its verifier then
// rejects the program.)
bool HasEdgeOps(const Module& m, OpId op, BlockId body) {
  for (const ValueId arg : m.args(body)) {
    if (EdgeOfTarget(m, arg)) return true;
  }
  for (int i = 0; i < m.result_count(op); ++i) {
    if (EdgeOfTarget(m, m.result(op, i))) return true;
  }
  return false;
}

// Whether the computation has no operands, no results and an empty body.
bool IsEmpty(const Module& m, OpId op, BlockId body) {
  return m.args(body).empty() && m.result_count(op) == 0 &&
         m.block(body).first == m.terminator(body);
}

// Inlines a manual computation that is empty or whose manual axes have size 1.
bool InlineRedundant(Rewriter& r, OpId op) {
  Module& m = r.m;
  const BlockId body = m.first_block(m.region(op, 0));
  if (!body || m.terminator(body).IsNone()) return false;
  if (!IsEmpty(m, op, body)) {
    const bool inlines = InlinesManualComputations(m.compat());
    if (!inlines || ManualSize(r, op) != 1) return false;
    if (HasEdgeOps(m, op, body)) return false;
  }
  const OpId end = m.terminator(body);
  for (int i = 0; i < m.operand_count(op); ++i) {
    const ValueId arg = m.args(body)[static_cast<size_t>(i)];
    if (m.HasUses(arg)) r.ReplaceUses(arg, m.operand(op, i));
  }
  for (int i = 0; i < m.result_count(op); ++i) {
    if (m.HasUses(m.result(op, i))) {
      r.ReplaceUses(m.result(op, i), m.operand(end, i));
    }
  }
  m.Erase(end);
  for (OpId inner : m.Ops(body)) r.touched.push_back(inner);
  m.MoveOpsBefore(body, op);
  r.Erase(op);
  return true;
}

}  // namespace

void AppendManualComputationPatterns(std::vector<Pattern>& patterns) {
  patterns.push_back({OpKind::kManualComputation, "", &DropUnusedInputs});
  patterns.push_back({OpKind::kManualComputation, "", &InlineRedundant});
}

}  // namespace shardflow::internal
