// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>) {
    %0 = stablehlo.unary_einsum %x, config = "ij->i" : (tensor<4x8xf32>) -> tensor<4xf32>
    %1 = "stablehlo.unary_einsum"(%x) <{einsum_config = ""}> {k} : (tensor<4x8xf32>) -> tensor<4xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>) {
//>     %0 = stablehlo.unary_einsum %arg0, config = "ij->i" : (tensor<4x8xf32>) -> tensor<4xf32>
//>     %1 = stablehlo.unary_einsum %arg0, config = "" {k} : (tensor<4x8xf32>) -> tensor<4xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>):
//>     %0 = "stablehlo.unary_einsum"(%arg0) <{einsum_config = "ij->i"}> : (tensor<4x8xf32>) -> tensor<4xf32>
//>     %1 = "stablehlo.unary_einsum"(%arg0) <{einsum_config = ""}> {k} : (tensor<4x8xf32>) -> tensor<4xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
