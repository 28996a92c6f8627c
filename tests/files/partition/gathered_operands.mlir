// The operand is much smaller than the sums: it is gathered (every device sends
// 256 bytes), although each device then computes twice as much. The all_reduce of
// the result would send 2000.
// RUN: shardflow partition --propagate -q --check --always-gather %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func public @main(%arg0: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                       %arg1: tensor<32x125xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<16x125xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x125xf32>) -> tensor<16x125xf32>
  return %0 : tensor<16x125xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
//>   func.func public @main(%arg0: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<32x125xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<4x125xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x16xf32>) -> tensor<4x32xf32>
//>     %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0] : (tensor<4x32xf32>, tensor<32x125xf32>) -> tensor<4x125xf32>
//>     return %1 : tensor<4x125xf32>
//>   }
//> }
