// RUN: shardflow opt %s -sdy-propagation-pipeline
// RUN: shardflow opt %s -extra-rules -sdy-propagation-pipeline
// RUN: shardflow opt %s --extra-rules -sdy-populate-op-sharding-rules
// RUN: shardflow opt %s --extra-rules -sdy-propagation-pipeline -sdy-close-shardings -sdy-insert-explicit-reshards
// RUN: shardflow propagate -q --extra-rules %s

// The reference's behaviour, which warns and stops at chlo; and with rules.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %b: tensor<16xf32>, %p: tensor<i1>) -> (tensor<8x3xf32>, tensor<8x3xi32>) {
  %0 = chlo.erf %a : tensor<8x16xf32> -> tensor<8x16xf32>
  %1 = chlo.square %0 : tensor<8x16xf32> -> tensor<8x16xf32>
  %2 = chlo.broadcast_add %1, %b : (tensor<8x16xf32>, tensor<16xf32>) -> tensor<8x16xf32>
  %3 = chlo.broadcast_select %p, %2, %0 : (tensor<i1>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %4 = chlo.next_after %3, %0 : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
  %5:2 = chlo.top_k(%4, k = 3) : tensor<8x16xf32> -> (tensor<8x3xf32>, tensor<8x3xi32>)
  return %5#0, %5#1 : tensor<8x3xf32>, tensor<8x3xi32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<16xf32>, %arg2: tensor<i1>) -> (tensor<8x3xf32>, tensor<8x3xi32>) {
//>     %0 = chlo.erf %arg0 : tensor<8x16xf32> -> tensor<8x16xf32>
//>     %1 = chlo.square %0 : tensor<8x16xf32> -> tensor<8x16xf32>
//>     %2 = chlo.broadcast_add %1, %arg1 : (tensor<8x16xf32>, tensor<16xf32>) -> tensor<8x16xf32>
//>     %3 = chlo.broadcast_select %arg2, %2, %0 : (tensor<i1>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %4 = chlo.next_after %3, %0 : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
//>     %values, %indices = chlo.top_k(%4, k = 3) : tensor<8x16xf32> -> (tensor<8x3xf32>, tensor<8x3xi32>)
//>     return %values, %indices : tensor<8x3xf32>, tensor<8x3xi32>
//>   }
//> }
//! %s:11:8: warning: op 'chlo.erf' is unknown to SDY sharding rule registry
//!   %0 = chlo.erf %a : tensor<8x16xf32> -> tensor<8x16xf32>
//!        ^
//! %s:12:8: warning: op 'chlo.square' is unknown to SDY sharding rule registry
//!   %1 = chlo.square %0 : tensor<8x16xf32> -> tensor<8x16xf32>
//!        ^
//! %s:13:8: warning: op 'chlo.broadcast_add' is unknown to SDY sharding rule registry
//!   %2 = chlo.broadcast_add %1, %b : (tensor<8x16xf32>, tensor<16xf32>) -> tensor<8x16xf32>
//!        ^
//! %s:14:8: warning: op 'chlo.broadcast_select' is unknown to SDY sharding rule registry
//!   %3 = chlo.broadcast_select %p, %2, %0 : (tensor<i1>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
//!        ^
//! %s:15:8: warning: op 'chlo.next_after' is unknown to SDY sharding rule registry
//!   %4 = chlo.next_after %3, %0 : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
//!        ^
//! %s:16:10: warning: op 'chlo.top_k' is unknown to SDY sharding rule registry
//!   %5:2 = chlo.top_k(%4, k = 3) : tensor<8x16xf32> -> (tensor<8x3xf32>, tensor<8x3xi32>)
//!          ^
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %arg2: tensor<i1>) -> (tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = chlo.erf %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x16xf32> -> tensor<8x16xf32>
//>     %1 = chlo.square %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x16xf32> -> tensor<8x16xf32>
//>     %2 = chlo.broadcast_add %1, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<8x16xf32>, tensor<16xf32>) -> tensor<8x16xf32>
//>     %3 = chlo.broadcast_select %arg2, %2, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<i1>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %4 = chlo.next_after %3, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
//>     %values, %indices = chlo.top_k(%4, k = 3) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>]>} : tensor<8x16xf32> -> (tensor<8x3xf32>, tensor<8x3xi32>)
//>     return %values, %indices : tensor<8x3xf32>, tensor<8x3xi32>
//>   }
//> }
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<16xf32>, %arg2: tensor<i1>) -> (tensor<8x3xf32>, tensor<8x3xi32>) {
//>     %0 = chlo.erf %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32> -> tensor<8x16xf32>
//>     %1 = chlo.square %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32> -> tensor<8x16xf32>
//>     %2 = chlo.broadcast_add %1, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [j])->([i, j]) {i=8, j=16}>} : (tensor<8x16xf32>, tensor<16xf32>) -> tensor<8x16xf32>
//>     %3 = chlo.broadcast_select %arg2, %2, %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [i, j], [i, j])->([i, j]) {i=8, j=16}>} : (tensor<i1>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %4 = chlo.next_after %3, %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
//>     %values, %indices = chlo.top_k(%4, k = 3) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j], [i, j]) {i=8, j=16} need_replication={j} blocked_propagation={j}>} : tensor<8x16xf32> -> (tensor<8x3xf32>, tensor<8x3xi32>)
//>     return %values, %indices : tensor<8x3xf32>, tensor<8x3xi32>
//>   }
//> }
//# RUN 4
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %arg2: tensor<i1>) -> (tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = chlo.erf %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x16xf32> -> tensor<8x16xf32>
//>     %1 = chlo.square %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x16xf32> -> tensor<8x16xf32>
//>     %2 = chlo.broadcast_add %1, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<8x16xf32>, tensor<16xf32>) -> tensor<8x16xf32>
//>     %3 = chlo.broadcast_select %arg2, %2, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<i1>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %4 = chlo.next_after %3, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
//>     %values, %indices = chlo.top_k(%4, k = 3) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>]>} : tensor<8x16xf32> -> (tensor<8x3xf32>, tensor<8x3xi32>)
//>     return %values, %indices : tensor<8x3xf32>, tensor<8x3xi32>
//>   }
//> }
//# RUN 5
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %arg2: tensor<i1>) -> (tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = chlo.erf %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x16xf32> -> tensor<8x16xf32>
//>     %1 = chlo.square %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x16xf32> -> tensor<8x16xf32>
//>     %2 = chlo.broadcast_add %1, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<8x16xf32>, tensor<16xf32>) -> tensor<8x16xf32>
//>     %3 = chlo.broadcast_select %arg2, %2, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<i1>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %4 = chlo.next_after %3, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
//>     %values, %indices = chlo.top_k(%4, k = 3) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>]>} : tensor<8x16xf32> -> (tensor<8x3xf32>, tensor<8x3xi32>)
//>     return %values, %indices : tensor<8x3xf32>, tensor<8x3xi32>
//>   }
//> }
