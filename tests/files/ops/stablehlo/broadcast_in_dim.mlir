// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<4xf32>, %s: tensor<f32>) {
    %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
    %1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}, {}]>]>} : (tensor<2x4xf32>) -> tensor<2x8x4xf32>
    %3 = "stablehlo.broadcast_in_dim"(%s) <{broadcast_dimensions = array<i64>}> {z} : (tensor<f32>) -> tensor<2xf32>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
//>     %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
//>     %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
//>     %2 = stablehlo.broadcast_in_dim %0, dims = [0, 2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}, {}]>]>} : (tensor<2x4xf32>) -> tensor<2x8x4xf32>
//>     %3 = stablehlo.broadcast_in_dim %arg1, dims = [] {z} : (tensor<f32>) -> tensor<2xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<4xf32>, tensor<f32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<f32>):
//>     %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2x4xf32>
//>     %1 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x8xf32>
//>     %2 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 2>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}, {}]>]>} : (tensor<2x4xf32>) -> tensor<2x8x4xf32>
//>     %3 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64>}> {z} : (tensor<f32>) -> tensor<2xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
