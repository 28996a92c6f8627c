// RUN: shardflow opt %s -sdy-propagation-pipeline
// Attributes that must exist are missing or misspelt, or don't fit. Nothing
// propagates through such ops. An attribute that may be missing has no effect
// under a wrong name.

sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %z: tensor<f32>, %i: tensor<i32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xi1>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 8, 4>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = "stablehlo.pad"(%a, %z) {edge_padding_low = array<i64: 0, 0>, edge_paddng_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %2 = "stablehlo.reverse"(%a) {dimesions = array<i64: 1>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = "stablehlo.reverse"(%a) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %4 = "stablehlo.reverse"(%3) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %5 = "stablehlo.reverse"(%a) {dimensions = dense<1> : tensor<1xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %6 = "stablehlo.iota"() {iota_dimensio = 0 : i64} : () -> tensor<8x4xf32>
  %7 = "stablehlo.dynamic_slice"(%a, %i, %i) {sizes = array<i64: 8, 4>} : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  %8 = "stablehlo.concatenate"(%a) {dimension = 5 : i64} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %9 = "stablehlo.compare"(%a, %a) {comparision_direction = #stablehlo<comparison_direction LT>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
  %10 = "stablehlo.fft"(%a) {fft_length = array<i64: 4>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %11 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) {dimensio = 0 : i64} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %12 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) {window_dimension = array<i64: 1, 1>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %13 = "stablehlo.dot_general"(%a, %a) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %14 = "stablehlo.convolution"(%a, %a) {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %15 = "stablehlo.triangular_solve"(%a, %a) {left_side = true, lower = true, transposed_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %16 = "stablehlo.custom_call"(%a) {call_target = "Sharding"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xi1>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<f32>, %arg2: tensor<i32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xi1>, tensor<8x4xf32>, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
//>     %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 8, 4>, start_indices = array<i64: 0, 0>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %1 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_low = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>}> {edge_paddng_high = array<i64: 0, 0>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
//>     %2 = "stablehlo.reverse"(%arg0) {dimesions = array<i64: 1>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %3 = "stablehlo.reverse"(%arg0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %4 = "stablehlo.reverse"(%3) : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %5 = "stablehlo.reverse"(%arg0) <{dimensions = dense<1> : tensor<1xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %6 = "stablehlo.iota"() {iota_dimensio = 0 : i64} : () -> tensor<8x4xf32>
//>     %7 = "stablehlo.dynamic_slice"(%arg0, %arg2, %arg2) {sizes = array<i64: 8, 4>} : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
//>     %8 = stablehlo.concatenate %arg0, dim = 5 : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %9 = "stablehlo.compare"(%arg0, %arg0) {comparision_direction = #stablehlo<comparison_direction LT>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
//>     %10 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 4>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %11 = "stablehlo.sort"(%arg0) ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %17 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       stablehlo.return %17 : tensor<i1>
//>     }) {dimensio = 0 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %12 = "stablehlo.reduce_window"(%arg0, %arg1) ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %17 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %17 : tensor<f32>
//>     }) {window_dimension = array<i64: 1, 1>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
//>     %13 = "stablehlo.dot_general"(%arg0, %arg0) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
//>     %14 = "stablehlo.convolution"(%arg0, %arg0) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
//>     %15 = "stablehlo.triangular_solve"(%arg0, %arg0) <{left_side = true, lower = true, unit_diagonal = false}> {transposed_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %16 = "stablehlo.custom_call"(%arg0) {call_target = "Sharding"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xi1>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>
//>   }
//> }
//! %s:9:8: warning: op 'stablehlo.slice' has no rule: attribute 'strides' is missing
//!   %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 8, 4>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//!        ^
//! %s:10:8: warning: op 'stablehlo.pad' has no rule: attribute 'edge_paddng_high' is unknown; did you mean edge_padding_high?
//!   %1 = "stablehlo.pad"(%a, %z) {edge_padding_low = array<i64: 0, 0>, edge_paddng_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
//!        ^
//! %s:11:8: warning: op 'stablehlo.reverse' has no rule: attribute 'dimesions' is unknown; did you mean dimensions?
//!   %2 = "stablehlo.reverse"(%a) {dimesions = array<i64: 1>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//!        ^
//! %s:12:8: warning: op 'stablehlo.reverse' has no rule: attribute 'dimensions' is missing
//!   %3 = "stablehlo.reverse"(%a) : (tensor<8x4xf32>) -> tensor<8x4xf32>
//!        ^
//! %s:14:8: warning: op 'stablehlo.reverse' has no rule: attribute 'dimensions' must be an array<i64>
//!   %5 = "stablehlo.reverse"(%a) {dimensions = dense<1> : tensor<1xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//!        ^
//! %s:15:8: warning: op 'stablehlo.iota': attribute 'iota_dimensio' is unknown; did you mean iota_dimension?
//!   %6 = "stablehlo.iota"() {iota_dimensio = 0 : i64} : () -> tensor<8x4xf32>
//!        ^
//! %s:16:8: warning: op 'stablehlo.dynamic_slice' has no rule: attribute 'slice_sizes' is missing
//!   %7 = "stablehlo.dynamic_slice"(%a, %i, %i) {sizes = array<i64: 8, 4>} : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
//!        ^
//! %s:17:8: warning: op 'stablehlo.concatenate' has no rule: its types and attributes do not fit together
//!   %8 = "stablehlo.concatenate"(%a) {dimension = 5 : i64} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//!        ^
//! %s:18:8: warning: op 'stablehlo.compare' has no rule: attribute 'comparision_direction' is unknown; did you mean comparison_direction?
//!   %9 = "stablehlo.compare"(%a, %a) {comparision_direction = #stablehlo<comparison_direction LT>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
//!        ^
//! %s:19:9: warning: op 'stablehlo.fft' has no rule: attribute 'fft_type' is missing
//!   %10 = "stablehlo.fft"(%a) {fft_length = array<i64: 4>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//!         ^
//! %s:20:9: warning: op 'stablehlo.sort': attribute 'dimensio' is unknown and has no effect; did you mean dimension?
//!   %11 = "stablehlo.sort"(%a) ({
//!         ^
//! %s:25:9: warning: op 'stablehlo.reduce_window' has no rule: attribute 'window_dimension' is unknown; did you mean window_dimensions?
//!   %12 = "stablehlo.reduce_window"(%a, %z) ({
//!         ^
//! %s:30:9: warning: op 'stablehlo.dot_general' has no rule: attribute 'dot_dimension_numbers' is missing
//!   %13 = "stablehlo.dot_general"(%a, %a) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
//!         ^
//! %s:31:9: warning: op 'stablehlo.convolution' has no rule: attribute 'dimension_numbers' is missing
//!   %14 = "stablehlo.convolution"(%a, %a) {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
//!         ^
//! %s:32:9: warning: op 'stablehlo.triangular_solve' has no rule: attribute 'transposed_a' is unknown; did you mean transpose_a?
//!   %15 = "stablehlo.triangular_solve"(%a, %a) {left_side = true, lower = true, transposed_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8
//!         ^
//! %s:33:9: warning: op 'stablehlo.custom_call' has no rule: attribute 'call_target_name' is missing
//!   %16 = "stablehlo.custom_call"(%a) {call_target = "Sharding"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//!         ^
