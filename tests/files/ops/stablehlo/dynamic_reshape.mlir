// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<?xf32>, %n: tensor<2xi64>) {
    %0 = stablehlo.dynamic_reshape %x, %n : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %1 = stablehlo.dynamic_reshape %x, %n {k = 1 : ui8} : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<2xi64>) {
//>     %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
//>     %1 = stablehlo.dynamic_reshape %arg0, %arg1 {k = 1 : ui8} : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<?xf32>, tensor<2xi64>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<?xf32>, %arg1: tensor<2xi64>):
//>     %0 = "stablehlo.dynamic_reshape"(%arg0, %arg1) : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
//>     %1 = "stablehlo.dynamic_reshape"(%arg0, %arg1) {k = 1 : ui8} : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
