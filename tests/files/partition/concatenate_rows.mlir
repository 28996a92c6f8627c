// A roll by one row. A single row isn't sharded, but it doesn't have to be
// gathered.
// RUN: shardflow partition --propagate --check %s

sdy.mesh @mesh = <["x"=4]>

func.func public @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %arg0 [15:16, 0:8] : (tensor<16x8xf32>) -> tensor<1x8xf32>
  %1 = stablehlo.slice %arg0 [0:15, 0:8] : (tensor<16x8xf32>) -> tensor<15x8xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x8xf32>, tensor<15x8xf32>) -> tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func public @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %c = stablehlo.constant dense<1> : tensor<4x8xi64>
//>     %c_0 = stablehlo.constant dense<[0, 4, 8, 12]> : tensor<4xi64>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.slice %arg0 [3:4, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[3, 0], [0, 1], [1, 2], [2, 3]]> : tensor<4x2xi64>}> : (tensor<1x8xf32>) -> tensor<1x8xf32>
//>     %2 = stablehlo.pad %1, %cst, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<4x8xf32>
//>     %3 = stablehlo.concatenate %1, %arg0, dim = 0 : (tensor<1x8xf32>, tensor<4x8xf32>) -> tensor<5x8xf32>
//>     %4 = stablehlo.slice %3 [0:4, 0:8] : (tensor<5x8xf32>) -> tensor<4x8xf32>
//>     %5 = stablehlo.partition_id : tensor<ui32>
//>     %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i64>
//>     %7 = stablehlo.dynamic_slice %c_0, %6, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %8 = stablehlo.reshape %7 : (tensor<1xi64>) -> tensor<i64>
//>     %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i64>) -> tensor<4x8xi64>
//>     %10 = stablehlo.iota dim = 0 : tensor<4x8xi64>
//>     %11 = stablehlo.add %10, %9 : tensor<4x8xi64>
//>     %12 = stablehlo.compare GE, %11, %c : (tensor<4x8xi64>, tensor<4x8xi64>) -> tensor<4x8xi1>
//>     %13 = stablehlo.select %12, %4, %2 : tensor<4x8xi1>, tensor<4x8xf32>
//>     return %13 : tensor<4x8xf32>
//>   }
//> }
