// An unreduced operand on another mesh than the result. Shardy ends the process.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @other = <["x"=4]>
func.func @meshes(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@other, [{}, {}], unreduced={"x"}>}, %arg1: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//! %s:7:8: error: source and user shardings have different meshes for unreduced axes.
//!   %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
//!        ^
// EXIT: 1
