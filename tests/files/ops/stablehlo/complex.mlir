// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x2xf32>, %y: tensor<?x2xf32>) {
    %0 = stablehlo.complex %x, %x : tensor<4x2xcomplex<f32>>
    %1 = stablehlo.complex %x, %y : (tensor<4x2xf32>, tensor<?x2xf32>) -> tensor<4x2xcomplex<f32>>
    %2 = "stablehlo.complex"(%x, %x) {made = "here"} : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xcomplex<f32>>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x2xf32>, %arg1: tensor<?x2xf32>) {
//>     %0 = stablehlo.complex %arg0, %arg0 : tensor<4x2xcomplex<f32>>
//>     %1 = stablehlo.complex %arg0, %arg1 : (tensor<4x2xf32>, tensor<?x2xf32>) -> tensor<4x2xcomplex<f32>>
//>     %2 = stablehlo.complex %arg0, %arg0 {made = "here"} : tensor<4x2xcomplex<f32>>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x2xf32>, tensor<?x2xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x2xf32>, %arg1: tensor<?x2xf32>):
//>     %0 = "stablehlo.complex"(%arg0, %arg0) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xcomplex<f32>>
//>     %1 = "stablehlo.complex"(%arg0, %arg1) : (tensor<4x2xf32>, tensor<?x2xf32>) -> tensor<4x2xcomplex<f32>>
//>     %2 = "stablehlo.complex"(%arg0, %arg0) {made = "here"} : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xcomplex<f32>>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
