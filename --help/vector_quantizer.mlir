module @jit_vector_quantizer attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<24x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0][0]"}, tensor<24xi32> {jax.result_info = "result[0][1]"}, tensor<24x8xf32> {jax.result_info = "result[1][0]"}, tensor<16x8xf32> {jax.result_info = "result[1][1]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<16x8xf32>) -> tensor<16x1x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<24x8xf32>) -> tensor<1x24x8xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<16x1x8xf32>) -> tensor<16x24x8xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x24x8xf32>) -> tensor<16x24x8xf32>
    %4 = stablehlo.subtract %2, %3 : tensor<16x24x8xf32>
    %5 = stablehlo.multiply %4, %4 : tensor<16x24x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<16x24x8xf32>, tensor<f32>) -> tensor<16x24xf32>
    %7 = call @argmin(%6) : (tensor<16x24xf32>) -> tensor<16xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %9 = stablehlo.compare LT, %7, %8, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_0 = stablehlo.constant dense<24> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %11 = stablehlo.add %7, %10 : tensor<16xi32>
    %12 = stablehlo.select %9, %11, %7 : tensor<16xi1>, tensor<16xi32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %14 = "stablehlo.gather"(%arg1, %13) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<24x8xf32>, tensor<16x1xi32>) -> tensor<16x8xf32>
    %15 = stablehlo.subtract %14, %arg0 : tensor<16x8xf32>
    %16 = stablehlo.add %arg0, %15 : tensor<16x8xf32>
    %cst_1 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %18 = stablehlo.multiply %16, %17 : tensor<16x8xf32>
    %19 = call @round(%18) : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %20 = stablehlo.multiply %19, %19 : tensor<16x8xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %22 = stablehlo.multiply %21, %19 : tensor<16x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%20 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %24 = stablehlo.divide %23, %cst_4 : tensor<f32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %25 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %26 = stablehlo.compare LT, %7, %25, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_6 = stablehlo.constant dense<24> : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %28 = stablehlo.add %7, %27 : tensor<16xi32>
    %29 = stablehlo.select %26, %28, %7 : tensor<16xi1>, tensor<16xi32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %31 = "stablehlo.gather"(%arg1, %30) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<24x8xf32>, tensor<16x1xi32>) -> tensor<16x8xf32>
    %32 = stablehlo.subtract %31, %arg0 : tensor<16x8xf32>
    %33 = stablehlo.multiply %32, %32 : tensor<16x8xf32>
    %cst_7 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %35 = stablehlo.multiply %34, %32 : tensor<16x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%33 init: %cst_8) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_9 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %37 = stablehlo.divide %36, %cst_9 : tensor<f32>
    %38 = stablehlo.add %24, %37 : tensor<f32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<24xi32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %40 = call @clip(%7, %c_11) : (tensor<16xi32>, tensor<i32>) -> tensor<16xi32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %41 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %42 = stablehlo.compare LT, %40, %41, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_13 = stablehlo.constant dense<24> : tensor<i32>
    %43 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %44 = stablehlo.add %40, %43 : tensor<16xi32>
    %45 = stablehlo.select %42, %44, %40 : tensor<16xi1>, tensor<16xi32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %c_14 = stablehlo.constant dense<1> : tensor<i32>
    %47 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %48 = "stablehlo.scatter"(%39, %46, %47) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %63 = stablehlo.add %arg2, %arg3 : tensor<i32>
      stablehlo.return %63 : tensor<i32>
    }) : (tensor<24xi32>, tensor<16x1xi32>, tensor<16xi32>) -> tensor<24xi32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_16 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %49 = stablehlo.divide %cst_15, %cst_16 : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %51 = stablehlo.multiply %50, %35 : tensor<16x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %53 = "stablehlo.scatter"(%52, %30, %51) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %63 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %63 : tensor<f32>
    }) : (tensor<24x8xf32>, tensor<16x1xi32>, tensor<16x8xf32>) -> tensor<24x8xf32>
    %cst_18 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %54 = stablehlo.divide %cst_15, %cst_18 : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %56 = stablehlo.multiply %55, %22 : tensor<16x8xf32>
    %57 = stablehlo.abs %18 : tensor<16x8xf32>
    %cst_19 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %59 = stablehlo.compare LT, %57, %58, FLOAT : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xi1>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = call @_where(%59, %56, %cst_20) : (tensor<16x8xi1>, tensor<16x8xf32>, tensor<f32>) -> tensor<16x8xf32>
    %cst_21 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %62 = stablehlo.multiply %60, %61 : tensor<16x8xf32>
    return %38, %48, %53, %62 : tensor<f32>, tensor<24xi32>, tensor<24x8xf32>, tensor<16x8xf32>
  }
  func.func private @argmin(%arg0: tensor<16x24xf32>) -> tensor<16xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<16x24xi32>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<16x24xf32>, tensor<16x24xi32>, tensor<f32>, tensor<i32>) -> (tensor<16xf32>, tensor<16xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
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
    return %1#1 : tensor<16xi32>
  }
  func.func private @round(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
  func.func private @clip(%arg0: tensor<16xi32>, %arg1: tensor<i32>) -> tensor<16xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<16xi32>
    return %2 : tensor<16xi32>
  }
  func.func private @_where(%arg0: tensor<16x8xi1>, %arg1: tensor<16x8xf32>, %arg2: tensor<f32>) -> tensor<16x8xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<16x8xi1>, tensor<16x8xf32>
    return %2 : tensor<16x8xf32>
  }
}
