// Tensors on two meshes of the same devices. The common axes are the pieces of the
// axes of both, three axes of size 2. %1 and %2 are permuted: "data" is not "b".
// RUN: shardflow partition --check %s

sdy.mesh @mesh = <["data"=4, "model"=2]>
sdy.mesh @other = <["a"=2, "b"=4]>

func.func public @main(%arg0: tensor<16x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>},
                       %arg1: tensor<16x24xf32> {sdy.sharding = #sdy.sharding<@other, [{"b"}, {"a"}]>})
    -> (tensor<16x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, tensor<24x24xf32>) {
  %0 = stablehlo.tanh %arg0 : tensor<16x24xf32>
  %1 = sdy.sharding_constraint %0 <@other, [{"b"}, {"a"}]> : tensor<16x24xf32>
  %2 = stablehlo.add %1, %arg1 : tensor<16x24xf32>
  %3 = stablehlo.dot_general %arg0, %2, contracting_dims = [0] x [0] : (tensor<16x24xf32>, tensor<16x24xf32>) -> tensor<24x24xf32>
  return %2, %3 : tensor<16x24xf32>, tensor<24x24xf32>
}

//> module {
//>   sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
//>   sdy.mesh @other = <["a"=2, "b"=4]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}]}}
//>   func.func public @main(%arg0: tensor<4x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, %arg1: tensor<4x12xf32> {sdy.sharding = #sdy.sharding<@other, [{"b"}, {"a"}]>}) -> (tensor<4x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, tensor<12x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) {
//>     %0 = stablehlo.tanh %arg0 : tensor<4x12xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 0], [1, 4], [2, 1], [3, 5], [4, 2], [5, 6], [6, 3], [7, 7]]> : tensor<8x2xi64>}> : (tensor<4x12xf32>) -> tensor<4x12xf32>
//>     %2 = stablehlo.add %1, %arg1 : tensor<4x12xf32>
//>     %3 = "stablehlo.collective_permute"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 0], [1, 2], [2, 4], [3, 6], [4, 1], [5, 3], [6, 5], [7, 7]]> : tensor<8x2xi64>}> : (tensor<4x12xf32>) -> tensor<4x12xf32>
//>     %4 = "stablehlo.all_gather"(%3) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x12xf32>) -> tensor<4x24xf32>
//>     %5 = stablehlo.dot_general %arg0, %4, contracting_dims = [0] x [0] : (tensor<4x12xf32>, tensor<4x24xf32>) -> tensor<12x24xf32>
//>     %6 = "stablehlo.all_reduce"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %7 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>       stablehlo.return %7 : tensor<f32>
//>     }) : (tensor<12x24xf32>) -> tensor<12x24xf32>
//>     return %3, %6 : tensor<4x12xf32>, tensor<12x24xf32>
//>   }
//> }
