// The gradient of a kernel: a convolution whose kernel is as long as the image.
// Devices contract their shards of both, and sum the results.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @grid = <["i"=4]>

// The image is sharded along a part of the axis, because only two devices divide it.
// The rule also has a factor for splitting the image between the 3 windows (8 rows
// make 2 of them); it isn't used.
func.func public @main(%arg0: tensor<2x1x18xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {}, {"i":(1)2}]>},
                       %arg1: tensor<2x1x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {}, {"i":(1)2}]>})
    -> tensor<1x1x3xf32> {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [f, b, 0]x[i, o, 0]->[b, f, 0], window = {stride = [1], pad = [[0, -1]], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x18xf32>, tensor<2x1x8xf32>) -> tensor<1x1x3xf32>
  return %0 : tensor<1x1x3xf32>
}

//> module {
//>   sdy.mesh @grid = <["i"=4]>
//>   func.func public @main(%arg0: tensor<2x1x9xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {}, {"i":(1)2}]>}, %arg1: tensor<2x1x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {}, {"i":(1)2}]>}) -> tensor<1x1x3xf32> {
//>     %c = stablehlo.constant dense<0> : tensor<i64>
//>     %c_0 = stablehlo.constant dense<[1, 1, 0, 0]> : tensor<4xi64>
//>     %0 = stablehlo.slice %arg0 [0:2, 0:1, 8:9] : (tensor<2x1x9xf32>) -> tensor<2x1x1xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> : (tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
//>     %2 = stablehlo.concatenate %1, %arg0, dim = 2 : (tensor<2x1x1xf32>, tensor<2x1x9xf32>) -> tensor<2x1x10xf32>
//>     %3 = stablehlo.partition_id : tensor<ui32>
//>     %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i64>
//>     %5 = stablehlo.dynamic_slice %c_0, %4, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %6 = stablehlo.reshape %5 : (tensor<1xi64>) -> tensor<i64>
//>     %7 = stablehlo.dynamic_slice %2, %c, %c, %6, sizes = [2, 1, 9] : (tensor<2x1x10xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x1x9xf32>
//>     %8 = stablehlo.convolution(%7, %arg1) dim_numbers = [f, b, 0]x[i, o, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x9xf32>, tensor<2x1x4xf32>) -> tensor<1x1x3xf32>
//>     %9 = "stablehlo.all_reduce"(%8) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %10 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>       stablehlo.return %10 : tensor<f32>
//>     }) : (tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
//>     return %9 : tensor<1x1x3xf32>
//>   }
//> }
