// What every device can compute in less time than a collective takes is not
// gathered and not summed up; what is made from shards, or takes longer, is.
// RUN: shardflow partition --as-is %s

sdy.mesh @mesh = <["x"=4]>

func.func public @main(%all: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                       %part: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                       %large: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<6x8xf32>, tensor<6xf32>, tensor<8xf32>, tensor<8192x8192xf32>) {
  // Two ops of a replicated argument: no all_gather.
  %0 = stablehlo.tanh %all {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<6x8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<6x8xf32>
  // A sum along the sharded dimension: no all_reduce.
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x8xf32>, tensor<f32>) -> tensor<6xf32>
  // Nobody has all of the argument.
  %3 = stablehlo.tanh %part {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  // Too much work.
  %4 = stablehlo.dot_general %large, %large, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8192x8192xf32>, tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  return %1, %2, %3, %4 : tensor<6x8xf32>, tensor<6xf32>, tensor<8xf32>, tensor<8192x8192xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]>
//>   func.func public @main(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg2: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<6x8xf32>, tensor<6xf32>, tensor<8xf32>, tensor<8192x8192xf32>) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.tanh %arg0 : tensor<6x8xf32>
//>     %1 = stablehlo.negate %0 : tensor<6x8xf32>
//>     %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x8xf32>, tensor<f32>) -> tensor<6xf32>
//>     %3 = stablehlo.tanh %arg1 : tensor<2xf32>
//>     %4 = stablehlo.partition_id : tensor<ui32>
//>     %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 2048, 4096, 6144]> : tensor<4xi64>
//>     %6 = stablehlo.dynamic_slice %c, %5, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>     %8 = stablehlo.dynamic_slice %arg2, %7, %c_0, sizes = [2048, 8192] : (tensor<8192x8192xf32>, tensor<i64>, tensor<i64>) -> tensor<2048x8192xf32>
//>     %9 = stablehlo.dot_general %8, %arg2, contracting_dims = [1] x [0] : (tensor<2048x8192xf32>, tensor<8192x8192xf32>) -> tensor<2048x8192xf32>
//>     %10 = "stablehlo.all_gather"(%3) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<8xf32>
//>     %11 = "stablehlo.all_gather"(%9) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2048x8192xf32>) -> tensor<8192x8192xf32>
//>     return %1, %2, %10, %11 : tensor<6x8xf32>, tensor<6xf32>, tensor<8xf32>, tensor<8192x8192xf32>
//>   }
//> }
