// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%l: tensor<19x5xf32>, %r: tensor<3x5x7xf32>, %g: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%l, %r, %g) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> {k} : (tensor<19x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<19x7xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<19x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi64>) {
//>     %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> {k} : (tensor<19x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<19x7xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<19x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<19x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi64>):
//>     %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> {k} : (tensor<19x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<19x7xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
