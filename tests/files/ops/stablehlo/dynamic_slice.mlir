// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<4x8xf32>, %i: tensor<i32>, %s: tensor<f32>) {
    %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.dynamic_slice %x, %i, %i, sizes = [4, 4] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
    %2 = stablehlo.dynamic_slice %s, sizes = [] : (tensor<f32>) -> tensor<f32>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<f32>) {
//>     %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
//>     %1 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [4, 4] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
//>     %2 = stablehlo.dynamic_slice %arg2, , sizes = [] : (tensor<f32>) -> tensor<f32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<i32>, tensor<f32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<f32>):
//>     %0 = "stablehlo.dynamic_slice"(%arg0, %arg1, %arg1) <{slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
//>     %1 = "stablehlo.dynamic_slice"(%arg0, %arg1, %arg1) <{slice_sizes = array<i64: 4, 4>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
//>     %2 = "stablehlo.dynamic_slice"(%arg2) <{slice_sizes = array<i64>}> : (tensor<f32>) -> tensor<f32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
