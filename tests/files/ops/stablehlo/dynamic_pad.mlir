// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4xf32>, %s: tensor<f32>, %n: tensor<1xi64>) {
    %0 = stablehlo.dynamic_pad %x, %s, %n, %n, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    %1 = stablehlo.dynamic_pad %x, %s, %n, %n, %n {k} : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi64>) {
//>     %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg2, %arg2 : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
//>     %1 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg2, %arg2 {k} : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4xf32>, tensor<f32>, tensor<1xi64>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi64>):
//>     %0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %arg2, %arg2, %arg2) : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
//>     %1 = "stablehlo.dynamic_pad"(%arg0, %arg1, %arg2, %arg2, %arg2) {k} : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
