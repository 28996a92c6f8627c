// A running sum along the middle dimension. The other two are sharded as well.
// RUN: shardflow partition --as-is -q --check %s

sdy.mesh @mesh = <["i"=2, "j"=2, "k"=2]>

func.func public @main(%arg0: tensor<4x8x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"j"}, {"i"}, {"k"}]>})
    -> (tensor<4x8x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"j"}, {"i"}, {"k"}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%arg0, %zero) <{padding = dense<[[0, 0], [7, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 8, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"j"}, {"i"}, {"k"}]>]>} : (tensor<4x8x6xi32>, tensor<i32>) -> tensor<4x8x6xi32>
  return %0 : tensor<4x8x6xi32>
}

//> module {
//>   sdy.mesh @mesh = <["i"=2, "j"=2, "k"=2]>
//>   func.func public @main(%arg0: tensor<2x4x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"j"}, {"i"}, {"k"}]>}) -> (tensor<2x4x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"j"}, {"i"}, {"k"}]>}) {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %0 = stablehlo.reshape %arg0 : (tensor<2x4x3xi32>) -> tensor<2x1x4x3xi32>
//>     %1 = "stablehlo.reduce_window"(%0, %c) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 0], [3, 0], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 4, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
//>     ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
//>       %23 = stablehlo.add %arg1, %arg2 : tensor<i32>
//>       stablehlo.return %23 : tensor<i32>
//>     }) : (tensor<2x1x4x3xi32>, tensor<i32>) -> tensor<2x1x4x3xi32>
//>     %2 = stablehlo.slice %1 [0:2, 0:1, 3:4, 0:3] : (tensor<2x1x4x3xi32>) -> tensor<2x1x1x3xi32>
//>     %3 = stablehlo.reshape %2 : (tensor<2x1x1x3xi32>) -> tensor<2x1x3xi32>
//>     %4 = "stablehlo.all_gather"(%3) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<2x1x3xi32>) -> tensor<2x2x3xi32>
//>     %5 = stablehlo.iota dim = 0 : tensor<1x2xi32>
//>     %6 = stablehlo.partition_id : tensor<ui32>
//>     %7 = stablehlo.convert %6 : (tensor<ui32>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1]> : tensor<8xi64>
//>     %8 = stablehlo.dynamic_slice %c_0, %7, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %9 = stablehlo.reshape %8 : (tensor<1xi64>) -> tensor<i64>
//>     %10 = stablehlo.convert %9 : (tensor<i64>) -> tensor<i32>
//>     %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i32>) -> tensor<1x2xi32>
//>     %12 = stablehlo.add %5, %11 : tensor<1x2xi32>
//>     %13 = stablehlo.iota dim = 1 : tensor<1x2xi32>
//>     %14 = stablehlo.compare LT, %13, %12 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<1x2xi1>
//>     %15 = stablehlo.broadcast_in_dim %14, dims = [1, 2] : (tensor<1x2xi1>) -> tensor<2x1x2x3xi1>
//>     %16 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x1x2x3xi32>
//>     %17 = stablehlo.broadcast_in_dim %4, dims = [0, 2, 3] : (tensor<2x2x3xi32>) -> tensor<2x1x2x3xi32>
//>     %18 = stablehlo.select %15, %17, %16 : tensor<2x1x2x3xi1>, tensor<2x1x2x3xi32>
//>     %19 = stablehlo.reduce(%18 init: %c) applies stablehlo.add across dimensions = [2] : (tensor<2x1x2x3xi32>, tensor<i32>) -> tensor<2x1x3xi32>
//>     %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 3] : (tensor<2x1x3xi32>) -> tensor<2x1x4x3xi32>
//>     %21 = stablehlo.add %20, %1 : tensor<2x1x4x3xi32>
//>     %22 = stablehlo.reshape %21 : (tensor<2x1x4x3xi32>) -> tensor<2x4x3xi32>
//>     return %22 : tensor<2x4x3xi32>
//>   }
//> }
