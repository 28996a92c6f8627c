// A dimension of manual axes alone with a priority.
// RUN: shardflow opt %s -sdy-add-data-flow-edges -sdy-user-priority-propagate -sdy-close-shardings -verify-each=false
// RUN: shardflow opt %s -sdy-add-data-flow-edges -sdy-user-priority-propagate -sdy-close-shardings

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}p2, {?}]>] out_shardings=[<@mesh, [{"a"}p2, {"b"}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
    %1 = stablehlo.negate %arg1 : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}p2, {}]>] out_shardings=[<@mesh, [{"a"}p2, {"b"}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
//>       %2 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{}, {"b"}]> : tensor<4x8xf32>
//>       %3 = stablehlo.negate %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : tensor<4x8xf32>
//>       sdy.return %3 : tensor<4x8xf32>
//>     } : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
//>     return %1 : tensor<8x8xf32>
//>   }
//> }
//# RUN 2
//! %s:7:138: error: 'sdy.data_flow_edge' op dim 0 is empty and closed but has a priority
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}p2, {?}]>] out_shardings=[<@mesh, [{"a"}p2, {"b"}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
//!                                                                                                                                          ^
// EXIT: 1
