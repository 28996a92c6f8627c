// A few rows of a sharded dimension that all devices get: each device takes those
// that it has, and they are summed. Padding of floats is -0, which changes nothing.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func public @main(%arg0: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                       %arg1: tensor<16xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                       %at: tensor<i32>)
    -> (tensor<1x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
        tensor<3xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = stablehlo.slice %arg0 [15:16, 0:6] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<16x6xf32>) -> tensor<1x6xf32>
  %1 = stablehlo.dynamic_slice %arg1, %at, sizes = [3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<16xi1>, tensor<i32>) -> tensor<3xi1>
  return %0, %1 : tensor<1x6xf32>, tensor<3xi1>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4, "y"=2]>
//>   func.func public @main(%arg0: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<4xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg2: tensor<i32>) -> (tensor<1x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, tensor<3xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
//>     %c = stablehlo.constant dense<false> : tensor<i1>
//>     %c_0 = stablehlo.constant dense<13> : tensor<i64>
//>     %cst = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
//>     %c_1 = stablehlo.constant dense<0> : tensor<i64>
//>     %c_2 = stablehlo.constant dense<15> : tensor<i64>
//>     %0 = stablehlo.slice %arg0 [0:4, 0:3] : (tensor<4x3xf32>) -> tensor<4x3xf32>
//>     %cst_3 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
//>     %c_4 = stablehlo.constant dense<[-1, -1, 3, 3, 7, 7, 11, 11]> : tensor<8xi64>
//>     %1 = stablehlo.partition_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %3 = stablehlo.dynamic_slice %c_4, %2, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
//>     %5 = stablehlo.subtract %c_2, %4 : tensor<i64>
//>     %6 = stablehlo.pad %0, %cst_3, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<6x3xf32>
//>     %7 = stablehlo.dynamic_slice %6, %5, %c_1, sizes = [1, 3] : (tensor<6x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x3xf32>
//>     %8 = stablehlo.reshape %7 : (tensor<1x3xf32>) -> tensor<1x1x3xf32>
//>     %9 = stablehlo.reduce(%8 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<1x1x3xf32>, tensor<f32>) -> tensor<1x3xf32>
//>     %10 = "stablehlo.all_reduce"(%9) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %23 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %23 : tensor<f32>
//>     }) : (tensor<1x3xf32>) -> tensor<1x3xf32>
//>     %11 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<i64>
//>     %12 = stablehlo.clamp %c_1, %11, %c_0 : tensor<i64>
//>     %c_5 = stablehlo.constant dense<false> : tensor<i1>
//>     %c_6 = stablehlo.constant dense<[-3, -3, 1, 1, 5, 5, 9, 9]> : tensor<8xi64>
//>     %13 = stablehlo.partition_id : tensor<ui32>
//>     %14 = stablehlo.convert %13 : (tensor<ui32>) -> tensor<i64>
//>     %15 = stablehlo.dynamic_slice %c_6, %14, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %16 = stablehlo.reshape %15 : (tensor<1xi64>) -> tensor<i64>
//>     %17 = stablehlo.subtract %12, %16 : tensor<i64>
//>     %18 = stablehlo.pad %arg1, %c_5, low = [3], high = [3], interior = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<10xi1>
//>     %19 = stablehlo.dynamic_slice %18, %17, sizes = [3] : (tensor<10xi1>, tensor<i64>) -> tensor<3xi1>
//>     %20 = stablehlo.reshape %19 : (tensor<3xi1>) -> tensor<1x3xi1>
//>     %21 = stablehlo.reduce(%20 init: %c) applies stablehlo.or across dimensions = [0] : (tensor<1x3xi1>, tensor<i1>) -> tensor<3xi1>
//>     %22 = "stablehlo.all_reduce"(%21) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg3: tensor<i1>, %arg4: tensor<i1>):
//>       %23 = stablehlo.maximum %arg3, %arg4 : tensor<i1>
//>       stablehlo.return %23 : tensor<i1>
//>     }) : (tensor<3xi1>) -> tensor<3xi1>
//>     return %10, %22 : tensor<1x3xf32>, tensor<3xi1>
//>   }
//> }
