// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%s: tensor<f32>, %x: tensor<4x2xf32>) {
    %0 = stablehlo.clamp %x, %x, %x : tensor<4x2xf32>
    %1 = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
    %2 = "stablehlo.clamp"(%s, %s, %s) {range = "unit"} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<f32>, %arg1: tensor<4x2xf32>) {
//>     %0 = stablehlo.clamp %arg1, %arg1, %arg1 : tensor<4x2xf32>
//>     %1 = stablehlo.clamp %arg0, %arg1, %arg0 : (tensor<f32>, tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
//>     %2 = stablehlo.clamp %arg0, %arg0, %arg0 {range = "unit"} : tensor<f32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<f32>, tensor<4x2xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<f32>, %arg1: tensor<4x2xf32>):
//>     %0 = "stablehlo.clamp"(%arg1, %arg1, %arg1) : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
//>     %1 = "stablehlo.clamp"(%arg0, %arg1, %arg0) : (tensor<f32>, tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
//>     %2 = "stablehlo.clamp"(%arg0, %arg0, %arg0) {range = "unit"} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
