// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4xcomplex<f32>>, %y: tensor<4xf32>) {
    %0 = stablehlo.real %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %1 = stablehlo.real %y : tensor<4xf32>
    %2 = "stablehlo.real"(%x) {part} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4xcomplex<f32>>, %arg1: tensor<4xf32>) {
//>     %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
//>     %1 = stablehlo.real %arg1 : tensor<4xf32>
//>     %2 = stablehlo.real %arg0 {part} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4xcomplex<f32>>, tensor<4xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4xcomplex<f32>>, %arg1: tensor<4xf32>):
//>     %0 = "stablehlo.real"(%arg0) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
//>     %1 = "stablehlo.real"(%arg1) : (tensor<4xf32>) -> tensor<4xf32>
//>     %2 = "stablehlo.real"(%arg0) {part} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
