#ifndef SHARDFLOW_PASSES_GSPMD_MANUAL_CONTEXT_H_
#define SHARDFLOW_PASSES_GSPMD_MANUAL_CONTEXT_H_

#include <vector>

#include "ir/module.h"
#include "passes/gspmd/sharding_writer.h"

// Which axes are manual around each op. In Shardy the manual computations
// around an op say so; for XLA the sharding of every op does.

namespace shardflow::internal {

struct ManualContext {
  // By OpId::Slot(): the axes that are manual around the op (for a function:
  // in its body), and a mesh for shardings that the op lacks.
  std::vector<ManualId> axes;
  std::vector<MeshRef> meshes;

  ManualId At(OpId op) const {
    return op.Slot() < axes.size() ? axes[op.Slot()] : 0;
  }
  MeshRef MeshAt(OpId op) const { return meshes[op.Slot()]; }
};

// False after an error: a function is called from inside of two manual
// computations along different axes.
[[nodiscard]] bool FindManualContext(const Module& m, ShardingWriter& writer,
                                     ManualContext& context);

// Names of the manual axes of a manual computation itself.
std::vector<NameId> OwnManualAxes(const Module& m, OpId computation);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_GSPMD_MANUAL_CONTEXT_H_
