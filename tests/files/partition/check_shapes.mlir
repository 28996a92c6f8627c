// Shapes that don't follow from the groups, and types that differ.
// RUN: shardflow opt -shardflow-check-per-device %s

sdy.mesh @mesh = <["x"=4]>

func.func @shapes(%arg0: tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  // Four devices share 8 rows: 2 each.
  %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<4x4xf32>
  // Four devices split rows four times, and join four columns: 2 by 16.
  %1 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %0, %1, %arg0, %arg0 : tensor<4x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}

func.func @types(%arg0: tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x8xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x8xf32>
}

//! %s:8:8: error: 'stablehlo.reduce_scatter' op has a result that doesn't follow from groups of 4 and its operand
//!   %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 0 : i64, use_
//!        ^
//! %s:14:8: error: 'stablehlo.all_to_all' op has a result that doesn't follow from groups of 4 and its operand
//!   %1 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_cou
//!        ^
//! %s:19:8: error: 'stablehlo.all_reduce' op has a result whose type differs from its operand's
//!   %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//!        ^
//! %s:24:8: error: 'stablehlo.collective_permute' op has a result whose type differs from its operand's
//!   %1 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -
//!        ^
// EXIT: 1
