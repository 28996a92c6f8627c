// Between meshes that can't express each other's shardings, a tensor is gathered
// on the one and cut on the other.
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
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> : (tensor<6xf32>) -> tensor<12xf32>
//>     %1 = stablehlo.partition_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 0, 4, 4, 8, 8]> : tensor<6xi64>
//>     %3 = stablehlo.dynamic_slice %c, %2, sizes = [1] : (tensor<6xi64>, tensor<i64>) -> tensor<1xi64>
//>     %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
//>     %5 = stablehlo.dynamic_slice %0, %4, sizes = [4] : (tensor<12xf32>, tensor<i64>) -> tensor<4xf32>
//>     return %5 : tensor<4xf32>
//>   }
//> }
