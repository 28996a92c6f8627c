#ifndef SHARDFLOW_PASSES_GSPMD_MANUAL_CONTEXT_H_
#define SHARDFLOW_PASSES_GSPMD_MANUAL_CONTEXT_H_

#include <vector>

#include "ir/module.h"
#include "passes/gspmd/sharding_writer.h"

// Finds the axes that are manual at each op. In Shardy's form, they are the
// axes of the enclosing manual computations; in XLA's form, they are part of
// the sharding of every op.

namespace shardflow::internal {

struct ManualContext {
  // The axes that are manual at each op (for a function, in its body), indexed
  // by OpId::Slot().
  std::vector<ManualId> axes;
  // The mesh to use for missing shardings at each op, indexed like `axes`.
  std::vector<MeshRef> meshes;

  ManualId At(OpId op) const {
    return op.Slot() < axes.size() ? axes[op.Slot()] : 0;
  }
  MeshRef MeshAt(OpId op) const { return meshes[op.Slot()]; }
};

// Reports an error and returns false if a function is called from two manual
// computations with different axes.
[[nodiscard]] bool FindManualContext(const Module& m, ShardingWriter& writer,
                                     ManualContext& context);

// Returns the names of the computation's own manual axes.
std::vector<NameId> OwnManualAxes(const Module& m, OpId computation);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_GSPMD_MANUAL_CONTEXT_H_
