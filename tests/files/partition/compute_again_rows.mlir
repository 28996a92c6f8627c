// Rows that every device has are written into a tensor that is sharded, and
// read from it again: no all_reduce, because every device keeps the tensor for
// itself. (The gradient of an update of rows does this with their numbers.)
// RUN: shardflow partition --as-is %s

sdy.mesh @mesh = <["x"=4]>

func.func public @main(%rows: tensor<8x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                       %new: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> tensor<8x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %zero, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<f32>) -> tensor<16x4xf32>
  %1 = "stablehlo.scatter"(%0, %rows, %new) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<16x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<16x4xf32>
  %2 = "stablehlo.gather"(%1, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<16x4xf32>, tensor<8x1xi32>) -> tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]>
//>   func.func public @main(%arg0: tensor<8x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<8x4xf32> {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
//>     %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       stablehlo.return %arg3 : tensor<f32>
//>     }) : (tensor<16x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<16x4xf32>
//>     %2 = "stablehlo.gather"(%1, %arg0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<16x4xf32>, tensor<8x1xi32>) -> tensor<8x4xf32>
//>     return %2 : tensor<8x4xf32>
//>   }
//> }
