// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x2x3xf32>, %s: tensor<f32>) {
    %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<4x2x3xf32>) -> tensor<3x4x2xf32>
    %1 = stablehlo.transpose %s, dims = [] {xla_shape = "f32[]"} : (tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.transpose"(%x) <{permutation = array<i64: 0, 1, 2>}> {result_layout = dense<[0, 1, 2]> : tensor<3xindex>} : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x2x3xf32>, %arg1: tensor<f32>) {
//>     %0 = stablehlo.transpose %arg0, dims = [2, 0, 1] : (tensor<4x2x3xf32>) -> tensor<3x4x2xf32>
//>     %1 = stablehlo.transpose %arg1, dims = [] {xla_shape = "f32[]"} : (tensor<f32>) -> tensor<f32>
//>     %2 = stablehlo.transpose %arg0, dims = [0, 1, 2] {result_layout = dense<[0, 1, 2]> : tensor<3xindex>} : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x2x3xf32>, tensor<f32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x2x3xf32>, %arg1: tensor<f32>):
//>     %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<4x2x3xf32>) -> tensor<3x4x2xf32>
//>     %1 = "stablehlo.transpose"(%arg1) <{permutation = array<i64>}> {xla_shape = "f32[]"} : (tensor<f32>) -> tensor<f32>
//>     %2 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 0, 1, 2>}> {result_layout = dense<[0, 1, 2]> : tensor<3xindex>} : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
