// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x2xf32>) {
    %0 = stablehlo.is_finite %x : (tensor<4x2xf32>) -> tensor<4x2xi1>
    %1 = stablehlo.is_finite %x {checked = true} : (tensor<4x2xf32>) -> tensor<4x2xi1>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x2xf32>) {
//>     %0 = stablehlo.is_finite %arg0 : (tensor<4x2xf32>) -> tensor<4x2xi1>
//>     %1 = stablehlo.is_finite %arg0 {checked = true} : (tensor<4x2xf32>) -> tensor<4x2xi1>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x2xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x2xf32>):
//>     %0 = "stablehlo.is_finite"(%arg0) : (tensor<4x2xf32>) -> tensor<4x2xi1>
//>     %1 = "stablehlo.is_finite"(%arg0) {checked = true} : (tensor<4x2xf32>) -> tensor<4x2xi1>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
