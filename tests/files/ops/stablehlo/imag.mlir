// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4xcomplex<f64>>, %y: tensor<4xf32>) {
    %0 = stablehlo.imag %x : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %1 = stablehlo.imag %y : tensor<4xf32>
    %2 = "stablehlo.imag"(%x) {part} : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4xcomplex<f64>>, %arg1: tensor<4xf32>) {
//>     %0 = stablehlo.imag %arg0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
//>     %1 = stablehlo.imag %arg1 : tensor<4xf32>
//>     %2 = stablehlo.imag %arg0 {part} : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4xcomplex<f64>>, tensor<4xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4xcomplex<f64>>, %arg1: tensor<4xf32>):
//>     %0 = "stablehlo.imag"(%arg0) : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
//>     %1 = "stablehlo.imag"(%arg1) : (tensor<4xf32>) -> tensor<4xf32>
//>     %2 = "stablehlo.imag"(%arg0) {part} : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
