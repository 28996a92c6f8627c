// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x4xf32>, %d: tensor<?x?xf32>) {
    %0 = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
    %1 = stablehlo.cholesky %x : tensor<4x4xf32>
    %2 = stablehlo.cholesky %x, lower = false {k} : tensor<4x4xf32>
    %3 = stablehlo.cholesky %d, lower = true : (tensor<?x?xf32>) -> tensor<4x4xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x4xf32>, %arg1: tensor<?x?xf32>) {
//>     %0 = stablehlo.cholesky %arg0, lower = true : tensor<4x4xf32>
//>     %1 = stablehlo.cholesky %arg0 : tensor<4x4xf32>
//>     %2 = stablehlo.cholesky %arg0 {k} : tensor<4x4xf32>
//>     %3 = stablehlo.cholesky %arg1, lower = true : (tensor<?x?xf32>) -> tensor<4x4xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x4xf32>, tensor<?x?xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x4xf32>, %arg1: tensor<?x?xf32>):
//>     %0 = "stablehlo.cholesky"(%arg0) <{lower = true}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %1 = "stablehlo.cholesky"(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %2 = "stablehlo.cholesky"(%arg0) <{lower = false}> {k} : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %3 = "stablehlo.cholesky"(%arg1) <{lower = true}> : (tensor<?x?xf32>) -> tensor<4x4xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
