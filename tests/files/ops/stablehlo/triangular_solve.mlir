// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
    %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %1 = "stablehlo.triangular_solve"(%a, %b) {k, left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x4xf32>, %arg1: tensor<4x3xf32>) {
//>     %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
//>     %1 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> {k} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x4xf32>, tensor<4x3xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x4xf32>, %arg1: tensor<4x3xf32>):
//>     %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
//>     %1 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> {k} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
