// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%n: tensor<2xi64>) {
    %0 = stablehlo.dynamic_iota %n, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>
    %1 = stablehlo.dynamic_iota %n, dim = 0 {a} : (tensor<2xi64>) -> tensor<4x?xi32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<2xi64>) {
//>     %0 = stablehlo.dynamic_iota %arg0, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>
//>     %1 = stablehlo.dynamic_iota %arg0, dim = 0 {a} : (tensor<2xi64>) -> tensor<4x?xi32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<2xi64>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<2xi64>):
//>     %0 = "stablehlo.dynamic_iota"(%arg0) <{iota_dimension = 1 : i64}> : (tensor<2xi64>) -> tensor<?x?xf32>
//>     %1 = "stablehlo.dynamic_iota"(%arg0) <{iota_dimension = 0 : i64}> {a} : (tensor<2xi64>) -> tensor<4x?xi32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
