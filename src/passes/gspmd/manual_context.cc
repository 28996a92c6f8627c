#include "passes/gspmd/manual_context.h"

#include <string>
#include <utility>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/functions.h"
#include "ops/op_kind.h"
#include "passes/gspmd/marks.h"

namespace shardflow::internal {
namespace {

// Returns the mesh of the computation's first sharding, or `otherwise` if it
// has none.
MeshRef MeshOf(const Module& m, OpId computation, MeshRef otherwise) {
  const BlockId body = m.first_block(m.region(computation, 0));
  for (const ValueId arg : m.args(body)) {
    if (m.sharding(arg)) return m.shardings.Get(m.sharding(arg)).mesh;
  }
  for (const ValueId result : ResultsOf(m, computation)) {
    if (m.sharding(result)) return m.shardings.Get(m.sharding(result)).mesh;
  }
  return otherwise;
}

// The context inside the regions of an op.
struct Inside {
  ManualId axes = 0;
  MeshRef mesh;
};

}  // namespace

std::vector<NameId> OwnManualAxes(const Module& m, OpId computation) {
  std::vector<NameId> axes;
  const AttrId attr = m.attr(computation, name::kManualAxes);
  if (!m.attrs.Is(attr, AttrKind::kManualAxes)) return axes;
  const WordList<NameId> names = m.attrs.As<ManualAxesAttr>(attr).axes;
  axes.assign(names.begin(), names.end());
  return axes;
}

bool FindManualContext(const Module& m, ShardingWriter& writer,
                       ManualContext& context) {
  context.axes.assign(m.op_table_size(), 0);
  context.meshes.assign(m.op_table_size(), MeshRef());
  std::vector<Inside> inside(m.op_table_size());
  const SymbolTable symbols(m);
  // Functions that are called where axes are manual are walked after their
  // callers.
  std::vector<OpId> roots = {m.root()};
  std::vector<bool> is_set(m.op_table_size());
  // Calls at which no axes have been found to be manual so far.
  std::vector<OpId> plain_calls;
  bool ok = true;
  const auto fail = [&](OpId call, OpId function) {
    ok = writer.Fail(call, "function @" +
                               std::string(m.names.Get(m.symbol(function))) +
                               " is called with different manual axes");
  };
  for (size_t i = 0; i < roots.size() && ok; ++i) {
    WalkPreOrder(m, roots[i], [&](OpId op) {
      const OpId parent = m.parent_op(op);
      if (op != roots[i]) {
        // A function that a manual computation calls is walked as a root
        // instead.
        if (IsFunction(m, op) && is_set[op.Slot()]) return WalkResult::kSkip;
        inside[op.Slot()] = inside[parent.Slot()];
        context.axes[op.Slot()] = inside[op.Slot()].axes;
        context.meshes[op.Slot()] = inside[op.Slot()].mesh;
      }
      Inside& own = inside[op.Slot()];
      if (m.kind(op) == OpKind::kManualComputation) {
        std::vector<NameId> axes = writer.manual_axes(own.axes);
        for (const NameId axis : OwnManualAxes(m, op)) axes.push_back(axis);
        own.axes = writer.AddManualAxes(std::move(axes));
        own.mesh = MeshOf(m, op, own.mesh);
      }
      if (!IsCall(m, op)) return WalkResult::kAdvance;
      if (own.axes == 0) {
        plain_calls.push_back(op);
        return WalkResult::kAdvance;
      }
      const OpId function = symbols.Find(Callee(m, op));
      if (!function) return WalkResult::kAdvance;
      if (is_set[function.Slot()]) {
        if (inside[function.Slot()].axes == own.axes) {
          return WalkResult::kAdvance;
        }
        fail(op, function);
        return WalkResult::kStop;
      }
      is_set[function.Slot()] = true;
      inside[function.Slot()] = own;
      context.axes[function.Slot()] = own.axes;
      context.meshes[function.Slot()] = own.mesh;
      roots.push_back(function);
      return WalkResult::kAdvance;
    });
  }
  for (const OpId call : plain_calls) {
    if (!ok) break;
    const OpId function = symbols.Find(Callee(m, call));
    if (function && is_set[function.Slot()] && context.axes[call.Slot()] == 0) {
      fail(call, function);
    }
  }
  return ok;
}

}  // namespace shardflow::internal
