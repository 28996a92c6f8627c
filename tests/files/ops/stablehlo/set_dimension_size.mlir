// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x2xf32>, %n: tensor<i32>) {
    %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
    %1 = stablehlo.set_dimension_size %x, %n, dim = 1 {k = "v"} : (tensor<4x2xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 2>>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x2xf32>, %arg1: tensor<i32>) {
//>     %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 0 : (tensor<4x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
//>     %1 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 {k = "v"} : (tensor<4x2xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 2>>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x2xf32>, tensor<i32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x2xf32>, %arg1: tensor<i32>):
//>     %0 = "stablehlo.set_dimension_size"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<4x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
//>     %1 = "stablehlo.set_dimension_size"(%arg0, %arg1) <{dimension = 1 : i64}> {k = "v"} : (tensor<4x2xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 2>>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
