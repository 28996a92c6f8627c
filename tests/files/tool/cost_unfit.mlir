// Attributes that don't fit the shapes are an error in what computes with them.
// RUN: shardflow cost %s
// RUN: shardflow lint %s
// RUN: shardflow comms %s
// RUN: shardflow auto --mesh x=2 --topology h100:1x2 %s
// RUN: shardflow report --cost -o /dev/null %s

sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %z: tensor<f32>) -> tensor<17xf32> {
  %0 = stablehlo.pad %a, %z, low = [1], high = [0], interior = [-1] : (tensor<16xf32>, tensor<f32>) -> tensor<17xf32>
  return %0 : tensor<17xf32>
}

//# RUN 1
//! %s:11:8: error: 'stablehlo.pad' op has attributes that don't fit the shapes of its operands and result
//!   %0 = stablehlo.pad %a, %z, low = [1], high = [0], interior = [-1] : (tensor<16xf32>, tensor<f32>) -> tensor<17xf32>
//!        ^
// EXIT: 3
//# RUN 2
//! %s:11:8: error: 'stablehlo.pad' op has attributes that don't fit the shapes of its operands and result
//!   %0 = stablehlo.pad %a, %z, low = [1], high = [0], interior = [-1] : (tensor<16xf32>, tensor<f32>) -> tensor<17xf32>
//!        ^
// EXIT: 3
//# RUN 3
//! %s:11:8: error: 'stablehlo.pad' op has attributes that don't fit the shapes of its operands and result
//!   %0 = stablehlo.pad %a, %z, low = [1], high = [0], interior = [-1] : (tensor<16xf32>, tensor<f32>) -> tensor<17xf32>
//!        ^
// EXIT: 3
//# RUN 4
//! %s:11:8: error: 'stablehlo.pad' op has attributes that don't fit the shapes of its operands and result
//!   %0 = stablehlo.pad %a, %z, low = [1], high = [0], interior = [-1] : (tensor<16xf32>, tensor<f32>) -> tensor<17xf32>
//!        ^
// EXIT: 3
//# RUN 5
//! %s:11:8: warning: op 'stablehlo.pad' has no rule: its types and attributes do not fit together
//!   %0 = stablehlo.pad %a, %z, low = [1], high = [0], interior = [-1] : (tensor<16xf32>, tensor<f32>) -> tensor<17xf32>
//!        ^
//! %s:11:8: error: 'stablehlo.pad' op has attributes that don't fit the shapes of its operands and result
//!   %0 = stablehlo.pad %a, %z, low = [1], high = [0], interior = [-1] : (tensor<16xf32>, tensor<f32>) -> tensor<17xf32>
//!        ^
// EXIT: 3
