// A reduction that no collective can finish isn't split along idle axes.
// RUN: shardflow partition --as-is -q --check %s

sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>

func.func public @main(%arg0: tensor<4x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %i = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"z"}]>]>} : tensor<4x5xi32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = "stablehlo.reduce"(%arg0, %i, %least, %none) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %p: tensor<i32>, %b: tensor<f32>, %q: tensor<i32>):
    %gt = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %x = stablehlo.select %gt, %a, %b : tensor<i1>, tensor<f32>
    %k = stablehlo.select %gt, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %x, %k : tensor<f32>, tensor<i32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", "y"}]>, <@mesh, [{"z", "y"}]>]>} : (tensor<4x5xf32>, tensor<4x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
  %1 = stablehlo.sqrt %0#0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", "y"}]>]>} : tensor<5xf32>
  return %1 : tensor<5xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
//>   func.func public @main(%arg0: tensor<2x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %0 = stablehlo.iota dim = 0 : tensor<2x3xi32>
//>     %1 = stablehlo.partition_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<[0, 0, 0, 0, 2, 2, 2, 2]> : tensor<8xi64>
//>     %3 = stablehlo.dynamic_slice %c_0, %2, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
//>     %5 = stablehlo.convert %4 : (tensor<i64>) -> tensor<i32>
//>     %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
//>     %7 = stablehlo.add %0, %6 : tensor<2x3xi32>
//>     %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %8 = stablehlo.pad %arg0, %cst_1, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x8xf32>
//>     %c_2 = stablehlo.constant dense<0> : tensor<i64>
//>     %9 = stablehlo.partition_id : tensor<ui32>
//>     %10 = stablehlo.convert %9 : (tensor<ui32>) -> tensor<i64>
//>     %c_3 = stablehlo.constant dense<[0, 4, 2, 6, 0, 4, 2, 6]> : tensor<8xi64>
//>     %11 = stablehlo.dynamic_slice %c_3, %10, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %12 = stablehlo.reshape %11 : (tensor<1xi64>) -> tensor<i64>
//>     %13 = stablehlo.dynamic_slice %8, %c_2, %12, sizes = [2, 2] : (tensor<2x8xf32>, tensor<i64>, tensor<i64>) -> tensor<2x2xf32>
//>     %14 = "stablehlo.all_gather"(%13) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
//>     %15 = stablehlo.iota dim = 0 : tensor<3xi32>
//>     %16 = stablehlo.partition_id : tensor<ui32>
//>     %17 = stablehlo.convert %16 : (tensor<ui32>) -> tensor<i64>
//>     %c_4 = stablehlo.constant dense<[0, 3, 0, 3, 0, 3, 0, 3]> : tensor<8xi64>
//>     %18 = stablehlo.dynamic_slice %c_4, %17, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %19 = stablehlo.reshape %18 : (tensor<1xi64>) -> tensor<i64>
//>     %20 = stablehlo.convert %19 : (tensor<i64>) -> tensor<i32>
//>     %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<i32>) -> tensor<3xi32>
//>     %22 = stablehlo.add %15, %21 : tensor<3xi32>
//>     %c_5 = stablehlo.constant dense<5> : tensor<i32>
//>     %23 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<3xi32>
//>     %24 = stablehlo.compare LT, %22, %23 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
//>     %25 = stablehlo.broadcast_in_dim %24, dims = [1] : (tensor<3xi1>) -> tensor<2x3xi1>
//>     %26 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
//>     %27 = stablehlo.select %25, %7, %26 : tensor<2x3xi1>, tensor<2x3xi32>
//>     %28 = stablehlo.pad %27, %c, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
//>     %c_6 = stablehlo.constant dense<0> : tensor<i64>
//>     %c_7 = stablehlo.constant dense<[0, 1, 0, 1, 0, 1, 0, 1]> : tensor<8xi64>
//>     %29 = stablehlo.slice %28 [0:2, 0:1] : (tensor<2x3xi32>) -> tensor<2x1xi32>
//>     %30 = "stablehlo.collective_permute"(%29) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0], [3, 2], [5, 4], [7, 6]]> : tensor<4x2xi64>}> : (tensor<2x1xi32>) -> tensor<2x1xi32>
//>     %31 = stablehlo.concatenate %28, %30, dim = 1 : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x4xi32>
//>     %32 = stablehlo.pad %31, %c, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x5xi32>
//>     %33 = stablehlo.partition_id : tensor<ui32>
//>     %34 = stablehlo.convert %33 : (tensor<ui32>) -> tensor<i64>
//>     %35 = stablehlo.dynamic_slice %c_7, %34, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %36 = stablehlo.reshape %35 : (tensor<1xi64>) -> tensor<i64>
//>     %37 = stablehlo.dynamic_slice %32, %c_6, %36, sizes = [2, 4] : (tensor<2x5xi32>, tensor<i64>, tensor<i64>) -> tensor<2x4xi32>
//>     %38 = stablehlo.pad %37, %c, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x4xi32>
//>     %c_8 = stablehlo.constant dense<0> : tensor<i64>
//>     %39 = stablehlo.partition_id : tensor<ui32>
//>     %40 = stablehlo.convert %39 : (tensor<ui32>) -> tensor<i64>
//>     %c_9 = stablehlo.constant dense<[0, 0, 2, 2, 0, 0, 2, 2]> : tensor<8xi64>
//>     %41 = stablehlo.dynamic_slice %c_9, %40, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %42 = stablehlo.reshape %41 : (tensor<1xi64>) -> tensor<i64>
//>     %43 = stablehlo.dynamic_slice %38, %c_8, %42, sizes = [2, 2] : (tensor<2x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>
//>     %44 = "stablehlo.all_gather"(%43) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<2x2xi32>) -> tensor<4x2xi32>
//>     %45 = stablehlo.slice %44 [0:4, 0:2] : (tensor<4x2xi32>) -> tensor<4x2xi32>
//>     %46:2 = stablehlo.reduce(%14 init: %cst), (%45 init: %c) across dimensions = [0] : (tensor<4x2xf32>, tensor<4x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
//>      reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
//>       %50 = stablehlo.compare GT, %arg1, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       %51 = stablehlo.select %50, %arg1, %arg3 : tensor<i1>, tensor<f32>
//>       %52 = stablehlo.select %50, %arg2, %arg4 : tensor<i1>, tensor<i32>
//>       stablehlo.return %51, %52 : tensor<f32>, tensor<i32>
//>     }
//>     %47 = stablehlo.sqrt %46#0 : tensor<2xf32>
//>     %48 = "stablehlo.all_gather"(%47) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 2, 1, 3], [4, 6, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<8xf32>
//>     %49 = stablehlo.slice %48 [0:5] : (tensor<8xf32>) -> tensor<5xf32>
//>     return %49 : tensor<5xf32>
//>   }
//> }
