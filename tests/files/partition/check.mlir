// What is wrong with the collectives of a per-device program, op by op.
// RUN: shardflow opt -shardflow-check-per-device %s

sdy.mesh @mesh = <["x"=4]>

func.func @groups(%arg0: tensor<4xf32>) -> (tensor<16xf32>, tensor<8xf32>) {
  // Device 3 waits for nobody.
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 2]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<16xf32>
  // Two of four devices make 8 of it, four would make 16.
  %1 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<16xf32>, tensor<8xf32>
}

func.func @permutes(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  // The channel of another one, and a device that isn't there.
  %1 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 4]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Device 0 alone sends: the others never come.
func.func @branches(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %id = stablehlo.partition_id : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %0 = "stablehlo.if"(%first) ({
    %1 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %arg0 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %2 = sdy.reshard %0 <@mesh, [{}]> : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// The number of rounds depends on the device by way of what a permute brings; the
// other loop carries the device's number, but runs four times everywhere.
func.func @loops(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %four = stablehlo.constant dense<4> : tensor<ui32>
  %id = stablehlo.partition_id : tensor<ui32>
  %next = "stablehlo.collective_permute"(%id) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<ui32>) -> tensor<ui32>
  %0:3 = stablehlo.while(%i = %zero, %n = %four, %x = %arg0) : tensor<ui32>, tensor<ui32>, tensor<4xf32>
    cond {
      %go = stablehlo.compare LT, %i, %n : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %i1 = stablehlo.add %i, %one : tensor<ui32>
      %last = stablehlo.compare EQ, %i, %four : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %n1 = "stablehlo.if"(%last) ({
        stablehlo.return %n : tensor<ui32>
      }, {
        stablehlo.return %next : tensor<ui32>
      }) : (tensor<i1>) -> tensor<ui32>
      %y = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %i1, %n1, %y : tensor<ui32>, tensor<ui32>, tensor<4xf32>
    }
  %1:3 = stablehlo.while(%i = %zero, %d = %id, %x = %arg0) : tensor<ui32>, tensor<ui32>, tensor<4xf32>
    cond {
      %go = stablehlo.compare LT, %i, %four : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %i1 = stablehlo.add %i, %one : tensor<ui32>
      %d1 = stablehlo.add %d, %one : tensor<ui32>
      %y = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %i1, %d1, %y : tensor<ui32>, tensor<ui32>, tensor<4xf32>
    }
  return %0#2, %1#2 : tensor<4xf32>, tensor<4xf32>
}

// The number of rounds depends on the device only after a dozen rounds.
func.func @chain(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %id = stablehlo.partition_id : tensor<ui32>
  %0:13 = stablehlo.while(%c0 = %zero, %c1 = %zero, %c2 = %zero, %c3 = %zero, %c4 = %zero, %c5 = %zero, %c6 = %zero, %c7 = %zero, %c8 = %zero, %c9 = %zero, %c10 = %zero, %c11 = %zero, %x = %arg0) : tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xf32>
    cond {
      %go = stablehlo.compare EQ, %c0, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %y = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %c1, %c2, %c3, %c4, %c5, %c6, %c7, %c8, %c9, %c10, %c11, %id, %y : tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xf32>
    }
  return %0#12 : tensor<4xf32>
}

//! %s:8:8: error: 'stablehlo.all_gather' op has groups that don't contain each of the 4 devices once
//!   %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 2]]> : tensor<1x4xi64>, use_global_
//!        ^
//! %s:10:8: error: 'stablehlo.all_gather' op has a result that doesn't follow from groups of 4 and its operand
//!   %1 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_
//!        ^
//! %s:15:8: error: 'stablehlo.collective_permute' op has device 1 twice as a target
//!   %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> 
//!        ^
//! %s:17:8: error: 'stablehlo.collective_permute' op has the channel 3 of another collective
//!   %1 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 4]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4
//!        ^
//! %s:17:8: error: 'stablehlo.collective_permute' op names device 4, but there are only 4 devices
//!   %1 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 4]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4
//!        ^
//! %s:27:10: error: 'stablehlo.collective_permute' op is not run by all devices: the branch or loop depends on the device
//!     %1 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -
//!          ^
//! %s:32:8: error: 'sdy.reshard' op is left in a per-device program
//!   %2 = sdy.reshard %0 <@mesh, [{}]> : tensor<4xf32>
//!        ^
//! %s:56:12: error: 'stablehlo.collective_permute' op is not run by all devices: the branch or loop depends on the device
//!       %y = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (t
//!            ^
//! %s:81:12: error: 'stablehlo.collective_permute' op is not run by all devices: the branch or loop depends on the device
//!       %y = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (t
//!            ^
// EXIT: 1
