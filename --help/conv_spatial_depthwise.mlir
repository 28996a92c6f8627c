module @jit_conv_spatial_depthwise attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<3x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg1: tensor<3x3x1x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg2: tensor<1x1x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg3: tensor<4x32x16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<3x3x4x8xf32> {jax.result_info = "result[1][0]"}, tensor<3x3x1x8xf32> {jax.result_info = "result[1][1]"}, tensor<1x1x8x8xf32> {jax.result_info = "result[1][2]"}) {
    %0 = stablehlo.convolution(%arg3, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x32x16x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x16x8x8xf32>
    %1 = call @relu6(%0) : (tensor<4x16x8x8xf32>) -> tensor<4x16x8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16x8x8xf32>
    %3 = stablehlo.compare GT, %0, %2, FLOAT : (tensor<4x16x8x8xf32>, tensor<4x16x8x8xf32>) -> tensor<4x16x8x8xi1>
    %cst_0 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x16x8x8xf32>
    %5 = stablehlo.compare LT, %0, %4, FLOAT : (tensor<4x16x8x8xf32>, tensor<4x16x8x8xf32>) -> tensor<4x16x8x8xi1>
    %6 = stablehlo.and %3, %5 : tensor<4x16x8x8xi1>
    %7 = stablehlo.convolution(%1, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x16x8x8xf32>, tensor<3x3x1x8xf32>) -> tensor<4x16x8x8xf32>
    %8 = call @relu6(%7) : (tensor<4x16x8x8xf32>) -> tensor<4x16x8x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x16x8x8xf32>
    %10 = stablehlo.compare GT, %7, %9, FLOAT : (tensor<4x16x8x8xf32>, tensor<4x16x8x8xf32>) -> tensor<4x16x8x8xi1>
    %cst_2 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x16x8x8xf32>
    %12 = stablehlo.compare LT, %7, %11, FLOAT : (tensor<4x16x8x8xf32>, tensor<4x16x8x8xf32>) -> tensor<4x16x8x8xi1>
    %13 = stablehlo.and %10, %12 : tensor<4x16x8x8xi1>
    %14 = stablehlo.convolution(%8, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x16x8x8xf32>, tensor<1x1x8x8xf32>) -> tensor<4x16x8x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<f32>
    %16 = "stablehlo.reduce_window"(%14, %15) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %46 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %46 : tensor<f32>
    }) : (tensor<4x16x8x8xf32>, tensor<f32>) -> tensor<4x8x4x8xf32>
    %cst_4 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x8x4x8xf32>
    %18 = stablehlo.divide %16, %17 : tensor<4x8x4x8xf32>
    %19 = stablehlo.multiply %18, %18 : tensor<4x8x4x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<4x8x4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %21 = stablehlo.divide %20, %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_8 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %22 = stablehlo.divide %cst_7, %cst_8 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<4x8x4x8xf32>
    %24 = stablehlo.multiply %18, %23 : tensor<4x8x4x8xf32>
    %25 = stablehlo.multiply %23, %18 : tensor<4x8x4x8xf32>
    %26 = stablehlo.add %25, %24 : tensor<4x8x4x8xf32>
    %cst_9 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x8x4x8xf32>
    %28 = stablehlo.divide %26, %27 : tensor<4x8x4x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.pad %28, %cst_10, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 1, 1, 0] : (tensor<4x8x4x8xf32>, tensor<f32>) -> tensor<4x17x9x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<f32>
    %31 = "stablehlo.reduce_window"(%29, %30) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %46 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %46 : tensor<f32>
    }) : (tensor<4x17x9x8xf32>, tensor<f32>) -> tensor<4x16x8x8xf32>
    %32 = stablehlo.convolution(%8, %31) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x16x8x8xf32>, tensor<4x16x8x8xf32>) -> tensor<1x1x8x8xf32>
    %33 = stablehlo.reverse %arg2, dims = [0, 1] : tensor<1x1x8x8xf32>
    %34 = stablehlo.convolution(%31, %33) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x16x8x8xf32>, tensor<1x1x8x8xf32>) -> tensor<4x16x8x8xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x16x8x8xf32>
    %36 = stablehlo.select %13, %34, %35 : tensor<4x16x8x8xi1>, tensor<4x16x8x8xf32>
    %37 = stablehlo.convolution(%1, %36) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 8 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x16x8x8xf32>, tensor<4x16x8x8xf32>) -> tensor<3x3x1x8xf32>
    %38 = stablehlo.reshape %arg1 : (tensor<3x3x1x8xf32>) -> tensor<3x3x1x8x1xf32>
    %39 = stablehlo.transpose %38, dims = [0, 1, 3, 2, 4] : (tensor<3x3x1x8x1xf32>) -> tensor<3x3x8x1x1xf32>
    %40 = stablehlo.reshape %39 : (tensor<3x3x8x1x1xf32>) -> tensor<3x3x8x1xf32>
    %41 = stablehlo.reverse %40, dims = [0, 1] : tensor<3x3x8x1xf32>
    %42 = stablehlo.convolution(%36, %41) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x16x8x8xf32>, tensor<3x3x8x1xf32>) -> tensor<4x16x8x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x16x8x8xf32>
    %44 = stablehlo.select %6, %42, %43 : tensor<4x16x8x8xi1>, tensor<4x16x8x8xf32>
    %45 = stablehlo.convolution(%arg3, %44) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x32x16x4xf32>, tensor<4x16x8x8xf32>) -> tensor<3x3x4x8xf32>
    return %21, %45, %37, %32 : tensor<f32>, tensor<3x3x4x8xf32>, tensor<3x3x1x8xf32>, tensor<1x1x8x8xf32>
  }
  func.func private @relu6(%arg0: tensor<4x16x8x8xf32>) -> tensor<4x16x8x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16x8x8xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x16x8x8xf32>
    %cst_0 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x16x8x8xf32>
    %3 = stablehlo.minimum %1, %2 : tensor<4x16x8x8xf32>
    return %3 : tensor<4x16x8x8xf32>
  }
}
