// The manual axes are those of another mesh, with an axis of size 1.
// RUN: shardflow partition --check %s

sdy.mesh @mesh = <["data"=4, "model"=2]>
sdy.mesh @other = <["a"=2, "one"=1, "b"=4]>

func.func public @main(%arg0: tensor<16x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) -> tensor<4x24xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@other, [{"b"}, {"a"}]>] out_shardings=[<@other, [{}, {"a"}]>] manual_axes={"a", "b"} (%arg1: tensor<4x12xf32>) {
    %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @other, axes = [#stablehlo.axis_ref<name = "b">]>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x12xf32>) -> tensor<4x12xf32>
    sdy.return %1 : tensor<4x12xf32>
  } : (tensor<16x24xf32>) -> tensor<4x24xf32>
  return %0 : tensor<4x24xf32>
}

//> module {
//>   sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
//>   sdy.mesh @other = <["a"=2, "one"=1, "b"=4]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "one", size = 1 : i64}, {name = "b", size = 4 : i64}]}}
//>   func.func public @main(%arg0: tensor<4x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) -> (tensor<4x12xf32> {sdy.sharding = #sdy.sharding<@other, [{}, {"a"}]>}) {
//>     %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 0], [1, 4], [2, 1], [3, 5], [4, 2], [5, 6], [6, 3], [7, 7]]> : tensor<8x2xi64>}> : (tensor<4x12xf32>) -> tensor<4x12xf32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %2 : tensor<f32>
//>     }) : (tensor<4x12xf32>) -> tensor<4x12xf32>
//>     return %1 : tensor<4x12xf32>
//>   }
//> }
