// Dimensions that an op of which only the rule is known splits, resizes or drops:
// shards are used only where none is padded.
// RUN: shardflow partition -q --check --rules tests/files/partition/own.rules %s

sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<3x2xf32>, tensor<3xf32>, tensor<4xf32>) {
  %0 = "my.split"(%a) : (tensor<8xf32>) -> tensor<4x2xf32>
  %1 = "my.halve"(%a) : (tensor<8xf32>) -> tensor<4xf32>
  %2 = stablehlo.slice %a [0:6] : (tensor<8xf32>) -> tensor<6xf32>
  %3 = "my.split"(%2) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<6xf32>) -> tensor<3x2xf32>
  %4 = "my.halve"(%2) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<6xf32>) -> tensor<3xf32>
  %5 = "my.first"(%b) : (tensor<4x4xf32>) -> tensor<4xf32>
  return %0, %1, %3, %4, %5 : tensor<4x2xf32>, tensor<4xf32>, tensor<3x2xf32>, tensor<3xf32>, tensor<4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<3x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xf32>) {
//>     %0 = "my.split"(%arg0) : (tensor<4xf32>) -> tensor<2x2xf32>
//>     %1 = "my.halve"(%arg0) : (tensor<4xf32>) -> tensor<2xf32>
//>     %c = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
//>     %2 = stablehlo.slice %arg0 [3:4] : (tensor<4xf32>) -> tensor<1xf32>
//>     %3 = "stablehlo.collective_permute"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
//>     %4 = stablehlo.concatenate %3, %arg0, dim = 0 : (tensor<1xf32>, tensor<4xf32>) -> tensor<5xf32>
//>     %5 = stablehlo.partition_id : tensor<ui32>
//>     %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i64>
//>     %7 = stablehlo.dynamic_slice %c, %6, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>     %8 = stablehlo.reshape %7 : (tensor<1xi64>) -> tensor<i64>
//>     %9 = stablehlo.dynamic_slice %4, %8, sizes = [3] : (tensor<5xf32>, tensor<i64>) -> tensor<3xf32>
//>     %10 = stablehlo.slice %9 [0:3] : (tensor<3xf32>) -> tensor<3xf32>
//>     %11 = "stablehlo.all_gather"(%10) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<3xf32>) -> tensor<6xf32>
//>     %12 = "my.split"(%11) : (tensor<6xf32>) -> tensor<3x2xf32>
//>     %13 = "my.halve"(%11) : (tensor<6xf32>) -> tensor<3xf32>
//>     %14 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
//>     %15 = "my.first"(%14) : (tensor<4x4xf32>) -> tensor<4xf32>
//>     return %0, %1, %12, %13, %15 : tensor<2x2xf32>, tensor<2xf32>, tensor<3x2xf32>, tensor<3xf32>, tensor<4xf32>
//>   }
//> }
