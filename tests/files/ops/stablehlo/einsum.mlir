// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) {
    %0 = stablehlo.einsum %x, %y, config = "ij,jk->ik" : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    %1 = "stablehlo.einsum"(%x, %y) <{einsum_config = "ij,\22jk->ik"}> {k} : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8x2xf32>) {
//>     %0 = stablehlo.einsum %arg0, %arg1, config = "ij,jk->ik" : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
//>     %1 = stablehlo.einsum %arg0, %arg1, config = "ij,\22jk->ik" {k} : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<8x2xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<8x2xf32>):
//>     %0 = "stablehlo.einsum"(%arg0, %arg1) <{einsum_config = "ij,jk->ik"}> : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
//>     %1 = "stablehlo.einsum"(%arg0, %arg1) <{einsum_config = "ij,\22jk->ik"}> {k} : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
