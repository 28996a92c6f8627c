// RUN: shardflow opt %s -split-input-file -verify-diagnostics -sdy-manual-axes-cleanup -sdy-sharding-group-import

func.func @body_without_tensors() {
  // expected-error @+1 {{op has manual_axes when there are no in/out shardings and the body is not empty. This isn't allowed at this stage, please contact the Shardy team or file a bug.}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"a"} () {
    %0 = stablehlo.constant dense<1.0> : tensor<f32>
    sdy.return
  } : () -> ()
  return
}

// -----

func.func @group_of_two_shapes(%arg0: tensor<4xf32>, %arg1: tensor<2x2xf32>) {
  sdy.sharding_group %arg0 group_id=7 : tensor<4xf32>
  // expected-error @+1 {{ShardingGroupOps values must have the same shape for groupId: 7}}
  sdy.sharding_group %arg1 group_id=7 : tensor<2x2xf32>
  return
}
