// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x2xf32>, %y: tensor<4x3xf32>) {
    %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<4x2xf32>, tensor<4x3xf32>) -> tensor<4x5xf32>
    %1 = stablehlo.concatenate %x, dim = 0 {single} : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %2 = "stablehlo.concatenate"(%x, %x, %x) <{dimension = 0 : i64}> : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<12x2xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x2xf32>, %arg1: tensor<4x3xf32>) {
//>     %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<4x2xf32>, tensor<4x3xf32>) -> tensor<4x5xf32>
//>     %1 = stablehlo.concatenate %arg0, dim = 0 {single} : (tensor<4x2xf32>) -> tensor<4x2xf32>
//>     %2 = stablehlo.concatenate %arg0, %arg0, %arg0, dim = 0 : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<12x2xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x2xf32>, tensor<4x3xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x2xf32>, %arg1: tensor<4x3xf32>):
//>     %0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 1 : i64}> : (tensor<4x2xf32>, tensor<4x3xf32>) -> tensor<4x5xf32>
//>     %1 = "stablehlo.concatenate"(%arg0) <{dimension = 0 : i64}> {single} : (tensor<4x2xf32>) -> tensor<4x2xf32>
//>     %2 = "stablehlo.concatenate"(%arg0, %arg0, %arg0) <{dimension = 0 : i64}> : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<12x2xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
