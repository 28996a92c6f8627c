// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>, %s: tensor<f32>) {
    %0 = stablehlo.slice %x [0:4, 1:8:3] : (tensor<4x8xf32>) -> tensor<4x3xf32>
    %1 = stablehlo.slice %x [1:3:1, 0:8:8] {half} : (tensor<4x8xf32>) -> tensor<2x1xf32>
    %2 = stablehlo.slice %s [] : (tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 2>, strides = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<2x2xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
//>     %0 = stablehlo.slice %arg0 [0:4, 1:8:3] : (tensor<4x8xf32>) -> tensor<4x3xf32>
//>     %1 = stablehlo.slice %arg0 [1:3, 0:8:8] {half} : (tensor<4x8xf32>) -> tensor<2x1xf32>
//>     %2 = stablehlo.slice %arg1 [] : (tensor<f32>) -> tensor<f32>
//>     %3 = stablehlo.slice %arg0 [0:2, 0:2] : (tensor<4x8xf32>) -> tensor<2x2xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<f32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>):
//>     %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 4, 8>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 3>}> : (tensor<4x8xf32>) -> tensor<4x3xf32>
//>     %1 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 3, 8>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 8>}> {half} : (tensor<4x8xf32>) -> tensor<2x1xf32>
//>     %2 = "stablehlo.slice"(%arg1) <{limit_indices = array<i64>, start_indices = array<i64>, strides = array<i64>}> : (tensor<f32>) -> tensor<f32>
//>     %3 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 2>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<2x2xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
