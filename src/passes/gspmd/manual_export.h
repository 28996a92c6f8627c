#ifndef SHARDFLOW_PASSES_GSPMD_MANUAL_EXPORT_H_
#define SHARDFLOW_PASSES_GSPMD_MANUAL_EXPORT_H_

#include "ir/module.h"
#include "passes/gspmd/manual_context.h"
#include "passes/gspmd/sharding_writer.h"

namespace shardflow::internal {

// Inserts a mark before `anchor` that says how `value` is sharded: a call to
// @Sharding, or an mhlo.copy. Returns its result; None on error.
ValueId InsertShardingMark(Module& m, OpId anchor, ValueId value,
                           ShardingId sharding, ManualId manual,
                           bool use_mhlo_copy, ShardingWriter& writer);

// Moves the body of a manual computation into a new function, and replaces the
// computation with a call to the function, with marks before and after the call
// (see manual_import.h). The shardings of ops in the body must already have
// been turned into attributes. Returns false on error.
[[nodiscard]] bool ExportManualComputation(Module& m, OpId computation,
                                           const ManualContext& context,
                                           bool use_mhlo_copy,
                                           SymbolTable& symbols,
                                           ShardingWriter& writer);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_GSPMD_MANUAL_EXPORT_H_
