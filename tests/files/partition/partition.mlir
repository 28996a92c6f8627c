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
//>       %42 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %42 : tensor<f32>
//>     }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
//>     %4 = stablehlo.slice %3 [0:1, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
//>     %5 = "stablehlo.collective_permute"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[2, 0], [3, 1]]> : tensor<2x2xi64>}> : (tensor<1x6xf32>) -> tensor<1x6xf32>
//>     %6 = stablehlo.concatenate %3, %5, dim = 0 : (tensor<4x6xf32>, tensor<1x6xf32>) -> tensor<5x6xf32>
//>     %7 = stablehlo.slice %6 [1:5, 0:6] : (tensor<5x6xf32>) -> tensor<4x6xf32>
//>     %8 = stablehlo.slice %7 [0:4, 0:6] : (tensor<4x6xf32>) -> tensor<4x6xf32>
//>     %9 = stablehlo.slice %8 [0:4, 0:6] : (tensor<4x6xf32>) -> tensor<4x6xf32>
//>     %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//>     %10 = stablehlo.iota dim = 0 : tensor<4xi32>
//>     %11 = stablehlo.partition_id : tensor<ui32>
//>     %12 = stablehlo.convert %11 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 0, 4, 4]> : tensor<4xi64>
//>     %13 = stablehlo.dynamic_slice %c, %12, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %14 = stablehlo.reshape %13 : (tensor<1xi64>) -> tensor<i64>
//>     %15 = stablehlo.convert %14 : (tensor<i64>) -> tensor<i32>
//>     %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<i32>) -> tensor<4xi32>
//>     %17 = stablehlo.add %10, %16 : tensor<4xi32>
//>     %c_1 = stablehlo.constant dense<7> : tensor<i32>
//>     %18 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<4xi32>
//>     %19 = stablehlo.compare LT, %17, %18 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
//>     %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<4xi1>) -> tensor<4x6xi1>
//>     %21 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
//>     %22 = stablehlo.select %20, %9, %21 : tensor<4x6xi1>, tensor<4x6xf32>
//>     %23 = stablehlo.pad %22, %cst, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
//>     %c_2 = stablehlo.constant dense<7> : tensor<4xi64>
//>     %c_3 = stablehlo.constant dense<0> : tensor<4xi64>
//>     %c_4 = stablehlo.constant dense<[-1, -1, 3, 3]> : tensor<4xi64>
//>     %24 = stablehlo.slice %23 [3:4, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
//>     %25 = "stablehlo.collective_permute"(%24) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> : (tensor<1x6xf32>) -> tensor<1x6xf32>
//>     %26 = stablehlo.concatenate %25, %23, dim = 0 : (tensor<1x6xf32>, tensor<4x6xf32>) -> tensor<5x6xf32>
//>     %27 = stablehlo.slice %26 [0:4, 0:6] : (tensor<5x6xf32>) -> tensor<4x6xf32>
//>     %28 = stablehlo.partition_id : tensor<ui32>
//>     %29 = stablehlo.convert %28 : (tensor<ui32>) -> tensor<i64>
//>     %30 = stablehlo.dynamic_slice %c_4, %29, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %31 = stablehlo.reshape %30 : (tensor<1xi64>) -> tensor<i64>
//>     %32 = stablehlo.iota dim = 0 : tensor<4xi64>
//>     %33 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<i64>) -> tensor<4xi64>
//>     %34 = stablehlo.add %32, %33 : tensor<4xi64>
//>     %35 = stablehlo.compare GE, %34, %c_3 : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
//>     %36 = stablehlo.compare LT, %34, %c_2 : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
//>     %37 = stablehlo.and %35, %36 : tensor<4xi1>
//>     %38 = stablehlo.broadcast_in_dim %37, dims = [0] : (tensor<4xi1>) -> tensor<4x6xi1>
//>     %39 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
//>     %40 = stablehlo.select %38, %27, %39 : tensor<4x6xi1>, tensor<4x6xf32>
//>     %41 = stablehlo.pad %40, %cst_0, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
//>     return %41 : tensor<4x6xf32>
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
