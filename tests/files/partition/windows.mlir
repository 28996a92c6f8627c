// Windows along sharded dimensions: devices fetch the elements that theirs see.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @line = <["i"=4]>

// Stride 1, a window of 3: the last element of the left neighbour and the first
// of the right one. Devices at the ends see zeros.
func.func public @main(%arg0: tensor<1x2x16xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>},
                       %arg1: tensor<2x2x3xf32>,
                       %arg2: tensor<1x2x8xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>})
    -> (tensor<1x2x16xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>},
        tensor<1x2x8xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>},
        tensor<1x2x16xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>}) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {stride = [1], pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {}, {"i"}]>]>} : (tensor<1x2x16xf32>, tensor<2x2x3xf32>) -> tensor<1x2x16xf32>
  // The largest of three, every second place: what is beyond the end is -inf and
  // not the zero of a device without a neighbour.
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %low) <{window_dimensions = array<i64: 1, 1, 3>, window_strides = array<i64: 1, 1, 2>, padding = dense<[[0, 0], [0, 0], [0, 1]]> : tensor<3x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {}, {"i"}]>]>} : (tensor<1x2x16xf32>, tensor<f32>) -> tensor<1x2x8xf32>
  // Windows that lie in one shard each: nothing is sent.
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = "stablehlo.select_and_scatter"(%arg0, %arg2, %zero) <{window_dimensions = array<i64: 1, 1, 2>, window_strides = array<i64: 1, 1, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {}, {"i"}]>]>} : (tensor<1x2x16xf32>, tensor<1x2x8xf32>, tensor<f32>) -> tensor<1x2x16xf32>
  return %0, %1, %2 : tensor<1x2x16xf32>, tensor<1x2x8xf32>, tensor<1x2x16xf32>
}

//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   func.func public @main(%arg0: tensor<1x2x4xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>}, %arg1: tensor<2x2x3xf32>, %arg2: tensor<1x2x2xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>}) -> (tensor<1x2x4xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>}, tensor<1x2x2xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>}, tensor<1x2x4xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %0 = stablehlo.slice %arg0 [0:1, 0:2, 3:4] : (tensor<1x2x4xf32>) -> tensor<1x2x1xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
//>     %2 = stablehlo.slice %arg0 [0:1, 0:2, 0:1] : (tensor<1x2x4xf32>) -> tensor<1x2x1xf32>
//>     %3 = "stablehlo.collective_permute"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1], [3, 2]]> : tensor<3x2xi64>}> : (tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
//>     %4 = stablehlo.concatenate %1, %arg0, %3, dim = 2 : (tensor<1x2x1xf32>, tensor<1x2x4xf32>, tensor<1x2x1xf32>) -> tensor<1x2x6xf32>
//>     %5 = stablehlo.convolution(%4, %arg1) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x6xf32>, tensor<2x2x3xf32>) -> tensor<1x2x4xf32>
//>     %c = stablehlo.constant dense<16> : tensor<5xi64>
//>     %c_1 = stablehlo.constant dense<0> : tensor<5xi64>
//>     %c_2 = stablehlo.constant dense<[0, 4, 8, 12]> : tensor<4xi64>
//>     %6 = stablehlo.slice %arg0 [0:1, 0:2, 0:1] : (tensor<1x2x4xf32>) -> tensor<1x2x1xf32>
//>     %7 = "stablehlo.collective_permute"(%6) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1], [3, 2]]> : tensor<3x2xi64>}> : (tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
//>     %8 = stablehlo.concatenate %arg0, %7, dim = 2 : (tensor<1x2x4xf32>, tensor<1x2x1xf32>) -> tensor<1x2x5xf32>
//>     %9 = stablehlo.partition_id : tensor<ui32>
//>     %10 = stablehlo.convert %9 : (tensor<ui32>) -> tensor<i64>
//>     %11 = stablehlo.dynamic_slice %c_2, %10, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %12 = stablehlo.reshape %11 : (tensor<1xi64>) -> tensor<i64>
//>     %13 = stablehlo.iota dim = 0 : tensor<5xi64>
//>     %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<i64>) -> tensor<5xi64>
//>     %15 = stablehlo.add %13, %14 : tensor<5xi64>
//>     %16 = stablehlo.compare GE, %15, %c_1 : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
//>     %17 = stablehlo.compare LT, %15, %c : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
//>     %18 = stablehlo.and %16, %17 : tensor<5xi1>
//>     %19 = stablehlo.broadcast_in_dim %18, dims = [2] : (tensor<5xi1>) -> tensor<1x2x5xi1>
//>     %20 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x2x5xf32>
//>     %21 = stablehlo.select %19, %8, %20 : tensor<1x2x5xi1>, tensor<1x2x5xf32>
//>     %22 = "stablehlo.reduce_window"(%21, %cst_0) <{padding = dense<0> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 1, 3>, window_strides = array<i64: 1, 1, 2>}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %24 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %24 : tensor<f32>
//>     }) : (tensor<1x2x5xf32>, tensor<f32>) -> tensor<1x2x2xf32>
//>     %23 = "stablehlo.select_and_scatter"(%arg0, %arg2, %cst) <{window_dimensions = array<i64: 1, 1, 2>, window_strides = array<i64: 1, 1, 2>}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %24 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       stablehlo.return %24 : tensor<i1>
//>     }, {
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %24 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %24 : tensor<f32>
//>     }) : (tensor<1x2x4xf32>, tensor<1x2x2xf32>, tensor<f32>) -> tensor<1x2x4xf32>
//>     return %5, %22, %23 : tensor<1x2x4xf32>, tensor<1x2x2xf32>, tensor<1x2x4xf32>
//>   }
//> }
