module @jit_mixed_precision attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg1: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg2: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<16x32xf32> {jax.result_info = "result[1][0]"}, tensor<32x8xf32> {jax.result_info = "result[1][1]"}) {
    %0 = stablehlo.convert %arg2 : (tensor<16x16xf32>) -> tensor<16x16xbf16>
    %1 = stablehlo.convert %arg0 : (tensor<16x32xf32>) -> tensor<16x32xbf16>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xbf16>, tensor<16x32xbf16>) -> tensor<16x32xbf16>
    %3 = call @relu(%2) : (tensor<16x32xbf16>) -> tensor<16x32xbf16>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<16x32xbf16>
    %5 = stablehlo.compare GT, %2, %4, FLOAT : (tensor<16x32xbf16>, tensor<16x32xbf16>) -> tensor<16x32xi1>
    %6 = stablehlo.convert %arg1 : (tensor<32x8xf32>) -> tensor<32x8xbf16>
    %7 = stablehlo.dot_general %3, %6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xbf16>, tensor<32x8xbf16>) -> tensor<16x8xbf16>
    %8 = stablehlo.convert %7 : (tensor<16x8xbf16>) -> tensor<16x8xf32>
    %9 = stablehlo.multiply %8, %8 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %11 = stablehlo.multiply %10, %8 : tensor<16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %13 = stablehlo.divide %12, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %14 = stablehlo.multiply %13, %cst_3 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %15 = stablehlo.multiply %cst_4, %cst_5 : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %16 = stablehlo.divide %15, %cst_6 : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %18 = stablehlo.multiply %17, %11 : tensor<16x8xf32>
    %19 = stablehlo.convert %18 : (tensor<16x8xf32>) -> tensor<16x8xbf16>
    %20 = stablehlo.dot_general %19, %3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xbf16>, tensor<16x32xbf16>) -> tensor<8x32xbf16>
    %21 = stablehlo.transpose %20, dims = [1, 0] : (tensor<8x32xbf16>) -> tensor<32x8xbf16>
    %22 = stablehlo.dot_general %19, %6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xbf16>, tensor<32x8xbf16>) -> tensor<16x32xbf16>
    %23 = stablehlo.convert %21 : (tensor<32x8xbf16>) -> tensor<32x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %24 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<bf16>) -> tensor<16x32xbf16>
    %25 = stablehlo.select %5, %22, %24 : tensor<16x32xi1>, tensor<16x32xbf16>
    %26 = stablehlo.dot_general %25, %0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xbf16>, tensor<16x16xbf16>) -> tensor<32x16xbf16>
    %27 = stablehlo.transpose %26, dims = [1, 0] : (tensor<32x16xbf16>) -> tensor<16x32xbf16>
    %28 = stablehlo.convert %27 : (tensor<16x32xbf16>) -> tensor<16x32xf32>
    %cst_8 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %30 = stablehlo.divide %28, %29 : tensor<16x32xf32>
    %cst_9 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %32 = stablehlo.divide %23, %31 : tensor<32x8xf32>
    %33 = stablehlo.is_finite %30 : (tensor<16x32xf32>) -> tensor<16x32xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %34 = stablehlo.reduce(%33 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<16x32xi1>, tensor<i1>) -> tensor<i1>
    %35 = stablehlo.is_finite %32 : (tensor<32x8xf32>) -> tensor<32x8xi1>
    %c_10 = stablehlo.constant dense<true> : tensor<i1>
    %36 = stablehlo.reduce(%35 init: %c_10) applies stablehlo.and across dimensions = [0, 1] : (tensor<32x8xi1>, tensor<i1>) -> tensor<i1>
    %37 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %38 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %39 = stablehlo.concatenate %37, %38, dim = 0 : (tensor<1xi1>, tensor<1xi1>) -> tensor<2xi1>
    %c_11 = stablehlo.constant dense<true> : tensor<i1>
    %40 = stablehlo.reduce(%39 init: %c_11) applies stablehlo.and across dimensions = [0] : (tensor<2xi1>, tensor<i1>) -> tensor<i1>
    %41 = stablehlo.subtract %arg0, %30 : tensor<16x32xf32>
    %42 = call @_where(%40, %41, %arg0) : (tensor<i1>, tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
    %43 = stablehlo.subtract %arg1, %32 : tensor<32x8xf32>
    %44 = call @_where_0(%40, %43, %arg1) : (tensor<i1>, tensor<32x8xf32>, tensor<32x8xf32>) -> tensor<32x8xf32>
    return %14, %42, %44 : tensor<f32>, tensor<16x32xf32>, tensor<32x8xf32>
  }
  func.func private @relu(%arg0: tensor<16x32xbf16>) -> tensor<16x32xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<16x32xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<16x32xbf16>
    return %1 : tensor<16x32xbf16>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<16x32xf32>, %arg2: tensor<16x32xf32>) -> tensor<16x32xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<16x32xf32>
    return %0 : tensor<16x32xf32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<32x8xf32>, %arg2: tensor<32x8xf32>) -> tensor<32x8xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<32x8xf32>
    return %0 : tensor<32x8xf32>
  }
}
