// The groups follow the device ids of a mesh that is written out at the collective.
// RUN: shardflow partition %s

sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%a: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x6xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%b: tensor<2x6xf32>) {
    %1 = "stablehlo.all_reduce"(%b) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>], device_ids = dense<[0, 2, 1, 3]> : tensor<4xi64>>, axes = [#stablehlo.axis_ref<name = "y">]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x6xf32>) -> tensor<2x6xf32>
    sdy.return %1 : tensor<2x6xf32>
  } : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<2x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %1 : tensor<f32>
//>     }) : (tensor<2x6xf32>) -> tensor<2x6xf32>
//>     return %0 : tensor<2x6xf32>
//>   }
//> }
