// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x?xf32>) {
    %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<4x?xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %x, dim = 0 {k} : (tensor<4x?xf32>) -> tensor<i32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x?xf32>) {
//>     %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<4x?xf32>) -> tensor<i32>
//>     %1 = stablehlo.get_dimension_size %arg0, dim = 0 {k} : (tensor<4x?xf32>) -> tensor<i32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x?xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x?xf32>):
//>     %0 = "stablehlo.get_dimension_size"(%arg0) <{dimension = 1 : i64}> : (tensor<4x?xf32>) -> tensor<i32>
//>     %1 = "stablehlo.get_dimension_size"(%arg0) <{dimension = 0 : i64}> {k} : (tensor<4x?xf32>) -> tensor<i32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
