// A branch or a loop that depends on the device may contain collectives if all devices
// of a group take the same way. Here, the way depends on the row of the mesh.
// RUN: shardflow opt -shardflow-check-per-device %s

sdy.mesh @mesh = <["row"=2, "column"=2]>

func.func @branches(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c1 = stablehlo.constant dense<1> : tensor<ui32>
  %c2 = stablehlo.constant dense<2> : tensor<ui32>
  %id = stablehlo.partition_id : tensor<ui32>
  %above = stablehlo.divide %id, %c2 : tensor<ui32>
  %row = stablehlo.remainder %above, %c2 : tensor<ui32>
  %i32 = stablehlo.convert %row : (tensor<ui32>) -> tensor<i32>
  // The numbers are no longer known, but they are the same in each row.
  %f32 = stablehlo.convert %i32 : (tensor<i32>) -> tensor<f32>
  %sine = stablehlo.sine %f32 : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %first = stablehlo.compare EQ, %sine, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  // Right: both devices of a row.
  %0 = "stablehlo.if"(%first) ({
    %r = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %r : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  // Wrong: the devices of a column are in different rows.
  %1 = "stablehlo.if"(%first) ({
    %r = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %r : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  // Wrong: a permute waits for all devices.
  %2 = "stablehlo.if"(%first) ({
    %r = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %r : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// The number of rounds comes from a table: 1 in the first row, 3 in the second.
func.func @loops(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i64>
  %c1 = stablehlo.constant dense<1> : tensor<i64>
  %table = stablehlo.constant dense<[1, 1, 3, 3]> : tensor<4xi64>
  %id = stablehlo.partition_id : tensor<ui32>
  %at = stablehlo.convert %id : (tensor<ui32>) -> tensor<i64>
  %entry = stablehlo.dynamic_slice %table, %at, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
  %rounds = stablehlo.reshape %entry : (tensor<1xi64>) -> tensor<i64>
  %0:2 = stablehlo.while(%i = %c0, %y = %x) : tensor<i64>, tensor<4xf32>
    cond {
      %go = stablehlo.compare LT, %i, %rounds : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %j = stablehlo.add %i, %c1 : tensor<i64>
      %r = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %j, %r : tensor<i64>, tensor<4xf32>
    }
  // The first loop leaves another number in each row.
  %last = stablehlo.compare EQ, %0#0, %c1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %1 = "stablehlo.if"(%last) ({
    %r = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %s = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %r : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0#1, %1 : tensor<4xf32>, tensor<4xf32>
}

//! %s:32:10: error: 'stablehlo.all_reduce' op is not run by all devices: the branch or loop depends on the device
//!     %r = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
//!          ^
//! %s:43:10: error: 'stablehlo.collective_permute' op is not run by all devices: the branch or loop depends on the device
//!     %r = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> t
//!          ^
//! %s:81:10: error: 'stablehlo.all_reduce' op is not run by all devices: the branch or loop depends on the device
//!     %s = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
//!          ^
// EXIT: 1
