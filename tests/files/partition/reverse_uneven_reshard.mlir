// A reverse of uneven shards, whose result is sharded in another way, along
// sub-axes: the padding is cut off before the result is resharded.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(%a: tensor<4x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2}, {}]>}) -> (tensor<4x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y":(1)2}, {"y":(2)2}]>]>} : tensor<4x5xf32>
  %1 = stablehlo.reverse %0, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y":(2)2, "x"}]>]>} : tensor<4x5xf32>
  %2 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y":(2)2, "x"}]>]>} : tensor<4x5xf32>
  return %2 : tensor<4x5xf32>
}

//> module {
//>   sdy.mesh @mesh_reversed = <["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   func.func @main(%arg0: tensor<1x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2}, {}]>}) -> (tensor<4x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.pad %arg0, %cst_0, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<1x5xf32>, tensor<f32>) -> tensor<1x6xf32>
//>     %c = stablehlo.constant dense<0> : tensor<i64>
//>     %1 = stablehlo.partition_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %c_1 = stablehlo.constant dense<[0, 3, 0, 3, 0, 3, 0, 3]> : tensor<8xi64>
//>     %3 = stablehlo.dynamic_slice %c_1, %2, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
//>     %5 = stablehlo.dynamic_slice %0, %c, %4, sizes = [1, 3] : (tensor<1x6xf32>, tensor<i64>, tensor<i64>) -> tensor<1x3xf32>
//>     %6 = stablehlo.negate %5 : tensor<1x3xf32>
//>     %7 = stablehlo.iota dim = 0 : tensor<3xi32>
//>     %8 = stablehlo.partition_id : tensor<ui32>
//>     %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<i64>
//>     %c_2 = stablehlo.constant dense<[0, 3, 0, 3, 0, 3, 0, 3]> : tensor<8xi64>
//>     %10 = stablehlo.dynamic_slice %c_2, %9, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %11 = stablehlo.reshape %10 : (tensor<1xi64>) -> tensor<i64>
//>     %12 = stablehlo.convert %11 : (tensor<i64>) -> tensor<i32>
//>     %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<i32>) -> tensor<3xi32>
//>     %14 = stablehlo.add %7, %13 : tensor<3xi32>
//>     %c_3 = stablehlo.constant dense<5> : tensor<i32>
//>     %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<3xi32>
//>     %16 = stablehlo.compare LT, %14, %15 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
//>     %17 = stablehlo.broadcast_in_dim %16, dims = [1] : (tensor<3xi1>) -> tensor<1x3xi1>
//>     %18 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x3xf32>
//>     %19 = stablehlo.select %17, %6, %18 : tensor<1x3xi1>, tensor<1x3xf32>
//>     %20 = stablehlo.pad %19, %cst, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x3xf32>
//>     %21 = "stablehlo.collective_permute"(%20) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>}> : (tensor<1x3xf32>) -> tensor<1x3xf32>
//>     %22 = stablehlo.slice %21 [0:1, 2:3] : (tensor<1x3xf32>) -> tensor<1x1xf32>
//>     %23 = stablehlo.slice %20 [0:1, 0:2] : (tensor<1x3xf32>) -> tensor<1x2xf32>
//>     %24 = stablehlo.concatenate %22, %23, dim = 1 : (tensor<1x1xf32>, tensor<1x2xf32>) -> tensor<1x3xf32>
//>     %25 = stablehlo.reverse %24, dims = [0, 1] : tensor<1x3xf32>
//>     %26 = "stablehlo.collective_permute"(%25) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 7], [1, 6], [2, 5], [3, 4], [4, 3], [5, 2], [6, 1], [7, 0]]> : tensor<8x2xi64>}> : (tensor<1x3xf32>) -> tensor<1x3xf32>
//>     %27 = stablehlo.slice %26 [0:1, 0:3] : (tensor<1x3xf32>) -> tensor<1x3xf32>
//>     %28 = stablehlo.iota dim = 0 : tensor<3xi32>
//>     %29 = stablehlo.partition_id : tensor<ui32>
//>     %30 = stablehlo.convert %29 : (tensor<ui32>) -> tensor<i64>
//>     %c_4 = stablehlo.constant dense<[0, 3, 0, 3, 0, 3, 0, 3]> : tensor<8xi64>
//>     %31 = stablehlo.dynamic_slice %c_4, %30, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %32 = stablehlo.reshape %31 : (tensor<1xi64>) -> tensor<i64>
//>     %33 = stablehlo.convert %32 : (tensor<i64>) -> tensor<i32>
//>     %34 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<i32>) -> tensor<3xi32>
//>     %35 = stablehlo.add %28, %34 : tensor<3xi32>
//>     %c_5 = stablehlo.constant dense<5> : tensor<i32>
//>     %36 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<3xi32>
//>     %37 = stablehlo.compare LT, %35, %36 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
//>     %38 = stablehlo.broadcast_in_dim %37, dims = [1] : (tensor<3xi1>) -> tensor<1x3xi1>
//>     %39 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x3xf32>
//>     %40 = stablehlo.select %38, %27, %39 : tensor<1x3xi1>, tensor<1x3xf32>
//>     %41 = stablehlo.pad %40, %cst, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x3xf32>
//>     %c_6 = stablehlo.constant dense<0> : tensor<i64>
//>     %c_7 = stablehlo.constant dense<4> : tensor<i64>
//>     %c_8 = stablehlo.constant dense<1> : tensor<i64>
//>     %c_9 = stablehlo.constant dense<2> : tensor<i64>
//>     %42 = "stablehlo.collective_permute"(%41) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[1, 0], [3, 2], [5, 4], [7, 6]]> : tensor<4x2xi64>}> : (tensor<1x3xf32>) -> tensor<1x3xf32>
//>     %43 = stablehlo.concatenate %41, %42, dim = 1 : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x6xf32>
//>     %44 = stablehlo.pad %43, %cst, low = [0, 4], high = [0, 4], interior = [0, 0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<1x14xf32>
//>     %45 = stablehlo.partition_id : tensor<ui32>
//>     %46 = stablehlo.convert %45 : (tensor<ui32>) -> tensor<i64>
//>     %47 = stablehlo.remainder %46, %c_9 : tensor<i64>
//>     %48 = stablehlo.multiply %47, %c_8 : tensor<i64>
//>     %49 = stablehlo.add %48, %c_7 : tensor<i64>
//>     %50 = stablehlo.maximum %49, %c_6 : tensor<i64>
//>     %51 = stablehlo.dynamic_slice %44, %c_6, %50, sizes = [1, 4] : (tensor<1x14xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
//>     %52 = "stablehlo.collective_permute"(%51) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[0, 0], [1, 1], [2, 4], [3, 5], [4, 2], [5, 3], [6, 6], [7, 7]]> : tensor<8x2xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
//>     %53 = "stablehlo.all_to_all"(%52) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<1x4xf32>) -> tensor<2x2xf32>
//>     %54 = "stablehlo.all_gather"(%53) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
//>     %55 = stablehlo.slice %54 [0:4, 0:2] : (tensor<4x2xf32>) -> tensor<4x2xf32>
//>     %56 = stablehlo.negate %55 : tensor<4x2xf32>
//>     %57 = "stablehlo.all_gather"(%56) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, replica_groups = dense<[[0, 4, 1, 5], [2, 6, 3, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x8xf32>
//>     %58 = stablehlo.slice %57 [0:4, 0:5] : (tensor<4x8xf32>) -> tensor<4x5xf32>
//>     return %58 : tensor<4x5xf32>
//>   }
//> }
