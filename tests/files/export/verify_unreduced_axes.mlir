// RUN: shardflow opt %s -split-input-file -verify-diagnostics -sdy-verify-unreduced-axes

// What may be: a minimum's parts, reduced by a minimum; several axes.
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func @parts(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %arg1: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.minimum across dimensions = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], unreduced=min{"a", "b"}>]>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %2 = stablehlo.minimum %arg2, %arg3 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func @another_reduction(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %arg1: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.minimum across dimensions = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], unreduced=min{"a", "b"}>]>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
  // expected-error @+1 {{cannot reduce 'min' unreduced axes. Expected 'max'.}}
  %1 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %2 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func private @callee(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"c"}>}) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @argument(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a", "b"}>}) {
  // expected-error @+1 {{has unreduced axes mismatch for 'a, b, c' at call argument 0.}}
  %0 = call @callee(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func private @callee(%arg0: tensor<4xf32>) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"c"}>}) {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"c"}>]>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @result(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{has unreduced axes mismatch for 'c' at call result 0.}}
  %0 = call @callee(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func @reduces_what_nobody_sharded(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{operand must be sharded.}}
  %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@mesh, [{}]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
