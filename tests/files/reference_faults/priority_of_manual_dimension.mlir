// A dimension of manual axes alone with a priority.
// RUN: shardflow opt %s -sdy-add-data-flow-edges -sdy-user-priority-propagate -sdy-close-shardings

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}p2, {?}]>] out_shardings=[<@mesh, [{"a"}p2, {"b"}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
    %1 = stablehlo.negate %arg1 : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//! %s:6:138: error: 'sdy.data_flow_edge' op dim 0 is empty and closed but has a priority
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}p2, {?}]>] out_shardings=[<@mesh, [{"a"}p2, {"b"}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
//!                                                                                                                                          ^
// EXIT: 1
