// The axes of 2x3 and 3x2 have no common pieces in this order. Both meshes get axes of
// size 2 and 3, but the devices of the second are in another order.
// RUN: shardflow partition --as-is %s

sdy.mesh @one = <["a"=2, "b"=3]>
sdy.mesh @other = <["c"=3, "d"=2]>

func.func public @main(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@one, [{"a"}]>}) -> (tensor<12xf32> {sdy.sharding = #sdy.sharding<@other, [{"c"}]>}) {
  %0 = sdy.reshard %arg0 <@other, [{"c"}]> : tensor<12xf32>
  return %0 : tensor<12xf32>
}

//> module {
//>   sdy.mesh @one = <["a"=2, "b"=3]>
//>   sdy.mesh @other = <["c"=3, "d"=2]>
//>   func.func public @main(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@one, [{"a"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@other, [{"c"}]>}) {
//>     %0 = stablehlo.partition_id : tensor<ui32>
//>     %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 2, 4, 0, 2, 4]> : tensor<6xi64>
//>     %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<6xi64>, tensor<i64>) -> tensor<1xi64>
//>     %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
//>     %4 = stablehlo.dynamic_slice %arg0, %3, sizes = [2] : (tensor<6xf32>, tensor<i64>) -> tensor<2xf32>
//>     %5 = "stablehlo.collective_permute"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5]]> : tensor<6x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
//>     %6 = "stablehlo.all_gather"(%5) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
//>     return %6 : tensor<4xf32>
//>   }
//> }
