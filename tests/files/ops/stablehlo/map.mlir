// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x2xf32>) {
    %0 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %1 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {tag} : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x2xf32>) {
//>     %0 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %1 : tensor<f32>
//>     }) {tag} : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x2xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x2xf32>):
//>     %0 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%1) : (tensor<f32>) -> ()
//>     }) {tag} : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
