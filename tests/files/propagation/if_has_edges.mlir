// RUN: shardflow opt %s -sdy-propagation-pipeline
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-add-data-flow-edges
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-propagation-pipeline

// In jaxlib an if passes shardings on, as a case does.

sdy.mesh @mesh = <["a"=2, "b"=2]>

func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}, %arg1: tensor<i1>, %arg2: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = "stablehlo.if"(%arg1) ({
    stablehlo.return %arg0 : tensor<8xf32>
  }, {
    stablehlo.return %arg0 : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  %1 = "stablehlo.case"(%arg2) ({
    stablehlo.return %arg0 : tensor<8xf32>
  }, {
    stablehlo.return %arg0 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %2 = stablehlo.negate %0 : tensor<8xf32>
  return %2, %1 : tensor<8xf32>, tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %arg1: tensor<i1>, %arg2: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
//>     %0 = "stablehlo.if"(%arg1) ({
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }, {
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }) : (tensor<i1>) -> tensor<8xf32>
//>     %1 = "stablehlo.case"(%arg2) ({
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }, {
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<i32>) -> tensor<8xf32>
//>     %2 = stablehlo.negate %0 : tensor<8xf32>
//>     return %2, %1 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
//! %s:10:8: warning: op 'stablehlo.if' is unknown to SDY sharding rule registry
//!   %0 = "stablehlo.if"(%arg1) ({
//!        ^
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}, %arg1: tensor<i1>, %arg2: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
//>     %0 = "stablehlo.if"(%arg1) ({
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }, {
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }) : (tensor<i1>) -> tensor<8xf32>
//>     %1 = sdy.data_flow_edge %0 : tensor<8xf32>
//>     %2 = "stablehlo.case"(%arg2) ({
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }, {
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }) : (tensor<i32>) -> tensor<8xf32>
//>     %3 = sdy.data_flow_edge %2 : tensor<8xf32>
//>     %4 = stablehlo.negate %1 : tensor<8xf32>
//>     return %4, %3 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %arg1: tensor<i1>, %arg2: tensor<i32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
//>     %0 = "stablehlo.if"(%arg1) ({
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }, {
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<i1>) -> tensor<8xf32>
//>     %1 = "stablehlo.case"(%arg2) ({
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }, {
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<i32>) -> tensor<8xf32>
//>     %2 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
//>     return %2, %1 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
//! %s:10:8: warning: op 'stablehlo.if' is unknown to SDY sharding rule registry
//!   %0 = "stablehlo.if"(%arg1) ({
//!        ^
