module @jit_mamba_conv_sequence attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>}, %arg1: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<4x32x8xf32> {jax.result_info = "result[0]"}, tensor<4x32x8xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0, 2] : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    %1 = stablehlo.convolution(%arg0, %0) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[3, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x32x8xf32>, tensor<4x1x8xf32>) -> tensor<4x32x8xf32>
    %2 = call @silu(%1) : (tensor<4x32x8xf32>) -> tensor<4x32x8xf32>
    %3 = call @cumsum(%2) : (tensor<4x32x8xf32>) -> tensor<4x32x8xf32>
    %4 = sdy.sharding_constraint %3 <@mesh, [{}, {"data"}, {}]> : tensor<4x32x8xf32>
    %5 = call @cumlogsumexp(%arg0) : (tensor<4x32x8xf32>) -> tensor<4x32x8xf32>
    return %4, %5 : tensor<4x32x8xf32>, tensor<4x32x8xf32>
  }
  func.func private @silu(%arg0: tensor<4x32x8xf32>) -> tensor<4x32x8xf32> {
    %0 = stablehlo.negate %arg0 : tensor<4x32x8xf32>
    %1 = stablehlo.exponential %0 : tensor<4x32x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x32x8xf32>
    %3 = stablehlo.add %2, %1 : tensor<4x32x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x32x8xf32>
    %5 = stablehlo.divide %4, %3 : tensor<4x32x8xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<4x32x8xf32>
    return %6 : tensor<4x32x8xf32>
  }
  func.func private @cumsum(%arg0: tensor<4x32x8xf32>) -> tensor<4x32x8xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<4x32x8xf32>) -> tensor<4x32x8xf32>
    return %0 : tensor<4x32x8xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<4x32x8xf32>) -> tensor<4x32x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [31, 0], [0, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 32, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x32x8xf32>, tensor<f32>) -> tensor<4x32x8xf32>
    return %1 : tensor<4x32x8xf32>
  }
  func.func private @cumlogsumexp(%arg0: tensor<4x32x8xf32>) -> tensor<4x32x8xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [31, 0], [0, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 32, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      %2 = stablehlo.subtract %arg1, %arg2 : tensor<f32>
      %3 = stablehlo.compare NE, %2, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.add %arg1, %arg2 : tensor<f32>
      %5 = stablehlo.abs %2 : tensor<f32>
      %6 = stablehlo.negate %5 : tensor<f32>
      %7 = stablehlo.exponential %6 : tensor<f32>
      %8 = stablehlo.log_plus_one %7 : tensor<f32>
      %9 = stablehlo.add %1, %8 : tensor<f32>
      %10 = stablehlo.select %3, %4, %9 : tensor<i1>, tensor<f32>
      stablehlo.return %10 : tensor<f32>
    }) : (tensor<4x32x8xf32>, tensor<f32>) -> tensor<4x32x8xf32>
    return %0 : tensor<4x32x8xf32>
  }
}
