module @jit_dlrm attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg1: tensor<40x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg2: tensor<104x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}]>}, %arg3: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg4: tensor<9x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg5: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg6: tensor<16x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<64x8xf32> {jax.result_info = "result[1][0][0]"}, tensor<40x8xf32> {jax.result_info = "result[1][0][1]"}, tensor<104x8xf32> {jax.result_info = "result[1][0][2]"}, tensor<8x16xf32> {jax.result_info = "result[1][1]"}, tensor<9x4xf32> {jax.result_info = "result[1][2]"}) {
    %c = stablehlo.constant dense<[0, 0, 0, 1, 1, 2]> : tensor<6xi32>
    %c_0 = stablehlo.constant dense<false> : tensor<6xi1>
    %c_1 = stablehlo.constant dense<[1, 2, 3, 2, 3, 3]> : tensor<6xi32>
    %c_2 = stablehlo.constant dense<false> : tensor<6xi1>
    %0 = stablehlo.slice %arg6 [0:16, 0:1] : (tensor<16x3xi32>) -> tensor<16x1xi32>
    %1 = stablehlo.reshape %0 : (tensor<16x1xi32>) -> tensor<16xi32>
    %c_3 = stablehlo.constant dense<64> : tensor<i32>
    %2 = call @remainder(%1, %c_3) : (tensor<16xi32>, tensor<i32>) -> tensor<16xi32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %4 = stablehlo.compare LT, %2, %3, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_5 = stablehlo.constant dense<64> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %6 = stablehlo.add %2, %5 : tensor<16xi32>
    %7 = stablehlo.select %4, %6, %2 : tensor<16xi1>, tensor<16xi32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %9 = "stablehlo.gather"(%arg0, %8) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<64x8xf32>, tensor<16x1xi32>) -> tensor<16x8xf32>
    %10 = stablehlo.slice %arg6 [0:16, 1:2] : (tensor<16x3xi32>) -> tensor<16x1xi32>
    %11 = stablehlo.reshape %10 : (tensor<16x1xi32>) -> tensor<16xi32>
    %c_6 = stablehlo.constant dense<40> : tensor<i32>
    %12 = call @remainder(%11, %c_6) : (tensor<16xi32>, tensor<i32>) -> tensor<16xi32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %14 = stablehlo.compare LT, %12, %13, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_8 = stablehlo.constant dense<40> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %16 = stablehlo.add %12, %15 : tensor<16xi32>
    %17 = stablehlo.select %14, %16, %12 : tensor<16xi1>, tensor<16xi32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %19 = "stablehlo.gather"(%arg1, %18) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<40x8xf32>, tensor<16x1xi32>) -> tensor<16x8xf32>
    %20 = stablehlo.slice %arg6 [0:16, 2:3] : (tensor<16x3xi32>) -> tensor<16x1xi32>
    %21 = stablehlo.reshape %20 : (tensor<16x1xi32>) -> tensor<16xi32>
    %c_9 = stablehlo.constant dense<104> : tensor<i32>
    %22 = call @remainder(%21, %c_9) : (tensor<16xi32>, tensor<i32>) -> tensor<16xi32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %23 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %24 = stablehlo.compare LT, %22, %23, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_11 = stablehlo.constant dense<104> : tensor<i32>
    %25 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %26 = stablehlo.add %22, %25 : tensor<16xi32>
    %27 = stablehlo.select %24, %26, %22 : tensor<16xi1>, tensor<16xi32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %29 = "stablehlo.gather"(%arg2, %28) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<104x8xf32>, tensor<16x1xi32>) -> tensor<16x8xf32>
    %30 = stablehlo.dot_general %arg5, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
    %31 = stablehlo.slice %30 [0:16, 0:8] : (tensor<16x16xf32>) -> tensor<16x8xf32>
    %32 = stablehlo.broadcast_in_dim %9, dims = [0, 2] : (tensor<16x8xf32>) -> tensor<16x1x8xf32>
    %33 = stablehlo.broadcast_in_dim %19, dims = [0, 2] : (tensor<16x8xf32>) -> tensor<16x1x8xf32>
    %34 = stablehlo.broadcast_in_dim %29, dims = [0, 2] : (tensor<16x8xf32>) -> tensor<16x1x8xf32>
    %35 = stablehlo.broadcast_in_dim %31, dims = [0, 2] : (tensor<16x8xf32>) -> tensor<16x1x8xf32>
    %36 = stablehlo.concatenate %32, %33, %34, %35, dim = 1 : (tensor<16x1x8xf32>, tensor<16x1x8xf32>, tensor<16x1x8xf32>, tensor<16x1x8xf32>) -> tensor<16x4x8xf32>
    %37 = stablehlo.dot_general %36, %36, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x4x8xf32>, tensor<16x4x8xf32>) -> tensor<16x4x4xf32>
    %c_12 = stablehlo.constant dense<4> : tensor<i32>
    %38 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %39 = stablehlo.add %c, %38 : tensor<6xi32>
    %40 = stablehlo.select %c_0, %39, %c : tensor<6xi1>, tensor<6xi32>
    %c_13 = stablehlo.constant dense<4> : tensor<i32>
    %41 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %42 = stablehlo.add %c_1, %41 : tensor<6xi32>
    %43 = stablehlo.select %c_2, %42, %c_1 : tensor<6xi1>, tensor<6xi32>
    %44 = stablehlo.broadcast_in_dim %40, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %45 = stablehlo.broadcast_in_dim %43, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %46 = stablehlo.concatenate %44, %45, dim = 1 : (tensor<6x1xi32>, tensor<6x1xi32>) -> tensor<6x2xi32>
    %47 = "stablehlo.gather"(%37, %46) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 16, 1, 1>}> : (tensor<16x4x4xf32>, tensor<6x2xi32>) -> tensor<16x6xf32>
    %48 = stablehlo.slice %36 [0:16, 3:4, 0:3] : (tensor<16x4x8xf32>) -> tensor<16x1x3xf32>
    %49 = stablehlo.reshape %48 : (tensor<16x1x3xf32>) -> tensor<16x3xf32>
    %50 = stablehlo.concatenate %47, %49, dim = 1 : (tensor<16x6xf32>, tensor<16x3xf32>) -> tensor<16x9xf32>
    %51 = stablehlo.dot_general %50, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x9xf32>, tensor<9x4xf32>) -> tensor<16x4xf32>
    %52:2 = call @softplus(%51) : (tensor<16x4xf32>) -> (tensor<16x4xf32>, tensor<16x4xf32>)
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52#0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_14 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %54 = stablehlo.divide %53, %cst_14 : tensor<f32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_16 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %55 = stablehlo.divide %cst_15, %cst_16 : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %57 = call @softplus_0(%52#1, %56) : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x4xf32>
    %58 = stablehlo.dot_general %57, %50, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x4xf32>, tensor<16x9xf32>) -> tensor<4x9xf32>
    %59 = stablehlo.transpose %58, dims = [1, 0] : (tensor<4x9xf32>) -> tensor<9x4xf32>
    %60 = stablehlo.dot_general %57, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x4xf32>, tensor<9x4xf32>) -> tensor<16x9xf32>
    %61 = stablehlo.slice %60 [0:16, 0:6] : (tensor<16x9xf32>) -> tensor<16x6xf32>
    %62 = stablehlo.slice %60 [0:16, 6:9] : (tensor<16x9xf32>) -> tensor<16x3xf32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0, 2] : (tensor<16x3xf32>) -> tensor<16x1x3xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.pad %63, %cst_17, low = [0, 3, 0], high = [0, 0, 5], interior = [0, 0, 0] : (tensor<16x1x3xf32>, tensor<f32>) -> tensor<16x4x8xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<16x4x4xf32>
    %66 = "stablehlo.scatter"(%65, %46, %61) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %93 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %93 : tensor<f32>
    }) : (tensor<16x4x4xf32>, tensor<6x2xi32>, tensor<16x6xf32>) -> tensor<16x4x4xf32>
    %67 = stablehlo.dot_general %66, %36, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x4x4xf32>, tensor<16x4x8xf32>) -> tensor<16x4x8xf32>
    %68 = stablehlo.dot_general %66, %36, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x4x4xf32>, tensor<16x4x8xf32>) -> tensor<16x4x8xf32>
    %69 = stablehlo.add %64, %68 : tensor<16x4x8xf32>
    %70 = stablehlo.add %69, %67 : tensor<16x4x8xf32>
    %71 = stablehlo.slice %70 [0:16, 0:1, 0:8] : (tensor<16x4x8xf32>) -> tensor<16x1x8xf32>
    %72 = stablehlo.reshape %71 : (tensor<16x1x8xf32>) -> tensor<16x8xf32>
    %73 = stablehlo.slice %70 [0:16, 1:2, 0:8] : (tensor<16x4x8xf32>) -> tensor<16x1x8xf32>
    %74 = stablehlo.reshape %73 : (tensor<16x1x8xf32>) -> tensor<16x8xf32>
    %75 = stablehlo.slice %70 [0:16, 2:3, 0:8] : (tensor<16x4x8xf32>) -> tensor<16x1x8xf32>
    %76 = stablehlo.reshape %75 : (tensor<16x1x8xf32>) -> tensor<16x8xf32>
    %77 = stablehlo.slice %70 [0:16, 3:4, 0:8] : (tensor<16x4x8xf32>) -> tensor<16x1x8xf32>
    %78 = stablehlo.reshape %77 : (tensor<16x1x8xf32>) -> tensor<16x8xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.pad %78, %cst_19, low = [0, 0], high = [0, 8], interior = [0, 0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x16xf32>
    %80 = stablehlo.dot_general %79, %arg5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %81 = stablehlo.transpose %80, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<104x8xf32>
    %83 = "stablehlo.scatter"(%82, %28, %76) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %93 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %93 : tensor<f32>
    }) : (tensor<104x8xf32>, tensor<16x1xi32>, tensor<16x8xf32>) -> tensor<104x8xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<40x8xf32>
    %85 = "stablehlo.scatter"(%84, %18, %74) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %93 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %93 : tensor<f32>
    }) : (tensor<40x8xf32>, tensor<16x1xi32>, tensor<16x8xf32>) -> tensor<40x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<64x8xf32>
    %87 = "stablehlo.scatter"(%86, %8, %72) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %93 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %93 : tensor<f32>
    }) : (tensor<64x8xf32>, tensor<16x1xi32>, tensor<16x8xf32>) -> tensor<64x8xf32>
    %88 = stablehlo.subtract %arg0, %87 : tensor<64x8xf32>
    %89 = stablehlo.subtract %arg1, %85 : tensor<40x8xf32>
    %90 = stablehlo.subtract %arg2, %83 : tensor<104x8xf32>
    %91 = stablehlo.subtract %arg3, %81 : tensor<8x16xf32>
    %92 = stablehlo.subtract %arg4, %59 : tensor<9x4xf32>
    return %54, %88, %89, %90, %91, %92 : tensor<f32>, tensor<64x8xf32>, tensor<40x8xf32>, tensor<104x8xf32>, tensor<8x16xf32>, tensor<9x4xf32>
  }
  func.func private @remainder(%arg0: tensor<16xi32>, %arg1: tensor<i32>) -> tensor<16xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<16xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<16xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<16xi1>, tensor<16xi1>) -> tensor<16xi1>
    %12 = stablehlo.and %11, %6 : tensor<16xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %14 = stablehlo.add %4, %13 : tensor<16xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<16xi1>, tensor<16xi32>
    return %15 : tensor<16xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @softplus(%arg0: tensor<16x4xf32>) -> (tensor<16x4xf32>, tensor<16x4xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<16x4xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<16x4xf32>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x4xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<16x4xf32>
    %7 = stablehlo.abs %3 : tensor<16x4xf32>
    %8 = stablehlo.negate %7 : tensor<16x4xf32>
    %9 = stablehlo.exponential %8 : tensor<16x4xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<16x4xf32>
    %11 = stablehlo.add %1, %10 : tensor<16x4xf32>
    %12 = stablehlo.select %4, %6, %11 : tensor<16x4xi1>, tensor<16x4xf32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %14 = stablehlo.compare EQ, %arg0, %13, FLOAT : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x4xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %16 = stablehlo.select %14, %15, %arg0 : tensor<16x4xi1>, tensor<16x4xf32>
    %cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %18 = stablehlo.compare EQ, %12, %17, FLOAT : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x4xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %20 = stablehlo.select %18, %19, %12 : tensor<16x4xi1>, tensor<16x4xf32>
    %21 = stablehlo.subtract %16, %20 : tensor<16x4xf32>
    %22 = stablehlo.exponential %21 : tensor<16x4xf32>
    return %12, %22 : tensor<16x4xf32>, tensor<16x4xf32>
  }
  func.func private @softplus_0(%arg0: tensor<16x4xf32>, %arg1: tensor<16x4xf32>) -> tensor<16x4xf32> {
    %0 = stablehlo.multiply %arg1, %arg0 : tensor<16x4xf32>
    return %0 : tensor<16x4xf32>
  }
}
