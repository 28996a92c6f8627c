module @jit_moe_sorted attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<4x16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {}]>}, %arg2: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<32x8xf32> {jax.result_info = "result[0]"}, tensor<4xi32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x16xf32>, tensor<16x4xf32>) -> tensor<32x4xf32>
    %1 = call @argmax(%0) : (tensor<32x4xf32>) -> tensor<32xi32>
    %2 = call @argsort(%1) : (tensor<32xi32>) -> tensor<32xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %4 = stablehlo.compare LT, %2, %3, SIGNED : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %6 = stablehlo.add %2, %5 : tensor<32xi32>
    %7 = stablehlo.select %4, %6, %2 : tensor<32xi1>, tensor<32xi32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %9 = "stablehlo.gather"(%arg2, %8) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<32x1xi32>) -> tensor<32x16xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %11 = stablehlo.compare LT, %2, %10, SIGNED : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
    %c_2 = stablehlo.constant dense<32> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %13 = stablehlo.add %2, %12 : tensor<32xi32>
    %14 = stablehlo.select %11, %13, %2 : tensor<32xi1>, tensor<32xi32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %16 = "stablehlo.gather"(%1, %15) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<32xi32>, tensor<32x1xi32>) -> tensor<32xi32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %17 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %18 = stablehlo.compare LT, %16, %17, SIGNED : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
    %c_4 = stablehlo.constant dense<4> : tensor<i32>
    %19 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %20 = stablehlo.add %16, %19 : tensor<32xi32>
    %21 = stablehlo.select %18, %20, %16 : tensor<32xi1>, tensor<32xi32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %23 = "stablehlo.gather"(%arg1, %22) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16, 8>}> : (tensor<4x16x8xf32>, tensor<32x1xi32>) -> tensor<32x16x8xf32>
    %24 = stablehlo.dot_general %9, %23, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x16xf32>, tensor<32x16x8xf32>) -> tensor<32x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %26 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %27 = stablehlo.compare LT, %2, %26, SIGNED : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
    %c_6 = stablehlo.constant dense<32> : tensor<i32>
    %28 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %29 = stablehlo.add %2, %28 : tensor<32xi32>
    %30 = stablehlo.select %27, %29, %2 : tensor<32xi1>, tensor<32xi32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %32 = "stablehlo.scatter"(%25, %31, %24) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) : (tensor<32x8xf32>, tensor<32x1xi32>, tensor<32x8xf32>) -> tensor<32x8xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %33 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %34 = call @clip(%1, %c_8) : (tensor<32xi32>, tensor<i32>) -> tensor<32xi32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %35 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %36 = stablehlo.compare LT, %34, %35, SIGNED : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
    %c_10 = stablehlo.constant dense<4> : tensor<i32>
    %37 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %38 = stablehlo.add %34, %37 : tensor<32xi32>
    %39 = stablehlo.select %36, %38, %34 : tensor<32xi1>, tensor<32xi32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %c_11 = stablehlo.constant dense<1> : tensor<i32>
    %41 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %42 = "stablehlo.scatter"(%33, %40, %41) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      %43 = stablehlo.add %arg3, %arg4 : tensor<i32>
      stablehlo.return %43 : tensor<i32>
    }) : (tensor<4xi32>, tensor<32x1xi32>, tensor<32xi32>) -> tensor<4xi32>
    return %32, %42 : tensor<32x8xf32>, tensor<4xi32>
  }
  func.func private @argmax(%arg0: tensor<32x4xf32>) -> tensor<32xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<32x4xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<32x4xf32>, tensor<32x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<32xf32>, tensor<32xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<32xi32>
  }
  func.func private @argsort(%arg0: tensor<32xi32>) -> tensor<32xi32> {
    %0 = stablehlo.iota dim = 0 : tensor<32xi32>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %2 = stablehlo.compare LT, %arg1, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<32xi32>, tensor<32xi32>) -> (tensor<32xi32>, tensor<32xi32>)
    return %1#1 : tensor<32xi32>
  }
  func.func private @clip(%arg0: tensor<32xi32>, %arg1: tensor<i32>) -> tensor<32xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<32xi32>
    return %2 : tensor<32xi32>
  }
}
