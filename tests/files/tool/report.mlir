// What can go wrong with a report before there is one. (tests/unit/report_test.cc
// looks at reports, and web/test at the page.)
// RUN: shardflow report --as-is %s
// RUN: shardflow report --as-is %s --format yaml
// RUN: shardflow report %s -p --jax --compat shardy-2026-08
// RUN: shardflow report %s -p --set x=P(
// RUN: shardflow report --as-is examples/mlp_train_step.mlir --diff /no/such/file
// RUN: shardflow report --as-is examples/mlp_train_step.mlir --diff %s
// RUN: shardflow report --as-is - --diff -
// RUN: shardflow report --as-is examples/mlp_train_step.mlir --topology abacus
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %arg1 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//# RUN 1
//! %s:12:23: error: use of undeclared SSA value name
//!   %0 = stablehlo.tanh %arg1 : tensor<8xf32>
//!                       ^
// EXIT: 3
//# RUN 2
//! shardflow: report: --format: 'yaml' is not one of html, json
//! Run with --help for more.
// EXIT: 2
//# RUN 3
//! shardflow: at most one of --jax, --propagate and --as-is
//! Run with --help for more.
// EXIT: 2
//# RUN 4
//! shardflow: report: --set: 'x=P(': a sharding like P('x', ('y', 'z'), None) has to name axes in quotes
//! Run with --help for more.
// EXIT: 2
//# RUN 5
//! shardflow: cannot read '/no/such/file': No such file or directory
// EXIT: 3
//# RUN 6
//! %s:12:23: error: use of undeclared SSA value name
//!   %0 = stablehlo.tanh %arg1 : tensor<8xf32>
//!                       ^
// EXIT: 3
//# RUN 7
//! shardflow: report: both files are standard input
//! Run with --help for more.
// EXIT: 2
//# RUN 8
//! <topology>: error: expected h100, v5e, v5e_grid or v5p, or with a shape h100:2x8, v5e:4x4, v5p:2x2x4, not 'abacus'
// EXIT: 3
