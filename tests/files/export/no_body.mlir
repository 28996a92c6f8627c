// RUN: shardflow opt %s -sdy-propagation-pipeline
// RUN: shardflow partition %s

// Reductions without a body. The verifier accepts them, as it does other
// StableHLO ops without their regions, so passes must not look for the body.

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<f32>) -> tensor<4xf32> {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<f32>) -> tensor<4xf32> {
//>     %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     return %0 : tensor<4xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<f32>) -> tensor<4xf32> {
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<8x4xf32>
//>     %1 = "stablehlo.reduce"(%0, %arg1) <{dimensions = array<i64: 0>}> : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     return %1 : tensor<4xf32>
//>   }
//> }
