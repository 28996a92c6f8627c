// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<8x16xf32>, %i: tensor<4xi32>) {
    %0 = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> {k} : (tensor<8x16xf32>, tensor<4xi32>) -> tensor<4x16xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<4xi32>) {
//>     %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 0 : i64}> {k} : (tensor<8x16xf32>, tensor<4xi32>) -> tensor<4x16xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<8x16xf32>, tensor<4xi32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xf32>, %arg1: tensor<4xi32>):
//>     %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 0 : i64}> {k} : (tensor<8x16xf32>, tensor<4xi32>) -> tensor<4x16xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
