// What no reshards can make fit.
// RUN: shardflow opt %s -split-input-file -verify-diagnostics -sdy-insert-explicit-reshards=enable-full-version=true

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @no_result(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) {
  // expected-error @+1 {{some operands have unreduced axes but the operation has no results}}
  stablehlo.custom_call @f(%arg0) {has_side_effect = true} : (tensor<4xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @other = <["c"=4]>
func.func @result_of_another_mesh(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@other, [{}], unreduced={"c"}>}) {
  // expected-error @+1 {{input and output shardings have different meshes, and the result has unreduced axes.}}
  return %arg0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @other = <["c"=4]>
func.func private @callee(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@other, [{}], unreduced={"c"}>}) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @argument_of_another_mesh(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{input and output shardings have different meshes, and the result has unreduced axes.}}
  %0 = call @callee(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @other = <["c"=4]>
func.func @reshard_to_another_mesh(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{input and output shardings have different meshes, and the result has unreduced axes.}}
  %0 = sdy.reshard %arg0 <@other, [{}], unreduced={"c"}> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @other = <["c"=4]>
func.func @edge_of_another_mesh(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{input and output shardings have different meshes, and the result has unreduced axes.}}
  %0 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@other, [{}], unreduced={"c"}>]>} %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @other = <["c"=4]>
func.func @reduced_elsewhere(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@other, [{}]>}) {
  // expected-error @+1 {{source and user shardings have different meshes for unreduced axes.}}
  return %arg0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @one = <[], device_ids=[1]>
sdy.mesh @zero = <[], device_ids=[0]>
func.func @two_devices(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op has conflicting single-device result shardings}}
  %0:2 = stablehlo.custom_call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>, <@zero, []>]>} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0 : tensor<4xf32>
}
