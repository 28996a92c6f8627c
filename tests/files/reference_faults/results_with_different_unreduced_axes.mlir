// Two results with different unreduced axes. Shardy ends the process.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func @results(%arg0: tensor<8xf32>, %arg1: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg0 init: %arg1) across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], unreduced={"a"}>, <@mesh, [], unreduced={"b"}>]>} : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
   reducer(%arg2: tensor<f32>, %arg3: tensor<f32>) (%arg4: tensor<f32>, %arg5: tensor<f32>) {
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1, %1 : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

//! %s:6:26: error: 'stablehlo.reduce' op unreduced axes mismatch between results for multi-result op
//!   %0:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg0 init: %arg1) across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], unreduced={"a"}>, <@mesh, [], unreduced={"b"}>]>} : (tens
//!                          ^
// EXIT: 1
