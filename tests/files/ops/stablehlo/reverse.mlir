// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x2xf32>, %d: tensor<?x2xf32>) {
    %0 = stablehlo.reverse %x, dims = [0] : tensor<4x2xf32>
    %1 = stablehlo.reverse %x, dims = [1, 0] {a = 1.5 : f32} : tensor<4x2xf32>
    %2 = stablehlo.reverse %d, dims = [] : (tensor<?x2xf32>) -> tensor<4x2xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x2xf32>, %arg1: tensor<?x2xf32>) {
//>     %0 = stablehlo.reverse %arg0, dims = [0] : tensor<4x2xf32>
//>     %1 = stablehlo.reverse %arg0, dims = [1, 0] {a = 1.500000e+00 : f32} : tensor<4x2xf32>
//>     %2 = stablehlo.reverse %arg1, dims = [] : (tensor<?x2xf32>) -> tensor<4x2xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x2xf32>, tensor<?x2xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x2xf32>, %arg1: tensor<?x2xf32>):
//>     %0 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 0>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
//>     %1 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 1, 0>}> {a = 1.500000e+00 : f32} : (tensor<4x2xf32>) -> tensor<4x2xf32>
//>     %2 = "stablehlo.reverse"(%arg1) <{dimensions = array<i64>}> : (tensor<?x2xf32>) -> tensor<4x2xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
