// From one mesh to one with other axes: gathered on the one, cut on the other.
// RUN: shardflow partition --as-is %s

sdy.mesh @line = <["i"=4]>
sdy.mesh @grid = <["p"=2, "q"=2]>

func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"p"}]>}) {
  %0 = sdy.reshard %arg0 <@grid, [{"p"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   sdy.mesh @grid = <["p"=2, "q"=2]>
//>   func.func public @main(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"p"}]>}) {
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<8xf32>
//>     %1 = stablehlo.partition_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 0, 4, 4]> : tensor<4xi64>
//>     %3 = stablehlo.dynamic_slice %c, %2, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
//>     %5 = stablehlo.dynamic_slice %0, %4, sizes = [4] : (tensor<8xf32>, tensor<i64>) -> tensor<4xf32>
//>     return %5 : tensor<4xf32>
//>   }
//> }
