module @jit_generate attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<24x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg1: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<4x12x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg3: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) -> (tensor<4xi32> {jax.result_info = "result[0]"}, tensor<4x12x16xf32> {jax.result_info = "result[1]"}, tensor<4x12xi32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<24> : tensor<i32>
    %0 = call @remainder(%arg3, %c) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x12x16xf32>
    %2 = stablehlo.multiply %arg2, %1 : tensor<4x12x16xf32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x12xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %4:7 = stablehlo.while(%iterArg = %arg0, %iterArg_3 = %arg1, %iterArg_4 = %c_2, %iterArg_5 = %c_1, %iterArg_6 = %0, %iterArg_7 = %2, %iterArg_8 = %3) : tensor<24x16xf32>, tensor<16x16xf32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4x12x16xf32>, tensor<4x12xi32>
    cond {
      %c_9 = stablehlo.constant dense<12> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg_4, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %c_9 = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.add %iterArg_5, %c_9 : tensor<i32>
      %c_10 = stablehlo.constant dense<0> : tensor<i32>
      %6 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %7 = stablehlo.compare LT, %iterArg_6, %6, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %c_11 = stablehlo.constant dense<24> : tensor<i32>
      %8 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %9 = stablehlo.add %iterArg_6, %8 : tensor<4xi32>
      %10 = stablehlo.select %7, %9, %iterArg_6 : tensor<4xi1>, tensor<4xi32>
      %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
      %12 = "stablehlo.gather"(%iterArg, %11) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<24x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
      %13 = stablehlo.dot_general %12, %iterArg_3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
      %14 = stablehlo.broadcast_in_dim %13, dims = [0, 2] : (tensor<4x16xf32>) -> tensor<4x1x16xf32>
      %c_12 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.compare LT, %iterArg_5, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %16 = stablehlo.convert %iterArg_5 : tensor<i32>
      %c_13 = stablehlo.constant dense<12> : tensor<i32>
      %17 = stablehlo.add %16, %c_13 : tensor<i32>
      %18 = stablehlo.select %15, %17, %iterArg_5 : tensor<i1>, tensor<i32>
      %c_14 = stablehlo.constant dense<0> : tensor<i32>
      %c_15 = stablehlo.constant dense<0> : tensor<i32>
      %19 = stablehlo.dynamic_update_slice %iterArg_7, %14, %c_14, %18, %c_15 : (tensor<4x12x16xf32>, tensor<4x1x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x12x16xf32>
      %20 = stablehlo.iota dim = 0 : tensor<12xi32>
      %21 = stablehlo.convert %iterArg_5 : tensor<i32>
      %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %23 = stablehlo.compare LE, %20, %22, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %24 = stablehlo.dot_general %13, %19, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<4x12x16xf32>) -> tensor<4x12xf32>
      %cst_16 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
      %25 = func.call @_where_0(%23, %24, %cst_16) : (tensor<12xi1>, tensor<4x12xf32>, tensor<f32>) -> tensor<4x12xf32>
      %cst_17 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %26 = stablehlo.reduce(%25 init: %cst_17) applies stablehlo.maximum across dimensions = [1] : (tensor<4x12xf32>, tensor<f32>) -> tensor<4xf32>
      %cst_18 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %27 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %28 = stablehlo.maximum %27, %26 : tensor<4xf32>
      %29 = stablehlo.broadcast_in_dim %28, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
      %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x12xf32>
      %31 = stablehlo.subtract %25, %30 : tensor<4x12xf32>
      %32 = stablehlo.exponential %31 : tensor<4x12xf32>
      %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %33 = stablehlo.reduce(%32 init: %cst_19) applies stablehlo.add across dimensions = [1] : (tensor<4x12xf32>, tensor<f32>) -> tensor<4xf32>
      %34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
      %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x12xf32>
      %36 = stablehlo.divide %32, %35 : tensor<4x12xf32>
      %37 = stablehlo.dot_general %36, %19, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x12xf32>, tensor<4x12x16xf32>) -> tensor<4x16xf32>
      %38 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
      %39 = stablehlo.dot_general %37, %38, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x24xf32>) -> tensor<4x24xf32>
      %40 = func.call @argmax(%39) : (tensor<4x24xf32>) -> tensor<4xi32>
      %c_20 = stablehlo.constant dense<0> : tensor<i32>
      %41 = stablehlo.compare LT, %iterArg_5, %c_20, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_21 = stablehlo.constant dense<12> : tensor<i32>
      %42 = stablehlo.add %iterArg_5, %c_21 : tensor<i32>
      %43 = stablehlo.select %41, %42, %iterArg_5 : tensor<i1>, tensor<i32>
      %44 = stablehlo.convert %43 : tensor<i32>
      %45 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<i32>) -> tensor<1xi32>
      %46 = "stablehlo.scatter"(%iterArg_8, %45, %40) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
      ^bb0(%arg4: tensor<i32>, %arg5: tensor<i32>):
        stablehlo.return %arg5 : tensor<i32>
      }) : (tensor<4x12xi32>, tensor<1xi32>, tensor<4xi32>) -> tensor<4x12xi32>
      %c_22 = stablehlo.constant dense<1> : tensor<i32>
      %47 = stablehlo.add %iterArg_4, %c_22 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %47, %5, %40, %19, %46 : tensor<24x16xf32>, tensor<16x16xf32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4x12x16xf32>, tensor<4x12xi32>
    }
    return %4#4, %4#5, %4#6 : tensor<4xi32>, tensor<4x12x16xf32>, tensor<4x12xi32>
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
  func.func private @_where_0(%arg0: tensor<12xi1>, %arg1: tensor<4x12xf32>, %arg2: tensor<f32>) -> tensor<4x12xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<12xi1>) -> tensor<4x12xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x12xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<4x12xi1>, tensor<4x12xf32>
    return %3 : tensor<4x12xf32>
  }
  func.func private @argmax(%arg0: tensor<4x24xf32>) -> tensor<4xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<4x24xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<4x24xf32>, tensor<4x24xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
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
    return %1#1 : tensor<4xi32>
  }
}
