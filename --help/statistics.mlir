module @jit_statistics attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<30x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg1: tensor<7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<10xf32> {jax.result_info = "result[0]"}, tensor<30xf32> {jax.result_info = "result[1]"}, tensor<30x10xi32> {jax.result_info = "result[2]"}, tensor<8xi32> {jax.result_info = "result[3]"}, tensor<10x10xf32> {jax.result_info = "result[4]"}, tensor<30x10xf32> {jax.result_info = "result[5]"}, tensor<30x10xf32> {jax.result_info = "result[6]"}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"data"}, {"model"}]> : tensor<30x10xf32>
    %cst = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %1 = call @quantile(%0, %cst) : (tensor<30x10xf32>, tensor<f32>) -> tensor<10xf32>
    %2 = call @median(%0) : (tensor<30x10xf32>) -> tensor<30xf32>
    %3 = call @argsort(%0) : (tensor<30x10xf32>) -> tensor<30x10xi32>
    %4 = call @argsort_2(%3) : (tensor<30x10xi32>) -> tensor<30x10xi32>
    %5 = call @sort(%arg1) : (tensor<7xf32>) -> tensor<7xf32>
    %6 = stablehlo.reshape %0 : (tensor<30x10xf32>) -> tensor<300xf32>
    %7 = call @searchsorted(%5, %6) : (tensor<7xf32>, tensor<300xf32>) -> tensor<300xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %9 = call @clip(%7, %c_0) : (tensor<300xi32>, tensor<i32>) -> tensor<300xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<300xi32>
    %11 = stablehlo.compare LT, %9, %10, SIGNED : (tensor<300xi32>, tensor<300xi32>) -> tensor<300xi1>
    %c_2 = stablehlo.constant dense<8> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<300xi32>
    %13 = stablehlo.add %9, %12 : tensor<300xi32>
    %14 = stablehlo.select %11, %13, %9 : tensor<300xi1>, tensor<300xi32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<300xi32>) -> tensor<300x1xi32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %16 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<300xi32>
    %17 = "stablehlo.scatter"(%8, %15, %16) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %23 = stablehlo.add %arg2, %arg3 : tensor<i32>
      stablehlo.return %23 : tensor<i32>
    }) : (tensor<8xi32>, tensor<300x1xi32>, tensor<300xi32>) -> tensor<8xi32>
    %18 = stablehlo.transpose %0, dims = [1, 0] : (tensor<30x10xf32>) -> tensor<10x30xf32>
    %19 = call @corrcoef(%18) : (tensor<10x30xf32>) -> tensor<10x10xf32>
    %20 = call @cummax(%0) : (tensor<30x10xf32>) -> tensor<30x10xf32>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.500000e+00> : tensor<f32>
    %21 = call @clip_5(%0, %cst_4, %cst_5) : (tensor<30x10xf32>, tensor<f32>, tensor<f32>) -> tensor<30x10xf32>
    %22 = call @cumprod(%21) : (tensor<30x10xf32>) -> tensor<30x10xf32>
    return %1, %2, %4, %17, %19, %20, %22 : tensor<10xf32>, tensor<30xf32>, tensor<30x10xi32>, tensor<8xi32>, tensor<10x10xf32>, tensor<30x10xf32>, tensor<30x10xf32>
  }
  func.func private @quantile(%arg0: tensor<30x10xf32>, %arg1: tensor<f32>) -> tensor<10xf32> {
    %0 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<30x10xf32>, tensor<30x10xf32>) -> tensor<30x10xi1>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.or across dimensions = [0] : (tensor<30x10xi1>, tensor<i1>) -> tensor<10xi1>
    %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<10xi1>) -> tensor<1x10xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %3 = call @_where(%2, %cst, %arg0) : (tensor<1x10xi1>, tensor<f32>, tensor<30x10xf32>) -> tensor<30x10xf32>
    %4 = "stablehlo.sort"(%3) <{dimension = 0 : i64, is_stable = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %26 = stablehlo.compare EQ, %arg2, %cst_9, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %27 = stablehlo.select %26, %cst_10, %arg2 : tensor<i1>, tensor<f32>
      %28 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_11 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %29 = stablehlo.select %28, %cst_11, %27 : tensor<i1>, tensor<f32>
      %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %30 = stablehlo.compare EQ, %arg3, %cst_12, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %31 = stablehlo.select %30, %cst_13, %arg3 : tensor<i1>, tensor<f32>
      %32 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_14 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %33 = stablehlo.select %32, %cst_14, %31 : tensor<i1>, tensor<f32>
      %34 = stablehlo.compare LT, %29, %33, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %34 : tensor<i1>
    }) : (tensor<30x10xf32>) -> tensor<30x10xf32>
    %cst_0 = stablehlo.constant dense<3.000000e+01> : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.subtract %cst_0, %cst_1 : tensor<f32>
    %6 = stablehlo.multiply %arg1, %5 : tensor<f32>
    %7 = stablehlo.floor %6 : tensor<f32>
    %8 = stablehlo.ceil %6 : tensor<f32>
    %9 = stablehlo.subtract %6, %7 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.subtract %cst_2, %9 : tensor<f32>
    %cst_3 = stablehlo.constant dense<3.000000e+01> : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.subtract %cst_3, %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.clamp %cst_5, %7, %11 : tensor<f32>
    %cst_6 = stablehlo.constant dense<3.000000e+01> : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.subtract %cst_6, %cst_7 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.clamp %cst_8, %8, %13 : tensor<f32>
    %15 = stablehlo.convert %12 : (tensor<f32>) -> tensor<i32>
    %16 = stablehlo.convert %14 : (tensor<f32>) -> tensor<i32>
    %17 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %18 = "stablehlo.gather"(%4, %17) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 10>}> : (tensor<30x10xf32>, tensor<1xi32>) -> tensor<10xf32>
    %19 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %20 = "stablehlo.gather"(%4, %19) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 10>}> : (tensor<30x10xf32>, tensor<1xi32>) -> tensor<10xf32>
    %21 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %22 = stablehlo.multiply %18, %21 : tensor<10xf32>
    %23 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %24 = stablehlo.multiply %20, %23 : tensor<10xf32>
    %25 = stablehlo.add %22, %24 : tensor<10xf32>
    return %25 : tensor<10xf32>
  }
  func.func private @_where(%arg0: tensor<1x10xi1>, %arg1: tensor<f32>, %arg2: tensor<30x10xf32>) -> tensor<30x10xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x10xi1>) -> tensor<30x10xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<30x10xf32>
    %3 = stablehlo.select %1, %2, %arg2 : tensor<30x10xi1>, tensor<30x10xf32>
    return %3 : tensor<30x10xf32>
  }
  func.func private @median(%arg0: tensor<30x10xf32>) -> tensor<30xf32> {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %0 = call @quantile_0(%arg0, %cst) : (tensor<30x10xf32>, tensor<f32>) -> tensor<30xf32>
    return %0 : tensor<30xf32>
  }
  func.func private @quantile_0(%arg0: tensor<30x10xf32>, %arg1: tensor<f32>) -> tensor<30xf32> {
    %0 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<30x10xf32>, tensor<30x10xf32>) -> tensor<30x10xi1>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.or across dimensions = [1] : (tensor<30x10xi1>, tensor<i1>) -> tensor<30xi1>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<30xi1>) -> tensor<30x1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %3 = call @_where_1(%2, %cst, %arg0) : (tensor<30x1xi1>, tensor<f32>, tensor<30x10xf32>) -> tensor<30x10xf32>
    %4 = "stablehlo.sort"(%3) <{dimension = 1 : i64, is_stable = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %22 = stablehlo.compare EQ, %arg2, %cst_9, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %23 = stablehlo.select %22, %cst_10, %arg2 : tensor<i1>, tensor<f32>
      %24 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_11 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %25 = stablehlo.select %24, %cst_11, %23 : tensor<i1>, tensor<f32>
      %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %26 = stablehlo.compare EQ, %arg3, %cst_12, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %27 = stablehlo.select %26, %cst_13, %arg3 : tensor<i1>, tensor<f32>
      %28 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_14 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %29 = stablehlo.select %28, %cst_14, %27 : tensor<i1>, tensor<f32>
      %30 = stablehlo.compare LT, %25, %29, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %30 : tensor<i1>
    }) : (tensor<30x10xf32>) -> tensor<30x10xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.subtract %cst_0, %cst_1 : tensor<f32>
    %6 = stablehlo.multiply %arg1, %5 : tensor<f32>
    %7 = stablehlo.floor %6 : tensor<f32>
    %8 = stablehlo.ceil %6 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %9 = stablehlo.subtract %cst_2, %cst_3 : tensor<f32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.clamp %cst_4, %7, %9 : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.subtract %cst_5, %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.clamp %cst_7, %8, %11 : tensor<f32>
    %13 = stablehlo.convert %10 : (tensor<f32>) -> tensor<i32>
    %14 = stablehlo.convert %12 : (tensor<f32>) -> tensor<i32>
    %15 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %16 = "stablehlo.gather"(%4, %15) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = false, slice_sizes = array<i64: 30, 1>}> : (tensor<30x10xf32>, tensor<1xi32>) -> tensor<30xf32>
    %17 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %18 = "stablehlo.gather"(%4, %17) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = false, slice_sizes = array<i64: 30, 1>}> : (tensor<30x10xf32>, tensor<1xi32>) -> tensor<30xf32>
    %19 = stablehlo.add %16, %18 : tensor<30xf32>
    %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<30xf32>
    %21 = stablehlo.multiply %19, %20 : tensor<30xf32>
    return %21 : tensor<30xf32>
  }
  func.func private @_where_1(%arg0: tensor<30x1xi1>, %arg1: tensor<f32>, %arg2: tensor<30x10xf32>) -> tensor<30x10xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<30x1xi1>) -> tensor<30x10xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<30x10xf32>
    %3 = stablehlo.select %1, %2, %arg2 : tensor<30x10xi1>, tensor<30x10xf32>
    return %3 : tensor<30x10xf32>
  }
  func.func private @argsort(%arg0: tensor<30x10xf32>) -> tensor<30x10xi32> {
    %0 = stablehlo.iota dim = 0 : tensor<30x10xi32>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.select %2, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %4 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.select %6, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %8 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %9 = stablehlo.select %8, %cst_4, %7 : tensor<i1>, tensor<f32>
      %10 = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }) : (tensor<30x10xf32>, tensor<30x10xi32>) -> (tensor<30x10xf32>, tensor<30x10xi32>)
    return %1#1 : tensor<30x10xi32>
  }
  func.func private @argsort_2(%arg0: tensor<30x10xi32>) -> tensor<30x10xi32> {
    %0 = stablehlo.iota dim = 0 : tensor<30x10xi32>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %2 = stablehlo.compare LT, %arg1, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<30x10xi32>, tensor<30x10xi32>) -> (tensor<30x10xi32>, tensor<30x10xi32>)
    return %1#1 : tensor<30x10xi32>
  }
  func.func private @sort(%arg0: tensor<7xf32>) -> tensor<7xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<7xf32>) -> tensor<7xf32>
    return %0 : tensor<7xf32>
  }
  func.func private @searchsorted(%arg0: tensor<7xf32>, %arg1: tensor<300xf32>) -> tensor<300xi32> {
    %0 = call @_searchsorted_scan_impl(%arg0, %arg1) : (tensor<7xf32>, tensor<300xf32>) -> tensor<300xi32>
    return %0 : tensor<300xi32>
  }
  func.func private @_searchsorted_scan_impl(%arg0: tensor<7xf32>, %arg1: tensor<300xf32>) -> tensor<300xi32> {
    %0 = call @_searchsorted_scan_impl_3(%arg0, %arg1) : (tensor<7xf32>, tensor<300xf32>) -> tensor<300xi32>
    return %0 : tensor<300xi32>
  }
  func.func private @_searchsorted_scan_impl_3(%arg0: tensor<7xf32>, %arg1: tensor<300xf32>) -> tensor<300xi32> {
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<300xui32>
    %c_0 = stablehlo.constant dense<7> : tensor<ui32>
    %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<300xui32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %2:5 = stablehlo.while(%iterArg = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %c_1, %iterArg_4 = %0, %iterArg_5 = %1) : tensor<7xf32>, tensor<300xf32>, tensor<i32>, tensor<300xui32>, tensor<300xui32>
    cond {
      %c_6 = stablehlo.constant dense<3> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.subtract %iterArg_5, %iterArg_4 : tensor<300xui32>
      %c_6 = stablehlo.constant dense<2> : tensor<i32>
      %5 = func.call @floor_divide(%4, %c_6) : (tensor<300xui32>, tensor<i32>) -> tensor<300xui32>
      %6 = stablehlo.add %iterArg_4, %5 : tensor<300xui32>
      %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<300xui32>) -> tensor<300x1xui32>
      %8 = "stablehlo.gather"(%iterArg, %7) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<7xf32>, tensor<300x1xui32>) -> tensor<300x1xf32>
      %9 = stablehlo.reshape %8 : (tensor<300x1xf32>) -> tensor<300xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<300xf32>
      %11 = stablehlo.compare EQ, %iterArg_2, %10, FLOAT : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xi1>
      %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %12 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<300xf32>
      %13 = stablehlo.select %11, %12, %iterArg_2 : tensor<300xi1>, tensor<300xf32>
      %14 = stablehlo.compare NE, %iterArg_2, %iterArg_2, FLOAT : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xi1>
      %cst_8 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %15 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<300xf32>
      %16 = stablehlo.select %14, %15, %13 : tensor<300xi1>, tensor<300xf32>
      %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %17 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<300xf32>
      %18 = stablehlo.compare EQ, %9, %17, FLOAT : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xi1>
      %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %19 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<300xf32>
      %20 = stablehlo.select %18, %19, %9 : tensor<300xi1>, tensor<300xf32>
      %21 = stablehlo.compare NE, %9, %9, FLOAT : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xi1>
      %cst_11 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %22 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<300xf32>
      %23 = stablehlo.select %21, %22, %20 : tensor<300xi1>, tensor<300xf32>
      %24 = stablehlo.compare LE, %16, %23, TOTALORDER : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xi1>
      %25 = stablehlo.select %24, %iterArg_4, %6 : tensor<300xi1>, tensor<300xui32>
      %26 = stablehlo.select %24, %6, %iterArg_5 : tensor<300xi1>, tensor<300xui32>
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %27 = stablehlo.add %iterArg_3, %c_12 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_2, %27, %25, %26 : tensor<7xf32>, tensor<300xf32>, tensor<i32>, tensor<300xui32>, tensor<300xui32>
    }
    %3 = stablehlo.convert %2#4 : (tensor<300xui32>) -> tensor<300xi32>
    return %3 : tensor<300xi32>
  }
  func.func private @floor_divide(%arg0: tensor<300xui32>, %arg1: tensor<i32>) -> tensor<300xui32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<ui32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<ui32>) -> tensor<300xui32>
    %2 = stablehlo.divide %arg0, %1 : tensor<300xui32>
    return %2 : tensor<300xui32>
  }
  func.func private @clip(%arg0: tensor<300xi32>, %arg1: tensor<i32>) -> tensor<300xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<300xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<300xi32>
    return %2 : tensor<300xi32>
  }
  func.func private @corrcoef(%arg0: tensor<10x30xf32>) -> tensor<10x10xf32> {
    %0 = call @cov(%arg0) : (tensor<10x30xf32>) -> tensor<10x10xf32>
    %1 = call @_diag(%0) : (tensor<10x10xf32>) -> tensor<10xf32>
    %2 = stablehlo.sqrt %1 : tensor<10xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<10xf32>) -> tensor<10x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<10x1xf32>) -> tensor<10x10xf32>
    %5 = stablehlo.divide %0, %4 : tensor<10x10xf32>
    %6 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<10x10xf32>
    %8 = stablehlo.divide %5, %7 : tensor<10x10xf32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %9 = call @clip_4(%8, %c, %c_0) : (tensor<10x10xf32>, tensor<i32>, tensor<i32>) -> tensor<10x10xf32>
    return %9 : tensor<10x10xf32>
  }
  func.func private @cov(%arg0: tensor<10x30xf32>) -> tensor<10x10xf32> {
    %0 = call @atleast_2d(%arg0) : (tensor<10x30xf32>) -> tensor<10x30xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<10x30xf32>, tensor<f32>) -> tensor<10xf32>
    %cst_0 = stablehlo.constant dense<3.000000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %3 = stablehlo.divide %1, %2 : tensor<10xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<10xf32>) -> tensor<10x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<10x1xf32>) -> tensor<10x30xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<10x30xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<10x30xf32>) -> tensor<30x10xf32>
    %8 = stablehlo.dot_general %6, %7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10x30xf32>, tensor<30x10xf32>) -> tensor<10x10xf32>
    %cst_1 = stablehlo.constant dense<2.900000e+01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<10x10xf32>
    %10 = stablehlo.divide %8, %9 : tensor<10x10xf32>
    return %10 : tensor<10x10xf32>
  }
  func.func private @atleast_2d(%arg0: tensor<10x30xf32>) -> tensor<10x30xf32> {
    return %arg0 : tensor<10x30xf32>
  }
  func.func private @_diag(%arg0: tensor<10x10xf32>) -> tensor<10xf32> {
    %0 = call @diagonal(%arg0) : (tensor<10x10xf32>) -> tensor<10xf32>
    return %0 : tensor<10xf32>
  }
  func.func private @diagonal(%arg0: tensor<10x10xf32>) -> tensor<10xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<10x10xi32>
    %1 = stablehlo.iota dim = 1 : tensor<10x10xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<10x10xi32>
    %3 = stablehlo.add %0, %2 : tensor<10x10xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<10x10xi32>, tensor<10x10xi32>) -> tensor<10x10xi1>
    %5 = stablehlo.convert %4 : (tensor<10x10xi1>) -> tensor<10x10xf32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %6 = "stablehlo.case"(%c_0) ({
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }, {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %7 = "stablehlo.case"(%6) ({
      %8 = stablehlo.iota dim = 0 : tensor<10xi32>
      %9 = stablehlo.iota dim = 0 : tensor<10xi32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<10xi32>
      %11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi1>
      %c_2 = stablehlo.constant dense<10> : tensor<i32>
      %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<10xi32>
      %13 = stablehlo.add %8, %12 : tensor<10xi32>
      %14 = stablehlo.select %11, %13, %8 : tensor<10xi1>, tensor<10xi32>
      %c_3 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<10xi32>
      %16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi1>
      %c_4 = stablehlo.constant dense<10> : tensor<i32>
      %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<10xi32>
      %18 = stablehlo.add %9, %17 : tensor<10xi32>
      %19 = stablehlo.select %16, %18, %9 : tensor<10xi1>, tensor<10xi32>
      %20 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<10xi32>) -> tensor<10x1xi32>
      %21 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<10xi32>) -> tensor<10x1xi32>
      %22 = stablehlo.concatenate %20, %21, dim = 1 : (tensor<10x1xi32>, tensor<10x1xi32>) -> tensor<10x2xi32>
      %23 = "stablehlo.gather"(%arg0, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<10x10xf32>, tensor<10x2xi32>) -> tensor<10xf32>
      stablehlo.return %23 : tensor<10xf32>
    }) : (tensor<i32>) -> tensor<10xf32>
    return %7 : tensor<10xf32>
  }
  func.func private @clip_4(%arg0: tensor<10x10xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<10x10xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<10x10xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<10x10xf32>
    %3 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<10x10xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<10x10xf32>
    return %5 : tensor<10x10xf32>
  }
  func.func private @cummax(%arg0: tensor<30x10xf32>) -> tensor<30x10xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[29, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 30, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<30x10xf32>, tensor<f32>) -> tensor<30x10xf32>
    return %1 : tensor<30x10xf32>
  }
  func.func private @clip_5(%arg0: tensor<30x10xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<30x10xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<30x10xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<30x10xf32>
    %3 = stablehlo.convert %arg2 : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<30x10xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<30x10xf32>
    return %5 : tensor<30x10xf32>
  }
  func.func private @cumprod(%arg0: tensor<30x10xf32>) -> tensor<30x10xf32> {
    %0 = call @cumprod_6(%arg0) : (tensor<30x10xf32>) -> tensor<30x10xf32>
    return %0 : tensor<30x10xf32>
  }
  func.func private @cumprod_6(%arg0: tensor<30x10xf32>) -> tensor<30x10xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [9, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 10>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.multiply %arg1, %arg2 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<30x10xf32>, tensor<f32>) -> tensor<30x10xf32>
    return %0 : tensor<30x10xf32>
  }
}
