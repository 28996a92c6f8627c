// RUN: shardflow opt %s -sdy-propagation-pipeline
// Ops whose types or attributes don't fit together get a warning, because their
// rules would shard dimensions of different sizes together, or are missing.

sdy.mesh @mesh = <["x"=2]>

func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<3x7xf32>, %arg2: tensor<8x6xi1>) -> (tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<9x2xf32>, tensor<11x4xf32>, tensor<8xf32>) {
  %0 = stablehlo.add %arg0, %arg1 : (tensor<8x4xf32>, tensor<3x7xf32>) -> tensor<8x4xf32>
  %1 = "stablehlo.transpose"(%0) {permutation = array<i64: 0, 7>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = "stablehlo.transpose"(%1) {permutaton = array<i64: 0, 1>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = "stablehlo.tanh"(%2) : (tensor<8x4xf32>) -> tensor<8x5xf32>
  %4 = stablehlo.select %arg2, %2, %2 : (tensor<8x6xi1>, tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %5 = stablehlo.reshape %4 : (tensor<8x4xf32>) -> tensor<8x5xf32>
  %6 = "stablehlo.dot_general"(%4, %4) {} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %7 = "stablehlo.broadcast_in_dim"(%4) {dims = array<i64: 0, 1>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %8 = "stablehlo.slice"(%4) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 8, 2>, strides = array<i64: 1, 1>} : (tensor<8x4xf32>) -> tensor<9x2xf32>
  %9 = "stablehlo.concatenate"(%arg0, %arg1) {dimension = 0 : i64} : (tensor<8x4xf32>, tensor<3x7xf32>) -> tensor<11x4xf32>
  %10 = "stablehlo.reduce"(%4, %4) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) {dimension = array<i64: 1>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8xf32>
  return %3, %5, %6, %7, %8, %9, %10 : tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<9x2xf32>, tensor<11x4xf32>, tensor<8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<3x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<8x6xi1>) -> (tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<9x2xf32>, tensor<11x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<8xf32>) {
//>     %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x4xf32>, tensor<3x7xf32>) -> tensor<8x4xf32>
//>     %1 = stablehlo.transpose %0, dims = [0, 7] : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %2 = "stablehlo.transpose"(%1) {permutaton = array<i64: 0, 1>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %3 = stablehlo.tanh %2 : (tensor<8x4xf32>) -> tensor<8x5xf32>
//>     %4 = stablehlo.select %arg2, %2, %2 : tensor<8x6xi1>, tensor<8x4xf32>
//>     %5 = stablehlo.reshape %4 : (tensor<8x4xf32>) -> tensor<8x5xf32>
//>     %6 = "stablehlo.dot_general"(%4, %4) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %7 = "stablehlo.broadcast_in_dim"(%4) {dims = array<i64: 0, 1>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %8 = stablehlo.slice %4 [0:8, 0:2] : (tensor<8x4xf32>) -> tensor<9x2xf32>
//>     %9 = sdy.reshard %arg0 <@mesh, [{}, {"x"}]> : tensor<8x4xf32>
//>     %10 = sdy.reshard %arg1 <@mesh, [{}, {"x"}]> : tensor<3x7xf32>
//>     %11 = stablehlo.concatenate %9, %10, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<8x4xf32>, tensor<3x7xf32>) -> tensor<11x4xf32>
//>     %12 = sdy.reshard %11 <@mesh, [{"x"}, {}]> : tensor<11x4xf32>
//>     %13 = "stablehlo.reduce"(%4, %4) ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %14 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %14 : tensor<f32>
//>     }) {dimension = array<i64: 1>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8xf32>
//>     return %3, %5, %6, %7, %8, %12, %13 : tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<9x2xf32>, tensor<11x4xf32>, tensor<8xf32>
//>   }
//> }
//! %s:8:8: warning: op 'stablehlo.add': dimension 0 of operand 1, tensor<3x7xf32>, should have size 8 to fit the op's other types and attributes
//!   %0 = stablehlo.add %arg0, %arg1 : (tensor<8x4xf32>, tensor<3x7xf32>) -> tensor<8x4xf32>
//!        ^
//! %s:9:8: warning: op 'stablehlo.transpose' has no rule: its types and attributes do not fit together
//!   %1 = "stablehlo.transpose"(%0) {permutation = array<i64: 0, 7>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//!        ^
//! %s:10:8: warning: op 'stablehlo.transpose' has no rule: attribute 'permutaton' is unknown; did you mean permutation?
//!   %2 = "stablehlo.transpose"(%1) {permutaton = array<i64: 0, 1>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//!        ^
//! %s:11:8: warning: op 'stablehlo.tanh': dimension 1 of operand 0, tensor<8x4xf32>, should have size 5 to fit the op's other types and attributes
//!   %3 = "stablehlo.tanh"(%2) : (tensor<8x4xf32>) -> tensor<8x5xf32>
//!        ^
//! %s:12:8: warning: op 'stablehlo.select': dimension 1 of operand 0, tensor<8x6xi1>, should have size 4 to fit the op's other types and attributes
//!   %4 = stablehlo.select %arg2, %2, %2 : (tensor<8x6xi1>, tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
//!        ^
//! %s:13:8: warning: op 'stablehlo.reshape' has no rule: its types and attributes do not fit together
//!   %5 = stablehlo.reshape %4 : (tensor<8x4xf32>) -> tensor<8x5xf32>
//!        ^
//! %s:14:8: warning: op 'stablehlo.dot_general' has no rule: attribute 'dot_dimension_numbers' is missing
//!   %6 = "stablehlo.dot_general"(%4, %4) {} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
//!        ^
//! %s:15:8: warning: op 'stablehlo.broadcast_in_dim' has no rule: attribute 'broadcast_dimensions' is missing
//!   %7 = "stablehlo.broadcast_in_dim"(%4) {dims = array<i64: 0, 1>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//!        ^
//! %s:17:8: warning: op 'stablehlo.concatenate': dimension 1 of operand 1, tensor<3x7xf32>, should have size 4 to fit the op's other types and attributes
//!   %9 = "stablehlo.concatenate"(%arg0, %arg1) {dimension = 0 : i64} : (tensor<8x4xf32>, tensor<3x7xf32>) -> tensor<11x4xf32>
//!        ^
//! %s:18:9: warning: op 'stablehlo.reduce' has no rule: attribute 'dimension' is unknown; did you mean dimensions?
//!   %10 = "stablehlo.reduce"(%4, %4) ({
//!         ^
