#ifndef SHARDFLOW_PASSES_GSPMD_MANUAL_IMPORT_H_
#define SHARDFLOW_PASSES_GSPMD_MANUAL_IMPORT_H_

#include "ir/module.h"
#include "passes/gspmd/sharding_reader.h"

namespace shardflow::internal {

// Turns calls between marks into manual computations with the callee's body:
//
//   %1 = custom_call @Sharding(%0) {"{devices=[8,1]<=[8]}"}
//   %2 = custom_call @SPMDFullToShardShape(%1) {"{manual}"}
//   %3 = call @body(%2)
//   %4 = custom_call @Sharding(%3) {"{manual}"}
//   %5 = custom_call @SPMDShardToFullShape(%4) {"{devices=[8,1]<=[8]}"}
//
// becomes %5 = sdy.manual_computation(%0), whose in_shardings and out_shardings
// are devices=[8,1]<=[8]. Functions that are no longer called are erased.
// Returns false on error.
[[nodiscard]] bool ImportManualComputations(Module& m, ShardingReader& reader);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_GSPMD_MANUAL_IMPORT_H_
