#ifndef SHARDFLOW_COST_SPMD_H_
#define SHARDFLOW_COST_SPMD_H_

#include <optional>

#include "base/error.h"
#include "cost/exported.h"
#include "cost/layout.h"
#include "cost/local_program.h"
#include "ir/module.h"
#include "ops/symbols.h"

// Computes the per-device program that XLA's SPMD partitioner would make. For
// each op, operands are resharded as the result's sharding requires
// (cost/spmd_emitter.h).

namespace shardflow::internal {

struct PartitionedProgram {
  DigitMesh mesh;
  LocalProgram program;
};

// Every value of the program must have its final sharding, and there must be no
// calls. Only the main function is used. The changes that export will make are
// taken into account, except for those that HasUnknownExport() finds.
std::optional<PartitionedProgram> PartitionLikeXla(Module& m,
                                                   const SymbolTable& symbols,
                                                   Error& error);

// Reads a program that has already been lowered (by
// shardflow-partition-pipeline): its shapes are local shapes, and it contains
// the collectives.
std::optional<LocalProgram> ReadLocalProgram(const Module& m,
                                             const SymbolTable& symbols,
                                             const DigitMesh& mesh,
                                             Error& error);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_SPMD_H_
