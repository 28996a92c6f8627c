// Dilated operands whose shards don't fit the dilation: every device computes one
// window more, and cuts its own windows out of the result.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @line = <["i"=2]>

// A transposed convolution of 6 elements makes 10, 5 on each device. The windows of
// device 1 begin one place after an element, those of device 0 at an element.
func.func public @main(%arg0: tensor<1x2x6xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>},
                       %arg1: tensor<2x2x2xf32>)
    -> (tensor<1x2x10xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>},
        tensor<1x2x14xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>}) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {}, {"i"}]>]>} : (tensor<1x2x6xf32>, tensor<2x2x2xf32>) -> tensor<1x2x10xf32>
  // The same for a pad.
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.pad %arg0, %zero, low = [0, 0, 2], high = [0, 0, 1], interior = [0, 0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {}, {"i"}]>]>} : (tensor<1x2x6xf32>, tensor<f32>) -> tensor<1x2x14xf32>
  return %0, %1 : tensor<1x2x10xf32>, tensor<1x2x14xf32>
}

//> module {
//>   sdy.mesh @line = <["i"=2]>
//>   func.func public @main(%arg0: tensor<1x2x3xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>}, %arg1: tensor<2x2x2xf32>) -> (tensor<1x2x5xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>}, tensor<1x2x7xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {}, {"i"}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %c = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
//>     %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>     %c_1 = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
//>     %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.pad %arg0, %cst_2, low = [0, 0, 1], high = [0, 0, 1], interior = [0, 0, 0] : (tensor<1x2x3xf32>, tensor<f32>) -> tensor<1x2x5xf32>
//>     %1 = stablehlo.partition_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %3 = stablehlo.dynamic_slice %c_1, %2, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>     %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
//>     %5 = stablehlo.dynamic_slice %0, %c_0, %c_0, %4, sizes = [1, 2, 4] : (tensor<1x2x5xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x2x4xf32>
//>     %6 = stablehlo.convolution(%5, %arg1) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x4xf32>, tensor<2x2x2xf32>) -> tensor<1x2x6xf32>
//>     %7 = stablehlo.partition_id : tensor<ui32>
//>     %8 = stablehlo.convert %7 : (tensor<ui32>) -> tensor<i64>
//>     %9 = stablehlo.dynamic_slice %c, %8, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>     %10 = stablehlo.reshape %9 : (tensor<1xi64>) -> tensor<i64>
//>     %11 = stablehlo.dynamic_slice %6, %c_0, %c_0, %10, sizes = [1, 2, 5] : (tensor<1x2x6xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x2x5xf32>
//>     %c_3 = stablehlo.constant dense<0> : tensor<i64>
//>     %c_4 = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
//>     %12 = stablehlo.pad %arg0, %cst, low = [0, 0, 1], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<1x2x3xf32>, tensor<f32>) -> tensor<1x2x4xf32>
//>     %13 = stablehlo.pad %12, %cst, low = [0, 0, 0], high = [0, 0, 1], interior = [0, 0, 1] : (tensor<1x2x4xf32>, tensor<f32>) -> tensor<1x2x8xf32>
//>     %14 = stablehlo.partition_id : tensor<ui32>
//>     %15 = stablehlo.convert %14 : (tensor<ui32>) -> tensor<i64>
//>     %16 = stablehlo.dynamic_slice %c_4, %15, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>     %17 = stablehlo.reshape %16 : (tensor<1xi64>) -> tensor<i64>
//>     %18 = stablehlo.dynamic_slice %13, %c_3, %c_3, %17, sizes = [1, 2, 7] : (tensor<1x2x8xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x2x7xf32>
//>     return %11, %18 : tensor<1x2x5xf32>, tensor<1x2x7xf32>
//>   }
//> }
