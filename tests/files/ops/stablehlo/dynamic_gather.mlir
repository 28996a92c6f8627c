// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<8x16xf32>, %i: tensor<4x1xi32>, %n: tensor<2xi32>) {
    %0 = "stablehlo.dynamic_gather"(%x, %i, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> {k} : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<2xi32>) -> tensor<4x?xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<4x1xi32>, %arg2: tensor<2xi32>) {
//>     %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> {k} : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<2xi32>) -> tensor<4x?xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<8x16xf32>, tensor<4x1xi32>, tensor<2xi32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xf32>, %arg1: tensor<4x1xi32>, %arg2: tensor<2xi32>):
//>     %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> {k} : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<2xi32>) -> tensor<4x?xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
