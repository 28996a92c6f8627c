#ifndef SHARDFLOW_PASSES_GSPMD_MANUAL_IMPORT_H_
#define SHARDFLOW_PASSES_GSPMD_MANUAL_IMPORT_H_

#include "ir/module.h"
#include "passes/gspmd/sharding_reader.h"

namespace shardflow::internal {

// Calls between brackets become manual computations with the callee's body:
//
//   %1 = custom_call @Sharding(%0) {"{devices=[8,1]<=[8]}"}
//   %2 = custom_call @SPMDFullToShardShape(%1) {"{manual}"}
//   %3 = call @body(%2)
//   %4 = custom_call @Sharding(%3) {"{manual}"}
//   %5 = custom_call @SPMDShardToFullShape(%4) {"{devices=[8,1]<=[8]}"}
//
// is %5 = sdy.manual_computation(%0) with in_shardings and out_shardings of
// devices=[8,1]<=[8]. Callees that no one calls any more are erased. False
// after an error.
[[nodiscard]] bool ImportManualComputations(Module& m, ShardingReader& reader);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_GSPMD_MANUAL_IMPORT_H_
