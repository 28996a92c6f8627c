// Padding on the way through ops that Shardy refuses or dies of: chlo ops of 7 rows on
// 4 devices, and products of a pad.
// RUN: shardflow partition --check %s

sdy.mesh @mesh = <["x"=4]>

func.func public @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %b: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4xf32>, tensor<6x8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.slice %a [0:7, 0:4] : (tensor<8x4xf32>) -> tensor<7x4xf32>
  %1 = chlo.erf %0 : tensor<7x4xf32> -> tensor<7x4xf32>
  %2 = chlo.square %1 : tensor<7x4xf32> -> tensor<7x4xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{"x"}, {}]> : tensor<7x4xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<7x4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.pad %b, %one, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<7x6xf32>
  %6 = sdy.sharding_constraint %5 <@mesh, [{"x"}, {}]> : tensor<7x6xf32>
  %7 = stablehlo.slice %w [0:7, 0:8] : (tensor<8x8xf32>) -> tensor<7x8xf32>
  %8 = stablehlo.dot_general %6, %7, contracting_dims = [0] x [0] : (tensor<7x6xf32>, tensor<7x8xf32>) -> tensor<6x8xf32>
  return %4, %8 : tensor<4xf32>, tensor<6x8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func public @main(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<1x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32>, tensor<6x8xf32>) {
//>     %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %0 = stablehlo.slice %arg0 [0:2, 0:4] : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>     %1 = chlo.erf %0 : tensor<2x4xf32> -> tensor<2x4xf32>
//>     %2 = stablehlo.multiply %1, %1 : tensor<2x4xf32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %3 = stablehlo.iota dim = 0 : tensor<2xi32>
//>     %4 = stablehlo.partition_id : tensor<ui32>
//>     %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi64>
//>     %6 = stablehlo.dynamic_slice %c, %5, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>     %8 = stablehlo.convert %7 : (tensor<i64>) -> tensor<i32>
//>     %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %10 = stablehlo.add %3, %9 : tensor<2xi32>
//>     %c_1 = stablehlo.constant dense<7> : tensor<i32>
//>     %11 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %12 = stablehlo.compare LT, %10, %11 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
//>     %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<2xi1>) -> tensor<2x4xi1>
//>     %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
//>     %15 = stablehlo.select %13, %2, %14 : tensor<2x4xi1>, tensor<2x4xf32>
//>     %16 = stablehlo.reduce(%15 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     %17 = "stablehlo.all_reduce"(%16) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %73 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %73 : tensor<f32>
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     %18 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
//>     %19 = stablehlo.maximum %17, %18 : tensor<4xf32>
//>     %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//>     %c_3 = stablehlo.constant dense<4> : tensor<2xi64>
//>     %c_4 = stablehlo.constant dense<0> : tensor<2xi64>
//>     %c_5 = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi64>
//>     %c_6 = stablehlo.constant dense<0> : tensor<i64>
//>     %c_7 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
//>     %20 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>}> : (tensor<1x6xf32>) -> tensor<1x6xf32>
//>     %21 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[3, 1]]> : tensor<1x2xi64>}> : (tensor<1x6xf32>) -> tensor<1x6xf32>
//>     %22 = stablehlo.concatenate %arg1, %20, %21, dim = 0 : (tensor<1x6xf32>, tensor<1x6xf32>, tensor<1x6xf32>) -> tensor<3x6xf32>
//>     %23 = stablehlo.pad %22, %cst_2, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<3x6xf32>, tensor<f32>) -> tensor<5x6xf32>
//>     %24 = stablehlo.partition_id : tensor<ui32>
//>     %25 = stablehlo.convert %24 : (tensor<ui32>) -> tensor<i64>
//>     %26 = stablehlo.dynamic_slice %c_7, %25, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %27 = stablehlo.reshape %26 : (tensor<1xi64>) -> tensor<i64>
//>     %28 = stablehlo.dynamic_slice %23, %27, %c_6, sizes = [2, 6] : (tensor<5x6xf32>, tensor<i64>, tensor<i64>) -> tensor<2x6xf32>
//>     %29 = stablehlo.partition_id : tensor<ui32>
//>     %30 = stablehlo.convert %29 : (tensor<ui32>) -> tensor<i64>
//>     %31 = stablehlo.dynamic_slice %c_5, %30, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %32 = stablehlo.reshape %31 : (tensor<1xi64>) -> tensor<i64>
//>     %33 = stablehlo.iota dim = 0 : tensor<2xi64>
//>     %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<i64>) -> tensor<2xi64>
//>     %35 = stablehlo.add %33, %34 : tensor<2xi64>
//>     %36 = stablehlo.compare GE, %35, %c_4 : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
//>     %37 = stablehlo.compare LT, %35, %c_3 : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
//>     %38 = stablehlo.and %36, %37 : tensor<2xi1>
//>     %39 = stablehlo.broadcast_in_dim %38, dims = [0] : (tensor<2xi1>) -> tensor<2x6xi1>
//>     %40 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x6xf32>
//>     %41 = stablehlo.select %39, %28, %40 : tensor<2x6xi1>, tensor<2x6xf32>
//>     %42 = stablehlo.pad %41, %cst_2, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<2x6xf32>
//>     %43 = stablehlo.slice %42 [0:2, 0:6] : (tensor<2x6xf32>) -> tensor<2x6xf32>
//>     %44 = stablehlo.slice %arg2 [0:2, 0:8] : (tensor<2x8xf32>) -> tensor<2x8xf32>
//>     %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %45 = stablehlo.iota dim = 0 : tensor<2xi32>
//>     %46 = stablehlo.partition_id : tensor<ui32>
//>     %47 = stablehlo.convert %46 : (tensor<ui32>) -> tensor<i64>
//>     %c_9 = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi64>
//>     %48 = stablehlo.dynamic_slice %c_9, %47, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %49 = stablehlo.reshape %48 : (tensor<1xi64>) -> tensor<i64>
//>     %50 = stablehlo.convert %49 : (tensor<i64>) -> tensor<i32>
//>     %51 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %52 = stablehlo.add %45, %51 : tensor<2xi32>
//>     %c_10 = stablehlo.constant dense<7> : tensor<i32>
//>     %53 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %54 = stablehlo.compare LT, %52, %53 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
//>     %55 = stablehlo.broadcast_in_dim %54, dims = [0] : (tensor<2xi1>) -> tensor<2x6xi1>
//>     %56 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x6xf32>
//>     %57 = stablehlo.select %55, %43, %56 : tensor<2x6xi1>, tensor<2x6xf32>
//>     %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %58 = stablehlo.iota dim = 0 : tensor<2xi32>
//>     %59 = stablehlo.partition_id : tensor<ui32>
//>     %60 = stablehlo.convert %59 : (tensor<ui32>) -> tensor<i64>
//>     %c_12 = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi64>
//>     %61 = stablehlo.dynamic_slice %c_12, %60, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %62 = stablehlo.reshape %61 : (tensor<1xi64>) -> tensor<i64>
//>     %63 = stablehlo.convert %62 : (tensor<i64>) -> tensor<i32>
//>     %64 = stablehlo.broadcast_in_dim %63, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %65 = stablehlo.add %58, %64 : tensor<2xi32>
//>     %c_13 = stablehlo.constant dense<7> : tensor<i32>
//>     %66 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %67 = stablehlo.compare LT, %65, %66 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
//>     %68 = stablehlo.broadcast_in_dim %67, dims = [0] : (tensor<2xi1>) -> tensor<2x8xi1>
//>     %69 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
//>     %70 = stablehlo.select %68, %44, %69 : tensor<2x8xi1>, tensor<2x8xf32>
//>     %71 = stablehlo.dot_general %57, %70, contracting_dims = [0] x [0] : (tensor<2x6xf32>, tensor<2x8xf32>) -> tensor<6x8xf32>
//>     %72 = "stablehlo.all_reduce"(%71) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %73 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %73 : tensor<f32>
//>     }) : (tensor<6x8xf32>) -> tensor<6x8xf32>
//>     return %19, %72 : tensor<4xf32>, tensor<6x8xf32>
//>   }
//> }
