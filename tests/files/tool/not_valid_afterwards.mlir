// RUN: shardflow propagate -q %s
// RUN: shardflow opt %s -sdy-propagation-pipeline
// RUN: shardflow opt %s -sdy-propagation-pipeline -verify-each=false

// A program that is valid as it is read, and not once propagation has made the
// sharding of the argument divisible: nothing is written, as with Shardy.

sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func @indivisible_input(%arg0: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<7x8xf32> {
  %0 = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<7x8xf32>
  return %0 : tensor<7x8xf32>
}

//# RUN 1
//! %s:11:8: error: 'sdy.all_gather' op can't apply gathering axis "x" to operand sharding on dimension 0
//!   %0 = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<7x8xf32>
//!        ^
// EXIT: 1
//# RUN 2
//! %s:11:8: warning: op 'sdy.all_gather' is unknown to SDY sharding rule registry
//!   %0 = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<7x8xf32>
//!        ^
//! %s:11:8: error: 'sdy.all_gather' op can't apply gathering axis "x" to operand sharding on dimension 0
//!   %0 = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<7x8xf32>
//!        ^
// EXIT: 1
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
//>   func.func @indivisible_input(%arg0: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<7x8xf32> {
//>     %0 = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<7x8xf32>
//>     return %0 : tensor<7x8xf32>
//>   }
//> }
//! %s:11:8: warning: op 'sdy.all_gather' is unknown to SDY sharding rule registry
//!   %0 = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<7x8xf32>
//!        ^
