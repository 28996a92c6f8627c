// Groups that are written as axes of a mesh are checked as lists of devices are.
// RUN: shardflow opt -shardflow-check-per-device %s

sdy.mesh @mesh = <["row"=2, "column"=2]>

func.func @main(%x: tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>, tensor<4xf32>) {
  // Right: two devices of a row.
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "column">]>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
  // Wrong: there are four devices in a group.
  %1 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "row">, #stablehlo.axis_ref<name = "column">]>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
  %c2 = stablehlo.constant dense<2> : tensor<ui32>
  %id = stablehlo.partition_id : tensor<ui32>
  %row = stablehlo.divide %id, %c2 : tensor<ui32>
  %first = stablehlo.compare LT, %row, %id : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  // Only the first device takes the second branch.
  %2:2 = "stablehlo.if"(%first) ({
    %r = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "column">]>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %r, %x : tensor<4xf32>, tensor<4xf32>
  }, {
    stablehlo.return %x, %x : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>)
  // The same in both devices of a row: half of the number.
  %above = stablehlo.compare LT, %row, %c2 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %3 = "stablehlo.if"(%above) ({
    %r = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "column">]>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %r : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0, %2#0, %3 : tensor<8xf32>, tensor<4xf32>, tensor<4xf32>
}

//! %s:10:8: error: 'stablehlo.all_gather' op has a result that doesn't follow from groups of 4 and its operand
//!   %1 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes =
//!        ^
//! %s:17:10: error: 'stablehlo.all_reduce' op is not run by all devices: the branch or loop depends on the device
//!     %r = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<na
//!          ^
// EXIT: 1
