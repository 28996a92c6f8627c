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
//>     %0 = stablehlo.slice %arg0 [3:4, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<1x8xf32>) -> tensor<1x8xf32>
//>     %2 = stablehlo.concatenate %1, %arg0, dim = 0 : (tensor<1x8xf32>, tensor<4x8xf32>) -> tensor<5x8xf32>
//>     %3 = stablehlo.slice %2 [0:4, 0:8] : (tensor<5x8xf32>) -> tensor<4x8xf32>
//>     return %3 : tensor<4x8xf32>
//>   }
//> }
