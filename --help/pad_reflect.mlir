module @jit_pad_reflect attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<32x16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg1: tensor<3x3x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}) -> (tensor<32x16x8xf32> {jax.result_info = "result[0]"}, tensor<32x20x8xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2, 3] : (tensor<32x16x8xf32>) -> tensor<1x32x16x8xf32>
    %1 = call @_pad(%0) : (tensor<1x32x16x8xf32>) -> tensor<1x34x18x8xf32>
    %2 = stablehlo.convolution(%1, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x34x18x8xf32>, tensor<3x3x8x8xf32>) -> tensor<1x32x16x8xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x32x16x8xf32>) -> tensor<32x16x8xf32>
    %4 = sdy.sharding_constraint %3 <@mesh, [{"data"}, {}, {}]> : tensor<32x16x8xf32>
    %5 = call @_pad_1(%arg0) : (tensor<32x16x8xf32>) -> tensor<32x20x8xf32>
    %6 = sdy.sharding_constraint %5 <@mesh, [{"data"}, {}, {}]> : tensor<32x20x8xf32>
    return %4, %6 : tensor<32x16x8xf32>, tensor<32x20x8xf32>
  }
  func.func private @_pad(%arg0: tensor<1x32x16x8xf32>) -> tensor<1x34x18x8xf32> {
    %0 = stablehlo.slice %arg0 [0:1, 1:2, 0:16, 0:8] : (tensor<1x32x16x8xf32>) -> tensor<1x1x16x8xf32>
    %1 = call @_flip(%0) : (tensor<1x1x16x8xf32>) -> tensor<1x1x16x8xf32>
    %2 = stablehlo.concatenate %1, %arg0, dim = 1 : (tensor<1x1x16x8xf32>, tensor<1x32x16x8xf32>) -> tensor<1x33x16x8xf32>
    %3 = stablehlo.slice %2 [0:1, 31:32, 0:16, 0:8] : (tensor<1x33x16x8xf32>) -> tensor<1x1x16x8xf32>
    %4 = call @_flip(%3) : (tensor<1x1x16x8xf32>) -> tensor<1x1x16x8xf32>
    %5 = stablehlo.concatenate %2, %4, dim = 1 : (tensor<1x33x16x8xf32>, tensor<1x1x16x8xf32>) -> tensor<1x34x16x8xf32>
    %6 = stablehlo.slice %5 [0:1, 0:34, 1:2, 0:8] : (tensor<1x34x16x8xf32>) -> tensor<1x34x1x8xf32>
    %7 = call @_flip_0(%6) : (tensor<1x34x1x8xf32>) -> tensor<1x34x1x8xf32>
    %8 = stablehlo.concatenate %7, %5, dim = 2 : (tensor<1x34x1x8xf32>, tensor<1x34x16x8xf32>) -> tensor<1x34x17x8xf32>
    %9 = stablehlo.slice %8 [0:1, 0:34, 15:16, 0:8] : (tensor<1x34x17x8xf32>) -> tensor<1x34x1x8xf32>
    %10 = call @_flip_0(%9) : (tensor<1x34x1x8xf32>) -> tensor<1x34x1x8xf32>
    %11 = stablehlo.concatenate %8, %10, dim = 2 : (tensor<1x34x17x8xf32>, tensor<1x34x1x8xf32>) -> tensor<1x34x18x8xf32>
    return %11 : tensor<1x34x18x8xf32>
  }
  func.func private @_flip(%arg0: tensor<1x1x16x8xf32>) -> tensor<1x1x16x8xf32> {
    %0 = stablehlo.reverse %arg0, dims = [1] : tensor<1x1x16x8xf32>
    return %0 : tensor<1x1x16x8xf32>
  }
  func.func private @_flip_0(%arg0: tensor<1x34x1x8xf32>) -> tensor<1x34x1x8xf32> {
    %0 = stablehlo.reverse %arg0, dims = [2] : tensor<1x34x1x8xf32>
    return %0 : tensor<1x34x1x8xf32>
  }
  func.func private @_pad_1(%arg0: tensor<32x16x8xf32>) -> tensor<32x20x8xf32> {
    %0 = stablehlo.slice %arg0 [0:32, 0:2, 0:8] : (tensor<32x16x8xf32>) -> tensor<32x2x8xf32>
    %1 = call @_flip_2(%0) : (tensor<32x2x8xf32>) -> tensor<32x2x8xf32>
    %2 = stablehlo.concatenate %1, %arg0, dim = 1 : (tensor<32x2x8xf32>, tensor<32x16x8xf32>) -> tensor<32x18x8xf32>
    %3 = stablehlo.slice %2 [0:32, 16:18, 0:8] : (tensor<32x18x8xf32>) -> tensor<32x2x8xf32>
    %4 = call @_flip_2(%3) : (tensor<32x2x8xf32>) -> tensor<32x2x8xf32>
    %5 = stablehlo.concatenate %2, %4, dim = 1 : (tensor<32x18x8xf32>, tensor<32x2x8xf32>) -> tensor<32x20x8xf32>
    return %5 : tensor<32x20x8xf32>
  }
  func.func private @_flip_2(%arg0: tensor<32x2x8xf32>) -> tensor<32x2x8xf32> {
    %0 = stablehlo.reverse %arg0, dims = [1] : tensor<32x2x8xf32>
    return %0 : tensor<32x2x8xf32>
  }
}
