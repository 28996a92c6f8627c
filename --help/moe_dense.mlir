module @jit_moe_dense attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<8x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg2: tensor<8x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg3: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<32x8xf32> {jax.result_info = "result[1][0]"}, tensor<8x32x16xf32> {jax.result_info = "result[1][1]"}, tensor<8x16x32xf32> {jax.result_info = "result[1][2]"}) {
    %0 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x32xf32>, tensor<32x8xf32>) -> tensor<64x8xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<64x8xf32>, tensor<f32>) -> tensor<64xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %3 = stablehlo.maximum %2, %1 : tensor<64xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<64xf32>) -> tensor<64x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x8xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<64x8xf32>
    %7 = stablehlo.exponential %6 : tensor<64x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<64x8xf32>, tensor<f32>) -> tensor<64xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<64xf32>) -> tensor<64x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x8xf32>
    %11 = stablehlo.divide %7, %10 : tensor<64x8xf32>
    %12 = stablehlo.multiply %9, %9 : tensor<64x1xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x1xf32>
    %14 = stablehlo.divide %13, %12 : tensor<64x1xf32>
    %values, %indices = chlo.top_k(%11, k = 2) : tensor<64x8xf32> -> (tensor<64x2xf32>, tensor<64x2xi32>)
    %15 = stablehlo.reshape %indices : (tensor<64x2xi32>) -> tensor<64x2x1xi32>
    %16 = call @_one_hot(%indices) : (tensor<64x2xi32>) -> tensor<64x2x8xf32>
    %17 = stablehlo.broadcast_in_dim %values, dims = [0, 1] : (tensor<64x2xf32>) -> tensor<64x2x1xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<64x2x1xf32>) -> tensor<64x2x8xf32>
    %19 = stablehlo.multiply %16, %18 : tensor<64x2x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<64x2x8xf32>, tensor<f32>) -> tensor<64x8xf32>
    %21 = stablehlo.dot_general %arg1, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x32x16xf32>, tensor<64x32xf32>) -> tensor<8x16x64xf32>
    %22 = stablehlo.dot_general %20, %21, batching_dims = [1, 0] x [0, 2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<64x8xf32>, tensor<8x16x64xf32>) -> tensor<8x64x16xf32>
    %23 = call @relu(%22) : (tensor<8x64x16xf32>) -> tensor<8x64x16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x64x16xf32>
    %25 = stablehlo.compare GT, %22, %24, FLOAT : (tensor<8x64x16xf32>, tensor<8x64x16xf32>) -> tensor<8x64x16xi1>
    %26 = stablehlo.dot_general %23, %arg2, contracting_dims = [0, 2] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x16xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %27 = stablehlo.multiply %26, %26 : tensor<64x32xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %29 = stablehlo.multiply %28, %26 : tensor<64x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%27 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<2.048000e+03> : tensor<f32>
    %31 = stablehlo.divide %30, %cst_7 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%11 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_9 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %34 = stablehlo.divide %32, %33 : tensor<8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%19 init: %cst_10) applies stablehlo.add across dimensions = [1] : (tensor<64x2x8xf32>, tensor<f32>) -> tensor<64x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%35 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_12 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %38 = stablehlo.divide %36, %37 : tensor<8xf32>
    %39 = stablehlo.multiply %34, %38 : tensor<8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%39 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %41 = stablehlo.add %31, %40 : tensor<f32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %43 = stablehlo.multiply %34, %42 : tensor<8xf32>
    %44 = stablehlo.multiply %42, %38 : tensor<8xf32>
    %cst_15 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %46 = stablehlo.divide %43, %45 : tensor<8xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [1] : (tensor<8xf32>) -> tensor<64x8xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 2] : (tensor<64x8xf32>) -> tensor<64x2x8xf32>
    %cst_16 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %50 = stablehlo.divide %44, %49 : tensor<8xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [1] : (tensor<8xf32>) -> tensor<64x8xf32>
    %cst_17 = stablehlo.constant dense<2.048000e+03> : tensor<f32>
    %52 = stablehlo.divide %cst_14, %cst_17 : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %54 = stablehlo.multiply %53, %29 : tensor<64x32xf32>
    %55 = stablehlo.dot_general %54, %23, contracting_dims = [0] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32xf32>, tensor<8x64x16xf32>) -> tensor<32x8x16xf32>
    %56 = stablehlo.transpose %55, dims = [1, 2, 0] : (tensor<32x8x16xf32>) -> tensor<8x16x32xf32>
    %57 = stablehlo.dot_general %54, %arg2, contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<64x32xf32>, tensor<8x16x32xf32>) -> tensor<64x8x16xf32>
    %58 = stablehlo.transpose %57, dims = [1, 0, 2] : (tensor<64x8x16xf32>) -> tensor<8x64x16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x64x16xf32>
    %60 = stablehlo.select %25, %58, %59 : tensor<8x64x16xi1>, tensor<8x64x16xf32>
    %61 = stablehlo.dot_general %60, %20, batching_dims = [0, 1] x [1, 0], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<8x64x16xf32>, tensor<64x8xf32>) -> tensor<8x64x16xf32>
    %62 = stablehlo.transpose %61, dims = [0, 2, 1] : (tensor<8x64x16xf32>) -> tensor<8x16x64xf32>
    %63 = stablehlo.dot_general %60, %21, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x16xf32>, tensor<8x16x64xf32>) -> tensor<8x64xf32>
    %64 = stablehlo.transpose %63, dims = [1, 0] : (tensor<8x64xf32>) -> tensor<64x8xf32>
    %65 = stablehlo.dot_general %62, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<64x32xf32>) -> tensor<8x16x32xf32>
    %66 = stablehlo.transpose %65, dims = [0, 2, 1] : (tensor<8x16x32xf32>) -> tensor<8x32x16xf32>
    %67 = stablehlo.broadcast_in_dim %64, dims = [0, 2] : (tensor<64x8xf32>) -> tensor<64x2x8xf32>
    %68 = stablehlo.add %48, %67 : tensor<64x2x8xf32>
    %69 = stablehlo.multiply %16, %68 : tensor<64x2x8xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_19) applies stablehlo.add across dimensions = [2] : (tensor<64x2x8xf32>, tensor<f32>) -> tensor<64x2xf32>
    %71 = stablehlo.reshape %70 : (tensor<64x2xf32>) -> tensor<64x2x1xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.reduce(%71 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<64x2x1xf32>, tensor<f32>) -> tensor<64x2xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<64x8xf32>
    %74 = "stablehlo.scatter"(%73, %15, %72) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %90 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %90 : tensor<f32>
    }) : (tensor<64x8xf32>, tensor<64x2x1xi32>, tensor<64x2xf32>) -> tensor<64x8xf32>
    %75 = stablehlo.add %51, %74 : tensor<64x8xf32>
    %76 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x8xf32>
    %77 = stablehlo.multiply %75, %76 : tensor<64x8xf32>
    %78 = stablehlo.multiply %77, %7 : tensor<64x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.reduce(%78 init: %cst_22) applies stablehlo.add across dimensions = [1] : (tensor<64x8xf32>, tensor<f32>) -> tensor<64xf32>
    %80 = stablehlo.reshape %79 : (tensor<64xf32>) -> tensor<64x1xf32>
    %81 = stablehlo.negate %80 : tensor<64x1xf32>
    %82 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x8xf32>
    %83 = stablehlo.divide %75, %82 : tensor<64x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%81 init: %cst_23) applies stablehlo.add across dimensions = [1] : (tensor<64x1xf32>, tensor<f32>) -> tensor<64xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0] : (tensor<64xf32>) -> tensor<64x8xf32>
    %86 = stablehlo.add %83, %85 : tensor<64x8xf32>
    %87 = stablehlo.multiply %86, %7 : tensor<64x8xf32>
    %88 = stablehlo.dot_general %87, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x8xf32>, tensor<64x32xf32>) -> tensor<8x32xf32>
    %89 = stablehlo.transpose %88, dims = [1, 0] : (tensor<8x32xf32>) -> tensor<32x8xf32>
    return %41, %89, %66, %56 : tensor<f32>, tensor<32x8xf32>, tensor<8x32x16xf32>, tensor<8x16x32xf32>
  }
  func.func private @_one_hot(%arg0: tensor<64x2xi32>) -> tensor<64x2x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<64x2xi32>) -> tensor<64x2x1xi32>
    %1 = stablehlo.iota dim = 2 : tensor<1x1x8xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<64x2x1xi32>) -> tensor<64x2x8xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x8xi32>) -> tensor<64x2x8xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<64x2x8xi32>, tensor<64x2x8xi32>) -> tensor<64x2x8xi1>
    %5 = stablehlo.convert %4 : (tensor<64x2x8xi1>) -> tensor<64x2x8xf32>
    return %5 : tensor<64x2x8xf32>
  }
  func.func private @relu(%arg0: tensor<8x64x16xf32>) -> tensor<8x64x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x64x16xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x64x16xf32>
    return %1 : tensor<8x64x16xf32>
  }
}
