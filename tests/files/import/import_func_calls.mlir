// Calls become named computations; the second call to a function gets a copy.
// RUN: shardflow opt %s -sdy-import-func-calls=add-data-flow-edges-on-named-computations=false
// RUN: shardflow opt %s -sdy-import-func-calls
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-import-func-calls
// RUN: shardflow opt %s -sdy-import-func-calls=add-data-flow-edges-on-named-computations=false -sdy-export-named-computations

sdy.mesh @mesh = <["a"=2]>

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @plain(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @plain(%0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>, other = 3 : i64} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = "func.call"(%1) <{callee = @thread, no_inline}> : (tensor<8xf32>) -> tensor<8xf32>
  %3 = call @sharded(%2) : (tensor<8xf32>) -> tensor<8xf32>
  %4 = call @sharded(%3) : (tensor<8xf32>) -> tensor<8xf32>
  %5 = call @sharded(%4) : (tensor<8xf32>) -> tensor<8xf32>
  %6 = call @declared(%5) : (tensor<8xf32>) -> tensor<8xf32>
  return %6 : tensor<8xf32>
}
func.func private @plain(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @thread(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {execution_thread = "other"} {
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @sharded(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %0 = stablehlo.sine %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @declared(tensor<8xf32>) -> tensor<8xf32>

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = sdy.named_computation<"plain">(%arg0) (%arg1: tensor<8xf32>) {
//>       %7 = stablehlo.negate %arg1 : tensor<8xf32>
//>       sdy.return %7 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = sdy.named_computation<"plain">(%0) out_shardings=[<@mesh, [{"a"}]>] (%arg1: tensor<8xf32>) {
//>       %7 = stablehlo.negate %arg1 : tensor<8xf32>
//>       sdy.return %7 : tensor<8xf32>
//>     } {other = 3 : i64} : (tensor<8xf32>) -> tensor<8xf32>
//>     %2 = sdy.named_computation<"thread">(%1) (%arg1: tensor<8xf32>) {
//>       %7 = stablehlo.abs %arg1 : tensor<8xf32>
//>       sdy.return %7 : tensor<8xf32>
//>     } {execution_thread = "other"} : (tensor<8xf32>) -> tensor<8xf32>
//>     %3 = sdy.named_computation<"sharded">(%2) (%arg1: tensor<8xf32>) {
//>       %7 = stablehlo.sine %arg1 : tensor<8xf32>
//>       sdy.return %7 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %4 = sdy.named_computation<"sharded">(%3) (%arg1: tensor<8xf32>) {
//>       %7 = stablehlo.sine %arg1 : tensor<8xf32>
//>       sdy.return %7 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %5 = sdy.named_computation<"sharded">(%4) (%arg1: tensor<8xf32>) {
//>       %7 = stablehlo.sine %arg1 : tensor<8xf32>
//>       sdy.return %7 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %6 = call @declared(%5) : (tensor<8xf32>) -> tensor<8xf32>
//>     return %6 : tensor<8xf32>
//>   }
//>   func.func private @declared(tensor<8xf32>) -> tensor<8xf32>
//> }
//! %s:14:8: warning: function @sharded has multiple call ops, we need to clone the function body for each call
//!   %4 = call @sharded(%3) : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = sdy.named_computation<"plain">(%arg0) (%arg1: tensor<8xf32>) {
//>       %13 = sdy.data_flow_edge %arg1 : tensor<8xf32>
//>       %14 = stablehlo.negate %13 : tensor<8xf32>
//>       sdy.return %14 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = sdy.data_flow_edge %0 : tensor<8xf32>
//>     %2 = sdy.named_computation<"plain">(%1) out_shardings=[<@mesh, [{"a"}]>] (%arg1: tensor<8xf32>) {
//>       %13 = sdy.data_flow_edge %arg1 : tensor<8xf32>
//>       %14 = stablehlo.negate %13 : tensor<8xf32>
//>       sdy.return %14 : tensor<8xf32>
//>     } {other = 3 : i64} : (tensor<8xf32>) -> tensor<8xf32>
//>     %3 = sdy.data_flow_edge %2 sharding=<@mesh, [{"a"}]> : tensor<8xf32>
//>     %4 = sdy.named_computation<"thread">(%3) (%arg1: tensor<8xf32>) {
//>       %13 = sdy.data_flow_edge %arg1 : tensor<8xf32>
//>       %14 = stablehlo.abs %13 : tensor<8xf32>
//>       sdy.return %14 : tensor<8xf32>
//>     } {execution_thread = "other"} : (tensor<8xf32>) -> tensor<8xf32>
//>     %5 = sdy.data_flow_edge %4 : tensor<8xf32>
//>     %6 = sdy.named_computation<"sharded">(%5) (%arg1: tensor<8xf32>) {
//>       %13 = sdy.data_flow_edge %arg1 : tensor<8xf32>
//>       %14 = stablehlo.sine %13 : tensor<8xf32>
//>       sdy.return %14 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %7 = sdy.data_flow_edge %6 : tensor<8xf32>
//>     %8 = sdy.named_computation<"sharded">(%7) (%arg1: tensor<8xf32>) {
//>       %13 = sdy.data_flow_edge %arg1 : tensor<8xf32>
//>       %14 = stablehlo.sine %13 : tensor<8xf32>
//>       sdy.return %14 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %9 = sdy.data_flow_edge %8 : tensor<8xf32>
//>     %10 = sdy.named_computation<"sharded">(%9) (%arg1: tensor<8xf32>) {
//>       %13 = sdy.data_flow_edge %arg1 : tensor<8xf32>
//>       %14 = stablehlo.sine %13 : tensor<8xf32>
//>       sdy.return %14 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %11 = sdy.data_flow_edge %10 : tensor<8xf32>
//>     %12 = call @declared(%11) : (tensor<8xf32>) -> tensor<8xf32>
//>     return %12 : tensor<8xf32>
//>   }
//>   func.func private @declared(tensor<8xf32>) -> tensor<8xf32>
//> }
//! %s:14:8: warning: function @sharded has multiple call ops, we need to clone the function body for each call
//!   %4 = call @sharded(%3) : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = sdy.named_computation<"plain">(%arg0) (%arg1: tensor<8xf32>) {
//>       %13 = sdy.data_flow_edge %arg1 : tensor<8xf32>
//>       %14 = stablehlo.negate %13 : tensor<8xf32>
//>       sdy.return %14 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = sdy.data_flow_edge %0 : tensor<8xf32>
//>     %2 = sdy.named_computation<"plain">(%1) out_shardings=[<@mesh, [{"a"}]>] (%arg1: tensor<8xf32>) {
//>       %13 = sdy.data_flow_edge %arg1 : tensor<8xf32>
//>       %14 = stablehlo.negate %13 : tensor<8xf32>
//>       sdy.return %14 : tensor<8xf32>
//>     } {other = 3 : i64} : (tensor<8xf32>) -> tensor<8xf32>
//>     %3 = sdy.data_flow_edge %2 sharding=<@mesh, [{"a"}]> : tensor<8xf32>
//>     %4 = sdy.named_computation<"thread">(%3) (%arg1: tensor<8xf32>) {
//>       %13 = sdy.data_flow_edge %arg1 : tensor<8xf32>
//>       %14 = stablehlo.abs %13 : tensor<8xf32>
//>       sdy.return %14 : tensor<8xf32>
//>     } {execution_thread = "other"} : (tensor<8xf32>) -> tensor<8xf32>
//>     %5 = sdy.data_flow_edge %4 : tensor<8xf32>
//>     %6 = sdy.named_computation<"sharded">(%5) (%arg1: tensor<8xf32>) {
//>       %13 = sdy.data_flow_edge %arg1 : tensor<8xf32>
//>       %14 = stablehlo.sine %13 : tensor<8xf32>
//>       sdy.return %14 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %7 = sdy.data_flow_edge %6 : tensor<8xf32>
//>     %8 = sdy.named_computation<"sharded">(%7) (%arg1: tensor<8xf32>) {
//>       %13 = sdy.data_flow_edge %arg1 : tensor<8xf32>
//>       %14 = stablehlo.sine %13 : tensor<8xf32>
//>       sdy.return %14 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %9 = sdy.data_flow_edge %8 : tensor<8xf32>
//>     %10 = sdy.named_computation<"sharded">(%9) (%arg1: tensor<8xf32>) {
//>       %13 = sdy.data_flow_edge %arg1 : tensor<8xf32>
//>       %14 = stablehlo.sine %13 : tensor<8xf32>
//>       sdy.return %14 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %11 = sdy.data_flow_edge %10 : tensor<8xf32>
//>     %12 = call @declared(%11) : (tensor<8xf32>) -> tensor<8xf32>
//>     return %12 : tensor<8xf32>
//>   }
//>   func.func private @declared(tensor<8xf32>) -> tensor<8xf32>
//> }
//! %s:11:8: warning: function @plain has multiple call ops, we need to clone the function body for each call
//!   %1 = call @plain(%0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>, other = 3 : i64} : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
//# RUN 4
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = call @plain(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = call @plain_0(%0) {other = 3 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %2 = call @thread(%1) : (tensor<8xf32>) -> tensor<8xf32>
//>     %3 = call @sharded(%2) : (tensor<8xf32>) -> tensor<8xf32>
//>     %4 = call @sharded_1(%3) : (tensor<8xf32>) -> tensor<8xf32>
//>     %5 = call @sharded_2(%4) : (tensor<8xf32>) -> tensor<8xf32>
//>     %6 = call @declared(%5) : (tensor<8xf32>) -> tensor<8xf32>
//>     return %6 : tensor<8xf32>
//>   }
//>   func.func private @declared(tensor<8xf32>) -> tensor<8xf32>
//>   func.func private @plain(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "plain"} {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @plain_0(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "plain"} {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @thread(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {execution_thread = "other", sdy.original_func_name = "thread"} {
//>     %0 = stablehlo.abs %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @sharded(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "sharded"} {
//>     %0 = stablehlo.sine %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @sharded_1(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "sharded"} {
//>     %0 = stablehlo.sine %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @sharded_2(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "sharded"} {
//>     %0 = stablehlo.sine %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//> }
//! %s:14:8: warning: function @sharded has multiple call ops, we need to clone the function body for each call
//!   %4 = call @sharded(%3) : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
