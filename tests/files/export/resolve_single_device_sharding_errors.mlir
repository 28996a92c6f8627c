// RUN: shardflow opt %s -split-input-file -verify-diagnostics -sdy-resolve-single-device-sharding="replica-count=2 partition-count=2"

sdy.mesh @mesh = <["a"=4]>
sdy.mesh @one = <[], device_ids=[1]>
// expected-error @+1 {{Shardy partitioner does not support replica_count > 1 && partition_count > 1 yet.}}
func.func @both_counts(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=4]>
sdy.mesh @one = <[], device_ids=[1]>
sdy.mesh @two = <[], device_ids=[2]>
func.func @two_devices(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{results of one op are on different single devices}}
  %0:2 = stablehlo.custom_call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>, <@two, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=4]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @sharded_and_alone(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{one result of the op is on a single device, another sharded}}
  %0:2 = stablehlo.custom_call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>, <@mesh, [{"a"}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0 : tensor<8xf32>
}

// -----

// Without devices to choose from, nothing is to be done.
sdy.mesh @one = <[], device_ids=[1]>
func.func @no_mesh_with_axes(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
