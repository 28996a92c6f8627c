// Callbacks run on one device, with the whole operands: with a result, without one, and
// with a token. An op without results was once run by every device.
// RUN: shardflow partition --check %s

sdy.mesh @mesh = <["x"=4]>
sdy.mesh @one = <[], device_ids=[2]>

func.func @main(%token: !stablehlo.token, %a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (!stablehlo.token, tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.custom_call @load(%a) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<16xf32>) -> tensor<16xf32>
  stablehlo.custom_call @print(%a) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<16xf32>) -> ()
  %1 = stablehlo.custom_call @store(%token, %0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (!stablehlo.token, tensor<16xf32>) -> !stablehlo.token
  %2 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<16xf32>
  return %1, %2 : !stablehlo.token, tensor<16xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   sdy.mesh @one = <[], device_ids=[2]> {stablehlo.mesh = {axes = [], device_ids = dense<2> : tensor<1xi64>}}
//>   func.func @main(%arg0: !stablehlo.token, %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (!stablehlo.token, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
//>     %0 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<16xf32>
//>     %1 = stablehlo.partition_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<2> : tensor<i64>
//>     %3 = stablehlo.compare EQ, %2, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     "stablehlo.if"(%3) ({
//>       stablehlo.custom_call @print(%0) {has_side_effect = true} : (tensor<16xf32>) -> ()
//>       stablehlo.return 
//>     }, {
//>       stablehlo.return 
//>     }) : (tensor<i1>) -> ()
//>     %4 = stablehlo.partition_id : tensor<ui32>
//>     %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<2> : tensor<i64>
//>     %6 = stablehlo.compare EQ, %5, %c_0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %7 = "stablehlo.if"(%6) ({
//>       %19 = stablehlo.custom_call @load(%0) {has_side_effect = true} : (tensor<16xf32>) -> tensor<16xf32>
//>       stablehlo.return %19 : tensor<16xf32>
//>     }, {
//>       %cst = stablehlo.constant dense<0.000000e+00> : tensor<16xf32>
//>       stablehlo.return %cst : tensor<16xf32>
//>     }) : (tensor<i1>) -> tensor<16xf32>
//>     %8 = "stablehlo.all_reduce"(%7) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %19 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>       stablehlo.return %19 : tensor<f32>
//>     }) : (tensor<16xf32>) -> tensor<16xf32>
//>     %9 = stablehlo.partition_id : tensor<ui32>
//>     %10 = stablehlo.convert %9 : (tensor<ui32>) -> tensor<i64>
//>     %c_1 = stablehlo.constant dense<2> : tensor<i64>
//>     %11 = stablehlo.compare EQ, %10, %c_1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %12 = "stablehlo.if"(%11) ({
//>       %19 = stablehlo.custom_call @store(%arg0, %8) {has_side_effect = true} : (!stablehlo.token, tensor<16xf32>) -> !stablehlo.token
//>       stablehlo.return %19 : !stablehlo.token
//>     }, {
//>       %19 = stablehlo.create_token : !stablehlo.token
//>       stablehlo.return %19 : !stablehlo.token
//>     }) : (tensor<i1>) -> !stablehlo.token
//>     %13 = stablehlo.partition_id : tensor<ui32>
//>     %14 = stablehlo.convert %13 : (tensor<ui32>) -> tensor<i64>
//>     %c_2 = stablehlo.constant dense<[0, 4, 8, 12]> : tensor<4xi64>
//>     %15 = stablehlo.dynamic_slice %c_2, %14, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %16 = stablehlo.reshape %15 : (tensor<1xi64>) -> tensor<i64>
//>     %17 = stablehlo.dynamic_slice %8, %16, sizes = [4] : (tensor<16xf32>, tensor<i64>) -> tensor<4xf32>
//>     %18 = stablehlo.negate %17 : tensor<4xf32>
//>     return %12, %18 : !stablehlo.token, tensor<4xf32>
//>   }
//> }
//! %s:10:3: warning: custom call @print is unknown to SDY sharding rule registry
//!   stablehlo.custom_call @print(%a) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<16xf32>) -> ()
//!   ^
//! %s:9:8: warning: custom call @load is unknown to SDY sharding rule registry
//!   %0 = stablehlo.custom_call @load(%a) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<16xf32>) -> tensor<16xf32>
//!        ^
//! %s:11:8: warning: custom call @store is unknown to SDY sharding rule registry
//!   %1 = stablehlo.custom_call @store(%token, %0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (!stablehlo.token, tensor<16xf32>) -> !stablehlo.token
//!        ^
