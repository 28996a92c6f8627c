// Ops that move elements between devices.
// RUN: shardflow opt %s -sdy-resolve-permutation-factors
// RUN: shardflow opt %s -sdy-resolve-permutation-factors=enable-halo-exchange=false

sdy.mesh @line = <["i"=4]>
sdy.mesh @grid = <["i"=2, "j"=2]>

// Who has no neighbour gets %arg1, which may be anything.
func.func @pad_value(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Dimension 0 needs nothing of others, but is longer afterwards.
func.func @two_dims(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"i"}, {"j"}]>}) -> (tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"i"}, {"j"}]>}) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %arg0, %c, low = [1, 1], high = [1, -1], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"i"}, {"j"}]>]>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// Every third element from the second on.
func.func @strided(%arg0: tensor<24x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
  %0 = stablehlo.slice %arg0 [1:24:3, 0:3:2] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : (tensor<24x3xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

func.func @reverse(%arg0: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> (tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
  %0 = stablehlo.reverse %arg0, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

func.func @split(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"i", "j"}]>}) -> tensor<2x3xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"i"}, {"j"}]>]>} : (tensor<6xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @line_reversed = <["i"=4], device_ids=[3, 2, 1, 0]>
//>   sdy.mesh @line = <["i"=4]>
//>   sdy.mesh @grid = <["i"=2, "j"=2]>
//>   func.func @pad_value(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@line, [{"i"}]>, <@line, []>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg2: tensor<2xf32>, %arg3: tensor<f32>) {
//>       %1 = stablehlo.partition_id : tensor<ui32>
//>       %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>       %3 = "stablehlo.collective_permute"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : (tensor<2xf32>) -> tensor<2xf32>
//>       %c = stablehlo.constant dense<1> : tensor<i64>
//>       %4 = stablehlo.compare GE, %2, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>       %5 = stablehlo.broadcast_in_dim %arg3, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : (tensor<f32>) -> tensor<2xf32>
//>       %6 = stablehlo.select %4, %3, %5 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : tensor<i1>, tensor<2xf32>
//>       %7 = stablehlo.concatenate %6, %arg2, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
//>       %8 = stablehlo.pad %7, %arg3, low = [2], high = [2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
//>       %9 = stablehlo.partition_id : tensor<ui32>
//>       %10 = stablehlo.convert %9 : (tensor<ui32>) -> tensor<i64>
//>       %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>       %c_1 = stablehlo.constant dense<3> : tensor<i64>
//>       %11 = stablehlo.multiply %10, %c_0 : tensor<i64>
//>       %12 = stablehlo.add %11, %c_1 : tensor<i64>
//>       %c_2 = stablehlo.constant dense<0> : tensor<i64>
//>       %13 = stablehlo.maximum %12, %c_2 : tensor<i64>
//>       %14 = stablehlo.dynamic_slice %8, %13, sizes = [2] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : (tensor<8xf32>, tensor<i64>) -> tensor<2xf32>
//>       sdy.return %14 : tensor<2xf32>
//>     } : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func @two_dims(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"i"}, {"j"}]>}) -> (tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"i"}, {"j"}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = sdy.manual_computation(%arg0, %cst) in_shardings=[<@grid, [{"i"}, {"j"}]>, <@grid, []>] out_shardings=[<@grid, [{"i"}, {"j"}]>] manual_axes={"i", "j"} (%arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
//>       %1 = stablehlo.concatenate %arg1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}, {}]>]>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>       %2 = stablehlo.pad %1, %arg2, low = [3, 0], high = [3, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}, {}]>]>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<8x4xf32>
//>       %3 = stablehlo.partition_id : tensor<ui32>
//>       %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i64>
//>       %c = stablehlo.constant dense<2> : tensor<i64>
//>       %5 = stablehlo.divide %4, %c : tensor<i64>
//>       %c_0 = stablehlo.constant dense<2> : tensor<i64>
//>       %6 = stablehlo.remainder %5, %c_0 : tensor<i64>
//>       %c_1 = stablehlo.constant dense<1> : tensor<i64>
//>       %c_2 = stablehlo.constant dense<2> : tensor<i64>
//>       %7 = stablehlo.multiply %6, %c_1 : tensor<i64>
//>       %8 = stablehlo.add %7, %c_2 : tensor<i64>
//>       %c_3 = stablehlo.constant dense<0> : tensor<i64>
//>       %9 = stablehlo.maximum %8, %c_3 : tensor<i64>
//>       %10 = stablehlo.dynamic_slice %2, %9, %c_3, sizes = [3, 4] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}, {}]>]>} : (tensor<8x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
//>       %11 = "stablehlo.collective_permute"(%10) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}, {}]>]>} : (tensor<3x4xf32>) -> tensor<3x4xf32>
//>       %12 = stablehlo.concatenate %11, %10, dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}, {}]>]>} : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x8xf32>
//>       %13 = stablehlo.pad %12, %arg2, low = [0, 4], high = [0, 4], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}, {}]>]>} : (tensor<3x8xf32>, tensor<f32>) -> tensor<3x16xf32>
//>       %14 = stablehlo.partition_id : tensor<ui32>
//>       %15 = stablehlo.convert %14 : (tensor<ui32>) -> tensor<i64>
//>       %c_4 = stablehlo.constant dense<2> : tensor<i64>
//>       %16 = stablehlo.remainder %15, %c_4 : tensor<i64>
//>       %c_5 = stablehlo.constant dense<0> : tensor<i64>
//>       %c_6 = stablehlo.constant dense<7> : tensor<i64>
//>       %17 = stablehlo.multiply %16, %c_5 : tensor<i64>
//>       %18 = stablehlo.add %17, %c_6 : tensor<i64>
//>       %c_7 = stablehlo.constant dense<0> : tensor<i64>
//>       %19 = stablehlo.maximum %18, %c_7 : tensor<i64>
//>       %20 = stablehlo.dynamic_slice %13, %c_7, %19, sizes = [3, 4] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}, {}]>]>} : (tensor<3x16xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
//>       sdy.return %20 : tensor<3x4xf32>
//>     } : (tensor<4x8xf32>, tensor<f32>) -> tensor<6x8xf32>
//>     return %0 : tensor<6x8xf32>
//>   }
//>   func.func @strided(%arg0: tensor<24x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = sdy.manual_computation(%arg0, %cst) in_shardings=[<@line, [{"i"}, {}]>, <@line, []>] out_shardings=[<@line, [{"i"}, {}]>] manual_axes={"i"} (%arg1: tensor<6x3xf32>, %arg2: tensor<f32>) {
//>       %1 = stablehlo.concatenate %arg1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {}]>]>} : (tensor<6x3xf32>) -> tensor<6x3xf32>
//>       %2 = stablehlo.pad %1, %arg2, low = [4, 0], high = [4, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {}]>]>} : (tensor<6x3xf32>, tensor<f32>) -> tensor<14x3xf32>
//>       %3 = stablehlo.partition_id : tensor<ui32>
//>       %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i64>
//>       %c = stablehlo.constant dense<0> : tensor<i64>
//>       %c_0 = stablehlo.constant dense<5> : tensor<i64>
//>       %5 = stablehlo.multiply %4, %c : tensor<i64>
//>       %6 = stablehlo.add %5, %c_0 : tensor<i64>
//>       %c_1 = stablehlo.constant dense<0> : tensor<i64>
//>       %7 = stablehlo.maximum %6, %c_1 : tensor<i64>
//>       %8 = stablehlo.dynamic_slice %2, %7, %c_1, sizes = [4, 3] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {}]>]>} : (tensor<14x3xf32>, tensor<i64>, tensor<i64>) -> tensor<4x3xf32>
//>       %9 = stablehlo.slice %8 [0:4:3, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {}]>]>} : (tensor<4x3xf32>) -> tensor<2x3xf32>
//>       %10 = stablehlo.slice %9 [0:2, 0:3:2] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {}]>]>} : (tensor<2x3xf32>) -> tensor<2x2xf32>
//>       sdy.return %10 : tensor<2x2xf32>
//>     } : (tensor<24x3xf32>, tensor<f32>) -> tensor<8x2xf32>
//>     return %0 : tensor<8x2xf32>
//>   }
//>   func.func @reverse(%arg0: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> (tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
//>     %0 = stablehlo.reverse %arg0, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@line_reversed, [{"i"}, {}]>]>} : tensor<8x3xf32>
//>     %1 = sdy.reshard %0 <@line, [{"i"}, {}]> : tensor<8x3xf32>
//>     return %1 : tensor<8x3xf32>
//>   }
//>   func.func @split(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"i", "j"}]>}) -> tensor<2x3xf32> {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.pad %arg0, %cst_0, low = [0], high = [2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"i", "j"}]>]>} : (tensor<6xf32>, tensor<f32>) -> tensor<8xf32>
//>     %1 = sdy.manual_computation(%0, %cst) in_shardings=[<@grid, [{"i", "j"}]>, <@grid, []>] out_shardings=[<@grid, [{"i"}, {"j"}]>] manual_axes={"i", "j"} (%arg1: tensor<2xf32>, %arg2: tensor<f32>) {
//>       %3 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}]>]>} : (tensor<2xf32>) -> tensor<2xf32>
//>       %4 = stablehlo.concatenate %3, %arg1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}]>]>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
//>       %5 = stablehlo.pad %4, %arg2, low = [2], high = [2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}]>]>} : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
//>       %6 = stablehlo.partition_id : tensor<ui32>
//>       %7 = stablehlo.convert %6 : (tensor<ui32>) -> tensor<i64>
//>       %c = stablehlo.constant dense<2> : tensor<i64>
//>       %8 = stablehlo.divide %7, %c : tensor<i64>
//>       %c_1 = stablehlo.constant dense<2> : tensor<i64>
//>       %9 = stablehlo.remainder %8, %c_1 : tensor<i64>
//>       %c_2 = stablehlo.constant dense<2> : tensor<i64>
//>       %10 = stablehlo.remainder %7, %c_2 : tensor<i64>
//>       %c_3 = stablehlo.constant dense<2> : tensor<i64>
//>       %11 = stablehlo.multiply %9, %c_3 : tensor<i64>
//>       %12 = stablehlo.add %11, %10 : tensor<i64>
//>       %c_4 = stablehlo.constant dense<[4, 4, 3, 3]> : tensor<4xi64>
//>       %13 = stablehlo.dynamic_slice %c_4, %12, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>       %14 = stablehlo.reshape %13 : (tensor<1xi64>) -> tensor<i64>
//>       %c_5 = stablehlo.constant dense<0> : tensor<i64>
//>       %15 = stablehlo.dynamic_slice %5, %14, sizes = [2] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}]>]>} : (tensor<8xf32>, tensor<i64>) -> tensor<2xf32>
//>       %16 = stablehlo.reshape %15 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}, {}]>]>} : (tensor<2xf32>) -> tensor<1x2xf32>
//>       sdy.return %16 : tensor<1x2xf32>
//>     } : (tensor<8xf32>, tensor<f32>) -> tensor<2x4xf32>
//>     %2 = stablehlo.slice %1 [0:2, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"i"}, {"j"}]>]>} : (tensor<2x4xf32>) -> tensor<2x3xf32>
//>     return %2 : tensor<2x3xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   sdy.mesh @grid = <["i"=2, "j"=2]>
//>   func.func @pad_value(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func @two_dims(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"i"}, {"j"}]>}) -> (tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"i"}, {"j"}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.pad %arg0, %cst, low = [1, 1], high = [1, -1], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"i"}, {"j"}]>]>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<6x8xf32>
//>     return %0 : tensor<6x8xf32>
//>   }
//>   func.func @strided(%arg0: tensor<24x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
//>     %0 = sdy.reshard %arg0 <@line, [{}, {}]> : tensor<24x3xf32>
//>     %1 = stablehlo.slice %0 [1:24:3, 0:3:2] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {}]>]>} : (tensor<24x3xf32>) -> tensor<8x2xf32>
//>     %2 = sdy.reshard %1 <@line, [{"i"}, {}]> : tensor<8x2xf32>
//>     return %2 : tensor<8x2xf32>
//>   }
//>   func.func @reverse(%arg0: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> (tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
//>     %0 = sdy.reshard %arg0 <@line, [{}, {}]> : tensor<8x3xf32>
//>     %1 = stablehlo.reverse %0, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {}]>]>} : tensor<8x3xf32>
//>     %2 = sdy.reshard %1 <@line, [{"i"}, {}]> : tensor<8x3xf32>
//>     return %2 : tensor<8x3xf32>
//>   }
//>   func.func @split(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"i", "j"}]>}) -> tensor<2x3xf32> {
//>     %0 = sdy.reshard %arg0 <@grid, [{}]> : tensor<6xf32>
//>     %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}, {}]>]>} : (tensor<6xf32>) -> tensor<2x3xf32>
//>     %2 = sdy.reshard %1 <@grid, [{"i"}, {"j"}]> : tensor<2x3xf32>
//>     return %2 : tensor<2x3xf32>
//>   }
//> }
