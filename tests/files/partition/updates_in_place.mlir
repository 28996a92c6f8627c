// XLA's CPU compiler would compute the slice, the update and the reshape for the
// all_gather in one kernel, in place, and read elements that it has already overwritten.
// RUN: shardflow partition -p %s

sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%a: tensor<2x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>}, %i: tensor<i32>) -> (tensor<2x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.slice %a [0:2, 0:2, 0:4] : (tensor<2x6x4xf32>) -> tensor<2x2x4xf32>
  %1 = stablehlo.negate %0 : tensor<2x2x4xf32>
  %2 = stablehlo.dynamic_update_slice %a, %1, %c, %i, %c : (tensor<2x6x4xf32>, tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x6x4xf32>
  return %2 : tensor<2x6x4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<1x6x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>}, %arg1: tensor<i32>) -> (tensor<2x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %0 = stablehlo.slice %arg0 [0:1, 0:2, 0:2] : (tensor<1x6x2xf32>) -> tensor<1x2x2xf32>
//>     %1 = stablehlo.negate %0 : tensor<1x2x2xf32>
//>     %2 = stablehlo.dynamic_update_slice %arg0, %1, %c, %arg1, %c : (tensor<1x6x2xf32>, tensor<1x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x2xf32>
//>     %3 = stablehlo.optimization_barrier %2 : tensor<1x6x2xf32>
//>     %4 = stablehlo.reshape %3 : (tensor<1x6x2xf32>) -> tensor<1x1x6x2xf32>
//>     %5 = "stablehlo.all_gather"(%4) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<1x1x6x2xf32>) -> tensor<4x1x6x2xf32>
//>     %6 = stablehlo.reshape %5 : (tensor<4x1x6x2xf32>) -> tensor<2x2x1x6x2xf32>
//>     %7 = stablehlo.transpose %6, dims = [0, 2, 3, 1, 4] : (tensor<2x2x1x6x2xf32>) -> tensor<2x1x6x2x2xf32>
//>     %8 = stablehlo.reshape %7 : (tensor<2x1x6x2x2xf32>) -> tensor<2x6x4xf32>
//>     return %8 : tensor<2x6x4xf32>
//>   }
//> }
