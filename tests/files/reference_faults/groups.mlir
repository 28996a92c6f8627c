// A value in two groups: where nothing merged them Shardy ends the process.
// RUN: shardflow opt %s -sdy-basic-propagate

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
  sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=0 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=1 : tensor<8xf32>
  sdy.sharding_group %arg2 group_id=1 : tensor<8xf32>
  return
}

//! %s:8:3: error: Value can only map to one sharding group id after import.
//!   sdy.sharding_group %arg1 group_id=1 : tensor<8xf32>
//!   ^
// EXIT: 1
