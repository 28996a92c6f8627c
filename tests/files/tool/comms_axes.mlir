// Collectives of the program whose groups are axes of a mesh, as newer JAX writes
// them, or a list of devices.
// RUN: shardflow comms %s
// RUN: shardflow comms %s --lowering shardflow
// RUN: shardflow partition %s --check
// RUN: shardflow partition %s --check --replicas
sdy.mesh @mesh = <["data"=2, "expert"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"expert"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"data"}, {"expert"}]>] out_shardings=[<@mesh, [{"data"}, {"expert"}]>] manual_axes={"data", "expert"} (%x: tensor<4x4xf32>) {
    %1 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "expert">]>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "expert", sub_axis_info = (1)2>, #stablehlo.axis_ref<name = "data">]>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    sdy.return %3 : tensor<4x4xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

//# RUN 1
//> #1        96 B  all_reduce over {"expert"}, groups of 4
//>                 the program has it: stablehlo.all_reduce at comms_axes.mlir:10
//> #2        96 B  all_reduce over {"data", "expert":(1)2}, groups of 4
//>                 the program has it: stablehlo.all_reduce at comms_axes.mlir:15
//> #3        64 B  all_reduce over {"data"}, groups of 2
//>                 the program has it: stablehlo.all_reduce at comms_axes.mlir:20
//> in all 256 B that a device sends, by 3 collectives
//# RUN 2
//> #1        96 B  all_reduce over {"expert"}, groups of 4
//>                 the program has it: stablehlo.all_reduce at comms_axes.mlir:10
//> #2        96 B  all_reduce over {"data", "expert":(1)2}, groups of 4
//>                 the program has it: stablehlo.all_reduce at comms_axes.mlir:15
//> #3        64 B  all_reduce over {"data"}, groups of 2
//>                 the program has it: stablehlo.all_reduce at comms_axes.mlir:20
//> in all 256 B that a device sends, by 3 collectives
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["data"=2, "expert"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "expert", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"expert"}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"expert"}]>}) {
//>     %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %3 : tensor<f32>
//>     }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 4, 2, 6], [1, 5, 3, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %3 : tensor<f32>
//>     }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %3 : tensor<f32>
//>     }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     return %2 : tensor<4x4xf32>
//>   }
//> }
//# RUN 4
//> module {
//>   sdy.mesh @mesh = <["data"=2, "expert"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "expert", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"expert"}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"expert"}]>}) {
//>     %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %3 : tensor<f32>
//>     }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 4, 2, 6], [1, 5, 3, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %3 : tensor<f32>
//>     }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %3 : tensor<f32>
//>     }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     return %2 : tensor<4x4xf32>
//>   }
//> }
