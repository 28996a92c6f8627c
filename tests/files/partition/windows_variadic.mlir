// A reduce_window of two tensors: devices fetch the elements of both that their
// windows cover.
// RUN: shardflow partition --as-is -q --check %s

sdy.mesh @line = <["i"=4]>

func.func public @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>},
                       %arg1: tensor<16xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>})
    -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>},
        tensor<16xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<99> : tensor<i32>
  %0:2 = "stablehlo.reduce_window"(%arg0, %arg1, %least, %none) <{padding = dense<[[1, 1]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>}> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
    %ge = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %x = stablehlo.select %ge, %a, %b : tensor<i1>, tensor<f32>
    %k = stablehlo.select %ge, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %x, %k : tensor<f32>, tensor<i32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>, <@line, [{"i"}]>]>} : (tensor<16xf32>, tensor<16xi32>, tensor<f32>, tensor<i32>) -> (tensor<16xf32>, tensor<16xi32>)
  return %0#0, %0#1 : tensor<16xf32>, tensor<16xi32>
}

//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   func.func public @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<4xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, tensor<4xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %c = stablehlo.constant dense<99> : tensor<i32>
//>     %c_0 = stablehlo.constant dense<16> : tensor<6xi64>
//>     %c_1 = stablehlo.constant dense<0> : tensor<6xi64>
//>     %c_2 = stablehlo.constant dense<[-1, 3, 7, 11]> : tensor<4xi64>
//>     %0 = stablehlo.slice %arg0 [3:4] : (tensor<4xf32>) -> tensor<1xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
//>     %2 = stablehlo.slice %arg0 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
//>     %3 = "stablehlo.collective_permute"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1], [3, 2]]> : tensor<3x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
//>     %4 = stablehlo.concatenate %1, %arg0, %3, dim = 0 : (tensor<1xf32>, tensor<4xf32>, tensor<1xf32>) -> tensor<6xf32>
//>     %5 = stablehlo.partition_id : tensor<ui32>
//>     %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i64>
//>     %7 = stablehlo.dynamic_slice %c_2, %6, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %8 = stablehlo.reshape %7 : (tensor<1xi64>) -> tensor<i64>
//>     %9 = stablehlo.iota dim = 0 : tensor<6xi64>
//>     %10 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i64>) -> tensor<6xi64>
//>     %11 = stablehlo.add %9, %10 : tensor<6xi64>
//>     %12 = stablehlo.compare GE, %11, %c_1 : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
//>     %13 = stablehlo.compare LT, %11, %c_0 : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
//>     %14 = stablehlo.and %12, %13 : tensor<6xi1>
//>     %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
//>     %16 = stablehlo.select %14, %4, %15 : tensor<6xi1>, tensor<6xf32>
//>     %17 = stablehlo.slice %arg1 [3:4] : (tensor<4xi32>) -> tensor<1xi32>
//>     %18 = "stablehlo.collective_permute"(%17) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<1xi32>) -> tensor<1xi32>
//>     %19 = stablehlo.slice %arg1 [0:1] : (tensor<4xi32>) -> tensor<1xi32>
//>     %20 = "stablehlo.collective_permute"(%19) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1], [3, 2]]> : tensor<3x2xi64>}> : (tensor<1xi32>) -> tensor<1xi32>
//>     %21 = stablehlo.concatenate %18, %arg1, %20, dim = 0 : (tensor<1xi32>, tensor<4xi32>, tensor<1xi32>) -> tensor<6xi32>
//>     %22 = stablehlo.partition_id : tensor<ui32>
//>     %23 = stablehlo.convert %22 : (tensor<ui32>) -> tensor<i64>
//>     %24 = stablehlo.dynamic_slice %c_2, %23, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %25 = stablehlo.reshape %24 : (tensor<1xi64>) -> tensor<i64>
//>     %26 = stablehlo.iota dim = 0 : tensor<6xi64>
//>     %27 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<i64>) -> tensor<6xi64>
//>     %28 = stablehlo.add %26, %27 : tensor<6xi64>
//>     %29 = stablehlo.compare GE, %28, %c_1 : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
//>     %30 = stablehlo.compare LT, %28, %c_0 : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
//>     %31 = stablehlo.and %29, %30 : tensor<6xi1>
//>     %32 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6xi32>
//>     %33 = stablehlo.select %31, %21, %32 : tensor<6xi1>, tensor<6xi32>
//>     %34:2 = "stablehlo.reduce_window"(%16, %33, %cst, %c) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 3>}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<f32>, %arg5: tensor<i32>):
//>       %35 = stablehlo.compare GE, %arg2, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       %36 = stablehlo.select %35, %arg2, %arg4 : tensor<i1>, tensor<f32>
//>       %37 = stablehlo.select %35, %arg3, %arg5 : tensor<i1>, tensor<i32>
//>       stablehlo.return %36, %37 : tensor<f32>, tensor<i32>
//>     }) : (tensor<6xf32>, tensor<6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
//>     return %34#0, %34#1 : tensor<4xf32>, tensor<4xi32>
//>   }
//> }
