// Windows begin with 5, which isn't neutral: devices fetch what their windows
// cover.
// RUN: shardflow partition --as-is -q --check %s

sdy.mesh @line = <["i"=4]>

func.func public @main(%arg0: tensor<8xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>})
    -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%arg0, %five) <{padding = dense<[[7, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 8>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   func.func public @main(%arg0: tensor<2xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<2xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %c = stablehlo.constant dense<5> : tensor<i32>
//>     %c_0 = stablehlo.constant dense<8> : tensor<9xi64>
//>     %c_1 = stablehlo.constant dense<0> : tensor<9xi64>
//>     %c_2 = stablehlo.constant dense<[-7, -5, -3, -1]> : tensor<4xi64>
//>     %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 3]]> : tensor<1x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
//>     %1 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
//>     %2 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
//>     %3 = stablehlo.concatenate %0, %1, %2, %arg0, dim = 0 : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<8xi32>
//>     %4 = stablehlo.pad %3, %c, low = [1], high = [0], interior = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<9xi32>
//>     %5 = stablehlo.partition_id : tensor<ui32>
//>     %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i64>
//>     %7 = stablehlo.dynamic_slice %c_2, %6, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %8 = stablehlo.reshape %7 : (tensor<1xi64>) -> tensor<i64>
//>     %9 = stablehlo.iota dim = 0 : tensor<9xi64>
//>     %10 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i64>) -> tensor<9xi64>
//>     %11 = stablehlo.add %9, %10 : tensor<9xi64>
//>     %12 = stablehlo.compare GE, %11, %c_1 : (tensor<9xi64>, tensor<9xi64>) -> tensor<9xi1>
//>     %13 = stablehlo.compare LT, %11, %c_0 : (tensor<9xi64>, tensor<9xi64>) -> tensor<9xi1>
//>     %14 = stablehlo.and %12, %13 : tensor<9xi1>
//>     %15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<9xi32>
//>     %16 = stablehlo.select %14, %4, %15 : tensor<9xi1>, tensor<9xi32>
//>     %17 = "stablehlo.reduce_window"(%16, %c) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 8>}> ({
//>     ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
//>       %18 = stablehlo.add %arg1, %arg2 : tensor<i32>
//>       stablehlo.return %18 : tensor<i32>
//>     }) : (tensor<9xi32>, tensor<i32>) -> tensor<2xi32>
//>     return %17 : tensor<2xi32>
//>   }
//> }
