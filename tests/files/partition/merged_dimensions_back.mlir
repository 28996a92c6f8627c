// A dimension that a reshape splits, sharded along axes that don't fit: shards are
// gathered along "model", and nothing else is sent.
// RUN: shardflow partition --propagate -q --check %s

sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func public @main(%arg0: tensor<16x48xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>})
    -> (tensor<16x6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}) {
  %0 = stablehlo.reshape %arg0 : (tensor<16x48xf32>) -> tensor<16x6x8xf32>
  return %0 : tensor<16x6x8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
//>   func.func public @main(%arg0: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) -> (tensor<8x6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}) {
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<8x12xf32>) -> tensor<8x24xf32>
//>     %1 = stablehlo.reshape %0 : (tensor<8x24xf32>) -> tensor<8x3x8xf32>
//>     %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<8x3x8xf32>) -> tensor<8x6x8xf32>
//>     return %2 : tensor<8x6x8xf32>
//>   }
//> }
