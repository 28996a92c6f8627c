module @jit_decode_sequence_sharded attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg1: tensor<4x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {}]>}, %arg2: tensor<4x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {}]>}, %arg3: tensor<4x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %arg4: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4x4x8xf32> {jax.result_info = "result[0]"}, tensor<4x32x4x8xf32> {jax.result_info = "result[1]"}, tensor<4x32x4x8xf32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<32> : tensor<i32>
    %0 = call @remainder(%arg4, %c) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    %1 = stablehlo.iota dim = 0 : tensor<4xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %3 = stablehlo.compare LT, %1, %2, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_1 = stablehlo.constant dense<4> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %5 = stablehlo.add %1, %4 : tensor<4xi32>
    %6 = stablehlo.select %3, %5, %1 : tensor<4xi1>, tensor<4xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %8 = stablehlo.compare LT, %0, %7, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_3 = stablehlo.constant dense<32> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %10 = stablehlo.add %0, %9 : tensor<4xi32>
    %11 = stablehlo.select %8, %10, %0 : tensor<4xi1>, tensor<4xi32>
    %12 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %14 = stablehlo.concatenate %12, %13, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
    %15 = "stablehlo.scatter"(%arg1, %14, %arg3) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      stablehlo.return %arg6 : tensor<f32>
    }) : (tensor<4x32x4x8xf32>, tensor<4x2xi32>, tensor<4x4x8xf32>) -> tensor<4x32x4x8xf32>
    %16 = stablehlo.iota dim = 0 : tensor<4xi32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4x8xf32>
    %18 = stablehlo.add %arg3, %17 : tensor<4x4x8xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %19 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %20 = stablehlo.compare LT, %16, %19, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_5 = stablehlo.constant dense<4> : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %22 = stablehlo.add %16, %21 : tensor<4xi32>
    %23 = stablehlo.select %20, %22, %16 : tensor<4xi1>, tensor<4xi32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %25 = stablehlo.compare LT, %0, %24, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_7 = stablehlo.constant dense<32> : tensor<i32>
    %26 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %27 = stablehlo.add %0, %26 : tensor<4xi32>
    %28 = stablehlo.select %25, %27, %0 : tensor<4xi1>, tensor<4xi32>
    %29 = stablehlo.broadcast_in_dim %23, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %30 = stablehlo.broadcast_in_dim %28, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %31 = stablehlo.concatenate %29, %30, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
    %32 = "stablehlo.scatter"(%arg2, %31, %18) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      stablehlo.return %arg6 : tensor<f32>
    }) : (tensor<4x32x4x8xf32>, tensor<4x2xi32>, tensor<4x4x8xf32>) -> tensor<4x32x4x8xf32>
    %33 = stablehlo.dot_general %arg0, %15, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x4x8xf32>, tensor<4x32x4x8xf32>) -> tensor<4x4x32xf32>
    %34 = stablehlo.iota dim = 0 : tensor<32xi32>
    %35 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xi32>) -> tensor<4x1x1xi32>
    %36 = stablehlo.broadcast_in_dim %34, dims = [2] : (tensor<32xi32>) -> tensor<1x1x32xi32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2] : (tensor<1x1x32xi32>) -> tensor<4x1x32xi32>
    %38 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<4x1x1xi32>) -> tensor<4x1x32xi32>
    %39 = stablehlo.compare LE, %37, %38, SIGNED : (tensor<4x1x32xi32>, tensor<4x1x32xi32>) -> tensor<4x1x32xi1>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %40 = call @_where_0(%39, %33, %cst_8) : (tensor<4x1x32xi1>, tensor<4x4x32xf32>, tensor<f32>) -> tensor<4x4x32xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_9) applies stablehlo.maximum across dimensions = [2] : (tensor<4x4x32xf32>, tensor<f32>) -> tensor<4x4xf32>
    %cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %43 = stablehlo.maximum %42, %41 : tensor<4x4xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x1xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<4x4x1xf32>) -> tensor<4x4x32xf32>
    %46 = stablehlo.subtract %40, %45 : tensor<4x4x32xf32>
    %47 = stablehlo.exponential %46 : tensor<4x4x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%47 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<4x4x32xf32>, tensor<f32>) -> tensor<4x4xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x1xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2] : (tensor<4x4x1xf32>) -> tensor<4x4x32xf32>
    %51 = stablehlo.divide %47, %50 : tensor<4x4x32xf32>
    %52 = stablehlo.dot_general %51, %32, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x32xf32>, tensor<4x32x4x8xf32>) -> tensor<4x4x8xf32>
    return %52, %15, %32 : tensor<4x4x8xf32>, tensor<4x32x4x8xf32>, tensor<4x32x4x8xf32>
  }
  func.func private @remainder(%arg0: tensor<4xi32>, %arg1: tensor<i32>) -> tensor<4xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<4xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %12 = stablehlo.and %11, %6 : tensor<4xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %14 = stablehlo.add %4, %13 : tensor<4xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<4xi1>, tensor<4xi32>
    return %15 : tensor<4xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @_where_0(%arg0: tensor<4x1x32xi1>, %arg1: tensor<4x4x32xf32>, %arg2: tensor<f32>) -> tensor<4x4x32xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2] : (tensor<4x1x32xi1>) -> tensor<4x4x32xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x4x32xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<4x4x32xi1>, tensor<4x4x32xf32>
    return %3 : tensor<4x4x32xf32>
  }
}
