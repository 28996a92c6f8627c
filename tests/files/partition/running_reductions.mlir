// A running reduction along a sharded dimension: each device reduces its own
// shard, and the devices gather one element of each shard.
// RUN: shardflow partition --as-is -q --check %s

sdy.mesh @line = <["i"=4]>

// The maximum of each element and those behind it; 10 elements, in shards of 3.
func.func public @main(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>})
    -> (tensor<12xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %x = stablehlo.slice %arg0 [0:10] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<12xf32>) -> tensor<10xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %least) <{padding = dense<[[0, 9]]> : tensor<1x2xi64>, window_dimensions = array<i64: 10>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>
  %1 = stablehlo.pad %0, %least, low = [0], high = [2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<10xf32>, tensor<f32>) -> tensor<12xf32>
  return %1 : tensor<12xf32>
}

//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   func.func public @main(%arg0: tensor<3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %0 = stablehlo.slice %arg0 [0:3] : (tensor<3xf32>) -> tensor<3xf32>
//>     %1 = stablehlo.iota dim = 0 : tensor<3xi32>
//>     %2 = stablehlo.partition_id : tensor<ui32>
//>     %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 3, 6, 9]> : tensor<4xi64>
//>     %4 = stablehlo.dynamic_slice %c, %3, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %5 = stablehlo.reshape %4 : (tensor<1xi64>) -> tensor<i64>
//>     %6 = stablehlo.convert %5 : (tensor<i64>) -> tensor<i32>
//>     %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i32>) -> tensor<3xi32>
//>     %8 = stablehlo.add %1, %7 : tensor<3xi32>
//>     %c_0 = stablehlo.constant dense<10> : tensor<i32>
//>     %9 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
//>     %10 = stablehlo.compare LT, %8, %9 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
//>     %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
//>     %12 = stablehlo.select %10, %0, %11 : tensor<3xi1>, tensor<3xf32>
//>     %13 = stablehlo.pad %12, %cst, low = [0], high = [0], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
//>     %14 = stablehlo.reshape %13 : (tensor<3xf32>) -> tensor<1x3xf32>
//>     %15 = "stablehlo.reduce_window"(%14, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 2]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 1>}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %51 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %51 : tensor<f32>
//>     }) : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x3xf32>
//>     %16 = stablehlo.slice %15 [0:1, 0:1] : (tensor<1x3xf32>) -> tensor<1x1xf32>
//>     %17 = stablehlo.reshape %16 : (tensor<1x1xf32>) -> tensor<1xf32>
//>     %18 = "stablehlo.all_gather"(%17) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<1xf32>) -> tensor<4xf32>
//>     %19 = stablehlo.iota dim = 0 : tensor<1x4xi32>
//>     %20 = stablehlo.partition_id : tensor<ui32>
//>     %21 = stablehlo.convert %20 : (tensor<ui32>) -> tensor<i64>
//>     %c_1 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
//>     %22 = stablehlo.dynamic_slice %c_1, %21, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %23 = stablehlo.reshape %22 : (tensor<1xi64>) -> tensor<i64>
//>     %24 = stablehlo.convert %23 : (tensor<i64>) -> tensor<i32>
//>     %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<i32>) -> tensor<1x4xi32>
//>     %26 = stablehlo.add %19, %25 : tensor<1x4xi32>
//>     %27 = stablehlo.iota dim = 1 : tensor<1x4xi32>
//>     %28 = stablehlo.compare GT, %27, %26 : (tensor<1x4xi32>, tensor<1x4xi32>) -> tensor<1x4xi1>
//>     %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<1x4xi1>) -> tensor<1x4xi1>
//>     %30 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
//>     %31 = stablehlo.broadcast_in_dim %18, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
//>     %32 = stablehlo.select %29, %31, %30 : tensor<1x4xi1>, tensor<1x4xf32>
//>     %33 = stablehlo.reduce(%32 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1xf32>
//>     %34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<1xf32>) -> tensor<1x3xf32>
//>     %35 = stablehlo.maximum %34, %15 : tensor<1x3xf32>
//>     %36 = stablehlo.reshape %35 : (tensor<1x3xf32>) -> tensor<3xf32>
//>     %37 = stablehlo.slice %36 [0:3] : (tensor<3xf32>) -> tensor<3xf32>
//>     %38 = stablehlo.iota dim = 0 : tensor<3xi32>
//>     %39 = stablehlo.partition_id : tensor<ui32>
//>     %40 = stablehlo.convert %39 : (tensor<ui32>) -> tensor<i64>
//>     %c_2 = stablehlo.constant dense<[0, 3, 6, 9]> : tensor<4xi64>
//>     %41 = stablehlo.dynamic_slice %c_2, %40, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %42 = stablehlo.reshape %41 : (tensor<1xi64>) -> tensor<i64>
//>     %43 = stablehlo.convert %42 : (tensor<i64>) -> tensor<i32>
//>     %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<i32>) -> tensor<3xi32>
//>     %45 = stablehlo.add %38, %44 : tensor<3xi32>
//>     %c_3 = stablehlo.constant dense<10> : tensor<i32>
//>     %46 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<3xi32>
//>     %47 = stablehlo.compare LT, %45, %46 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
//>     %48 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
//>     %49 = stablehlo.select %47, %37, %48 : tensor<3xi1>, tensor<3xf32>
//>     %50 = stablehlo.pad %49, %cst, low = [0], high = [0], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
//>     return %50 : tensor<3xf32>
//>   }
//> }
