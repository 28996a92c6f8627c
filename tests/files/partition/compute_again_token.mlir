// A token adds nothing to the program's operations, so that the limit for computing
// again holds: the product stays in shards, as the constraint says.
// RUN: shardflow partition %s

sdy.mesh @mesh = <["x"=4]>

func.func @main(%a: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %token = stablehlo.custom_call @log(%a) {has_side_effect = true} : (tensor<16x16xf32>) -> !stablehlo.token
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {}]> : tensor<16x16xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %2 = stablehlo.tanh %1 : tensor<16x16xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{}, {}]> : tensor<16x16xf32>
  return %3 : tensor<16x16xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<16x16xf32>) -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<4x16xf32>) -> tensor<16x16xf32>
//>     %1 = stablehlo.custom_call @log(%0) {has_side_effect = true} : (tensor<16x16xf32>) -> !stablehlo.token
//>     %2 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
//>     %3 = stablehlo.tanh %2 : tensor<4x16xf32>
//>     %4 = "stablehlo.all_gather"(%3) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<4x16xf32>) -> tensor<16x16xf32>
//>     return %4 : tensor<16x16xf32>
//>   }
//> }
//! %s:8:12: warning: custom call @log is unknown to SDY sharding rule registry
//!   %token = stablehlo.custom_call @log(%a) {has_side_effect = true} : (tensor<16x16xf32>) -> !stablehlo.token
//!            ^
