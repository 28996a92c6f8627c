module @jit_embedding_bag attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<30x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg1: tensor<12x5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg2: tensor<12x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<12x8xf32> {jax.result_info = "result[0]"}, tensor<30x8xf32> {jax.result_info = "result[1]"}, tensor<7x8xf32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<30> : tensor<i32>
    %0 = call @remainder(%arg1, %c) : (tensor<12x5xi32>, tensor<i32>) -> tensor<12x5xi32>
    %1 = call @_take(%arg0, %0) : (tensor<30x8xf32>, tensor<12x5xi32>) -> tensor<12x5x8xf32>
    %2 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<12x5xf32>) -> tensor<12x5x1xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<12x5x1xf32>) -> tensor<12x5x8xf32>
    %4 = stablehlo.multiply %1, %3 : tensor<12x5x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<12x5x8xf32>, tensor<f32>) -> tensor<12x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<30x8xf32>
    %c_1 = stablehlo.constant dense<30> : tensor<i32>
    %7 = call @remainder(%arg1, %c_1) : (tensor<12x5xi32>, tensor<i32>) -> tensor<12x5xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<12x5xi32>
    %9 = stablehlo.compare LT, %7, %8, SIGNED : (tensor<12x5xi32>, tensor<12x5xi32>) -> tensor<12x5xi1>
    %c_3 = stablehlo.constant dense<30> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<12x5xi32>
    %11 = stablehlo.add %7, %10 : tensor<12x5xi32>
    %12 = stablehlo.select %9, %11, %7 : tensor<12x5xi1>, tensor<12x5xi32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<12x5xi32>) -> tensor<12x5x1xi32>
    %14 = "stablehlo.scatter"(%6, %13, %4) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %21 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %21 : tensor<f32>
    }) : (tensor<30x8xf32>, tensor<12x5x1xi32>, tensor<12x5x8xf32>) -> tensor<30x8xf32>
    %15 = stablehlo.reshape %4 : (tensor<12x5x8xf32>) -> tensor<60x8xf32>
    %c_4 = stablehlo.constant dense<7> : tensor<i32>
    %16 = call @remainder(%arg1, %c_4) : (tensor<12x5xi32>, tensor<i32>) -> tensor<12x5xi32>
    %17 = stablehlo.reshape %16 : (tensor<12x5xi32>) -> tensor<60xi32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<7x8xf32>
    %19 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<60xi32>) -> tensor<60x1xi32>
    %20 = "stablehlo.scatter"(%18, %19, %15) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %21 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %21 : tensor<f32>
    }) : (tensor<7x8xf32>, tensor<60x1xi32>, tensor<60x8xf32>) -> tensor<7x8xf32>
    return %5, %14, %20 : tensor<12x8xf32>, tensor<30x8xf32>, tensor<7x8xf32>
  }
  func.func private @remainder(%arg0: tensor<12x5xi32>, %arg1: tensor<i32>) -> tensor<12x5xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<12x5xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<12x5xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<12x5xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<12x5xi32>, tensor<12x5xi32>) -> tensor<12x5xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<12x5xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<12x5xi32>, tensor<12x5xi32>) -> tensor<12x5xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<12x5xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<12x5xi1>, tensor<12x5xi1>) -> tensor<12x5xi1>
    %12 = stablehlo.and %11, %6 : tensor<12x5xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<12x5xi32>
    %14 = stablehlo.add %4, %13 : tensor<12x5xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<12x5xi1>, tensor<12x5xi32>
    return %15 : tensor<12x5xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @_take(%arg0: tensor<30x8xf32>, %arg1: tensor<12x5xi32>) -> tensor<12x5x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<12x5xi32>) -> tensor<12x5x1xi32>
    %1 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<30x8xf32>, tensor<12x5x1xi32>) -> tensor<12x5x8xf32>
    return %1 : tensor<12x5x8xf32>
  }
}
