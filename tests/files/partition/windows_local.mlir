// No collective is needed if each window is on one device, or each group of batches
// where its part of the kernel is.
// RUN: shardflow partition --check %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func public @main(%images: tensor<8x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
                       %kernel: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>},
                       %rows: tensor<2x16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>})
    -> (tensor<2x6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>},
        tensor<2x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) {
  %0 = stablehlo.convolution(%images, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<8x6x4xf32>, tensor<3x4x8xf32>) -> tensor<2x6x8xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = "stablehlo.reduce_window"(%rows, %c) <{window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %w = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %w : tensor<f32>
  }) : (tensor<2x16x4xf32>, tensor<f32>) -> tensor<2x8x4xf32>
  return %0, %1 : tensor<2x6x8xf32>, tensor<2x8x4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
//>   func.func public @main(%arg0: tensor<2x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg1: tensor<3x4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}, %arg2: tensor<2x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<2x6x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}, tensor<2x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) {
//>     %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x4xf32>, tensor<3x4x2xf32>) -> tensor<2x6x2xf32>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %1 = "stablehlo.reduce_window"(%arg2, %cst) <{padding = dense<0> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %2 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %2 : tensor<f32>
//>     }) : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x2x4xf32>
//>     return %0, %1 : tensor<2x6x2xf32>, tensor<2x2x4xf32>
//>   }
//> }
