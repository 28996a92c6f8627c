// RUN: shardflow opt %s -split-input-file -sdy-sharding-group-import
// RUN: shardflow opt %s -split-input-file --compat=jaxlib-0.12 -sdy-sharding-group-import

// jaxlib: a group that a function has counts as one where the call to
// the function is.

func.func private @f0(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
  return %arg0 : tensor<8xf32>
}
func.func private @f1(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
  return %arg0 : tensor<8xf32>
}
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"a"} (%x: tensor<8xf32>) {
    %2 = func.call @f0(%x) : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %2 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @f1(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func private @f0(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
  return %arg0 : tensor<8xf32>
}
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"a"} (%x: tensor<8xf32>) {
    %2 = func.call @f0(%x) : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %2 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @f0(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//# RUN 1
//> module {
//>   func.func private @f0(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
//>     return %arg0 : tensor<8xf32>
//>   }
//>   func.func private @f1(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
//>     return %arg0 : tensor<8xf32>
//>   }
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
//>       %2 = func.call @f0(%arg1) : (tensor<8xf32>) -> tensor<8xf32>
//>       sdy.return %2 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = call @f1(%0) : (tensor<8xf32>) -> tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//> }
//> // -----
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func private @f0(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
//>     return %arg0 : tensor<8xf32>
//>   }
//>   func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
//>       %2 = func.call @f0(%arg1) : (tensor<8xf32>) -> tensor<8xf32>
//>       sdy.return %2 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = call @f0(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//> }
//# RUN 2
//! %s:12:3: error: ShardingGroupOps values cannot cross ManualComputationOp boundaries for groupId: 0
//!   sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
//!   ^
// EXIT: 1
