// From an annotated program to what every device runs, in one command.
// RUN: shardflow partition --propagate --quiet %s
// RUN: shardflow partition --propagate --quiet --replicas --no-halo %s

sdy.mesh @grid = <["data"=2, "model"=2]>

func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"data"}, {}]>}, %arg1: tensor<6x10xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {"model"}]>}, %arg2: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"model"}, {}]>}) -> tensor<8x6xf32> {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<8x6xf32>, tensor<6x10xf32>) -> tensor<8x10xf32>
  %1 = stablehlo.tanh %0 : tensor<8x10xf32>
  %2 = stablehlo.dot %1, %arg2 : (tensor<8x10xf32>, tensor<10x6xf32>) -> tensor<8x6xf32>
  %3 = stablehlo.slice %2 [1:8, 0:6] : (tensor<8x6xf32>) -> tensor<7x6xf32>
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %4 = stablehlo.pad %3, %c, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<7x6xf32>, tensor<f32>) -> tensor<8x6xf32>
  return %4 : tensor<8x6xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @grid = <["data"=2, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 2 : i64}]}}
//>   func.func public @main(%arg0: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"data"}, {}]>}, %arg1: tensor<6x5xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {"model"}]>}, %arg2: tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"model"}, {}]>}) -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"data"}, {}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.dot %arg0, %arg1 : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
//>     %1 = stablehlo.tanh %0 : tensor<4x5xf32>
//>     %2 = stablehlo.dot %1, %arg2 : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
//>     %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %47 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %47 : tensor<f32>
//>     }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
//>     %c = stablehlo.constant dense<5> : tensor<i64>
//>     %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>     %c_1 = stablehlo.constant dense<2> : tensor<i64>
//>     %4 = "stablehlo.collective_permute"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[2, 0], [3, 1]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
//>     %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
//>     %6 = stablehlo.pad %5, %cst, low = [4, 0], high = [4, 0], interior = [0, 0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<16x6xf32>
//>     %7 = stablehlo.partition_id : tensor<ui32>
//>     %8 = stablehlo.convert %7 : (tensor<ui32>) -> tensor<i64>
//>     %9 = stablehlo.divide %8, %c_1 : tensor<i64>
//>     %10 = stablehlo.remainder %9, %c_1 : tensor<i64>
//>     %11 = stablehlo.multiply %10, %c_0 : tensor<i64>
//>     %12 = stablehlo.add %11, %c : tensor<i64>
//>     %13 = stablehlo.maximum %12, %c_0 : tensor<i64>
//>     %14 = stablehlo.dynamic_slice %6, %13, %c_0, sizes = [4, 6] : (tensor<16x6xf32>, tensor<i64>, tensor<i64>) -> tensor<4x6xf32>
//>     %15 = stablehlo.slice %14 [0:4, 0:6] : (tensor<4x6xf32>) -> tensor<4x6xf32>
//>     %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//>     %16 = stablehlo.iota dim = 0 : tensor<4x6xi32>
//>     %17 = stablehlo.partition_id : tensor<ui32>
//>     %18 = stablehlo.convert %17 : (tensor<ui32>) -> tensor<i64>
//>     %c_3 = stablehlo.constant dense<[0, 0, 4, 4]> : tensor<4xi64>
//>     %19 = stablehlo.dynamic_slice %c_3, %18, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %20 = stablehlo.reshape %19 : (tensor<1xi64>) -> tensor<i64>
//>     %21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
//>     %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
//>     %23 = stablehlo.add %16, %22 : tensor<4x6xi32>
//>     %c_4 = stablehlo.constant dense<7> : tensor<i32>
//>     %24 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
//>     %25 = stablehlo.compare LT, %23, %24 : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
//>     %26 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
//>     %27 = stablehlo.select %25, %15, %26 : tensor<4x6xi1>, tensor<4x6xf32>
//>     %28 = stablehlo.pad %27, %cst_2, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
//>     %c_5 = stablehlo.constant dense<7> : tensor<i64>
//>     %c_6 = stablehlo.constant dense<0> : tensor<i64>
//>     %c_7 = stablehlo.constant dense<1> : tensor<i64>
//>     %c_8 = stablehlo.constant dense<2> : tensor<i64>
//>     %29 = stablehlo.partition_id : tensor<ui32>
//>     %30 = stablehlo.convert %29 : (tensor<ui32>) -> tensor<i64>
//>     %31 = stablehlo.divide %30, %c_8 : tensor<i64>
//>     %32 = stablehlo.remainder %31, %c_8 : tensor<i64>
//>     %33 = "stablehlo.collective_permute"(%28) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
//>     %34 = stablehlo.compare GE, %32, %c_7 : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %35 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
//>     %36 = stablehlo.select %34, %33, %35 : tensor<i1>, tensor<4x6xf32>
//>     %37 = stablehlo.concatenate %36, %28, dim = 0 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
//>     %38 = stablehlo.pad %37, %cst_2, low = [4, 0], high = [4, 0], interior = [0, 0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<16x6xf32>
//>     %39 = stablehlo.partition_id : tensor<ui32>
//>     %40 = stablehlo.convert %39 : (tensor<ui32>) -> tensor<i64>
//>     %41 = stablehlo.divide %40, %c_8 : tensor<i64>
//>     %42 = stablehlo.remainder %41, %c_8 : tensor<i64>
//>     %43 = stablehlo.multiply %42, %c_6 : tensor<i64>
//>     %44 = stablehlo.add %43, %c_5 : tensor<i64>
//>     %45 = stablehlo.maximum %44, %c_6 : tensor<i64>
//>     %46 = stablehlo.dynamic_slice %38, %45, %c_6, sizes = [4, 6] : (tensor<16x6xf32>, tensor<i64>, tensor<i64>) -> tensor<4x6xf32>
//>     return %46 : tensor<4x6xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @grid = <["data"=2, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 2 : i64}]}}
//>   func.func public @main(%arg0: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"data"}, {}]>}, %arg1: tensor<6x5xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {"model"}]>}, %arg2: tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"model"}, {}]>}) -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"data"}, {}]>}) {
//>     %0 = stablehlo.dot %arg0, %arg1 : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
//>     %1 = stablehlo.tanh %0 : tensor<4x5xf32>
//>     %2 = stablehlo.dot %1, %arg2 : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
//>     %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %12 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %12 : tensor<f32>
//>     }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
//>     %4 = "stablehlo.all_gather"(%3) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
//>     %5 = stablehlo.slice %4 [1:8, 0:6] : (tensor<8x6xf32>) -> tensor<7x6xf32>
//>     %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//>     %6 = stablehlo.pad %5, %cst, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<7x6xf32>, tensor<f32>) -> tensor<8x6xf32>
//>     %7 = stablehlo.replica_id : tensor<ui32>
//>     %8 = stablehlo.convert %7 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 0, 4, 4]> : tensor<4xi64>
//>     %9 = stablehlo.dynamic_slice %c, %8, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %10 = stablehlo.reshape %9 : (tensor<1xi64>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>     %11 = stablehlo.dynamic_slice %6, %10, %c_0, sizes = [4, 6] : (tensor<8x6xf32>, tensor<i64>, tensor<i64>) -> tensor<4x6xf32>
//>     return %11 : tensor<4x6xf32>
//>   }
//> }
