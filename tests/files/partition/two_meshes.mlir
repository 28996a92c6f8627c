// From one mesh to one with other axes: "i" is the same as "p" and "q", which become
// the common axes. The third mesh has the devices in another order, which takes a
// permute.
// RUN: shardflow partition --as-is %s

sdy.mesh @line = <["i"=4]>
sdy.mesh @grid = <["p"=2, "q"=2]>
sdy.mesh @snake = <["s"=2, "t"=2], device_ids=[3, 2, 1, 0]>

func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"p"}]>},
        tensor<8xf32> {sdy.sharding = #sdy.sharding<@snake, [{"s"}]>}) {
  %0 = sdy.reshard %arg0 <@grid, [{"p"}]> : tensor<8xf32>
  %1 = sdy.reshard %0 <@snake, [{"s"}]> : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   sdy.mesh @grid = <["p"=2, "q"=2]>
//>   sdy.mesh @snake = <["s"=2, "t"=2], device_ids=[3, 2, 1, 0]>
//>   func.func public @main(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"p"}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@snake, [{"s"}]>}) {
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 3], [1, 2], [2, 1], [3, 0]]> : tensor<4x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
//>     return %0, %1 : tensor<4xf32>, tensor<4xf32>
//>   }
//> }
