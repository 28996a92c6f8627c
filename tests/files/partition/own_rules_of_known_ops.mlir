// A rule of the user's for a known op: its factors that only operands or only
// results have are gathered, as those of ops that only the rule describes.
// RUN: shardflow partition -q --check --rules tests/files/partition/known.rules %s

sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
//>     %1 = stablehlo.cholesky %0, lower = true : tensor<4x4xf32>
//>     %2 = stablehlo.partition_id : tensor<ui32>
//>     %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 2, 0, 2]> : tensor<4xi64>
//>     %4 = stablehlo.dynamic_slice %c, %3, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %5 = stablehlo.reshape %4 : (tensor<1xi64>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>     %6 = stablehlo.dynamic_slice %1, %5, %c_0, sizes = [2, 4] : (tensor<4x4xf32>, tensor<i64>, tensor<i64>) -> tensor<2x4xf32>
//>     return %6 : tensor<2x4xf32>
//>   }
//> }
