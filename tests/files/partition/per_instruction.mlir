// Chosen ops are partitioned alone.
// RUN: shardflow opt %s '-sdy-per-instruction-partitioning=filter=pad,selectHigh=1'

sdy.mesh @line = <["i"=2]>

// The add is number 0, the first pad number 1, the second number 2.
func.func @chosen(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
  %1 = stablehlo.pad %0, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.pad %1, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

//! %s:9:8: error: 'stablehlo.pad' op dimension 0 is sharded and needs elements of other devices (run -sdy-resolve-permutation-factors before)
//!   %1 = stablehlo.pad %0, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
//!        ^
//! %s:9:8: error: failed to legalize operation 'stablehlo.pad' that was explicitly marked illegal
//!   %1 = stablehlo.pad %0, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
//!        ^
// EXIT: 1
