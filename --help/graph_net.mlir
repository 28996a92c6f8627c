module @jit_graph_net attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<40xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}, %arg2: tensor<40xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}, %arg3: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) -> (tensor<32x8xf32> {jax.result_info = "result[0]"}, tensor<8xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<32> : tensor<i32>
    %0 = call @remainder(%arg1, %c) : (tensor<40xi32>, tensor<i32>) -> tensor<40xi32>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %1 = call @remainder(%arg2, %c_0) : (tensor<40xi32>, tensor<i32>) -> tensor<40xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %3 = stablehlo.compare LT, %0, %2, SIGNED : (tensor<40xi32>, tensor<40xi32>) -> tensor<40xi1>
    %c_2 = stablehlo.constant dense<32> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %5 = stablehlo.add %0, %4 : tensor<40xi32>
    %6 = stablehlo.select %3, %5, %0 : tensor<40xi1>, tensor<40xi32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<40xi32>) -> tensor<40x1xi32>
    %8 = "stablehlo.gather"(%arg0, %7) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<32x8xf32>, tensor<40x1xi32>) -> tensor<40x8xf32>
    %9 = stablehlo.dot_general %8, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<40x8xf32>, tensor<8x8xf32>) -> tensor<40x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %11 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<40xi32>) -> tensor<40x1xi32>
    %12 = "stablehlo.scatter"(%10, %11, %9) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %47 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %47 : tensor<f32>
    }) : (tensor<32x8xf32>, tensor<40x1xi32>, tensor<40x8xf32>) -> tensor<32x8xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %15 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<40xi32>) -> tensor<40x1xi32>
    %16 = "stablehlo.scatter"(%14, %15, %13) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %47 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %47 : tensor<f32>
    }) : (tensor<32xf32>, tensor<40x1xi32>, tensor<40xf32>) -> tensor<32xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %18 = stablehlo.maximum %16, %17 : tensor<32xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<32x1xf32>) -> tensor<32x8xf32>
    %21 = stablehlo.divide %12, %20 : tensor<32x8xf32>
    %22 = call @relu(%21) : (tensor<32x8xf32>) -> tensor<32x8xf32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %23 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %24 = stablehlo.compare LT, %0, %23, SIGNED : (tensor<40xi32>, tensor<40xi32>) -> tensor<40xi1>
    %c_7 = stablehlo.constant dense<32> : tensor<i32>
    %25 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %26 = stablehlo.add %0, %25 : tensor<40xi32>
    %27 = stablehlo.select %24, %26, %0 : tensor<40xi1>, tensor<40xi32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0] : (tensor<40xi32>) -> tensor<40x1xi32>
    %29 = "stablehlo.gather"(%22, %28) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<32x8xf32>, tensor<40x1xi32>) -> tensor<40x8xf32>
    %30 = stablehlo.dot_general %29, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<40x8xf32>, tensor<8x8xf32>) -> tensor<40x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %32 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<40xi32>) -> tensor<40x1xi32>
    %33 = "stablehlo.scatter"(%31, %32, %30) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %47 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %47 : tensor<f32>
    }) : (tensor<32x8xf32>, tensor<40x1xi32>, tensor<40x8xf32>) -> tensor<32x8xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %36 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<40xi32>) -> tensor<40x1xi32>
    %37 = "stablehlo.scatter"(%35, %36, %34) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %47 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %47 : tensor<f32>
    }) : (tensor<32xf32>, tensor<40x1xi32>, tensor<40xf32>) -> tensor<32xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %39 = stablehlo.maximum %37, %38 : tensor<32xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1] : (tensor<32x1xf32>) -> tensor<32x8xf32>
    %42 = stablehlo.divide %33, %41 : tensor<32x8xf32>
    %43 = call @relu(%42) : (tensor<32x8xf32>) -> tensor<32x8xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<32x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_13 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %46 = stablehlo.divide %44, %45 : tensor<8xf32>
    return %43, %46 : tensor<32x8xf32>, tensor<8xf32>
  }
  func.func private @remainder(%arg0: tensor<40xi32>, %arg1: tensor<i32>) -> tensor<40xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<40xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<40xi32>, tensor<40xi32>) -> tensor<40xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<40xi32>, tensor<40xi32>) -> tensor<40xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<40xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<40xi1>, tensor<40xi1>) -> tensor<40xi1>
    %12 = stablehlo.and %11, %6 : tensor<40xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %14 = stablehlo.add %4, %13 : tensor<40xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<40xi1>, tensor<40xi32>
    return %15 : tensor<40xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @relu(%arg0: tensor<32x8xf32>) -> tensor<32x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<32x8xf32>
    return %1 : tensor<32x8xf32>
  }
}
