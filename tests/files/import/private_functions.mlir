// RUN: shardflow opt %s -sdy-flatten-call-graph -symbol-dce
// RUN: shardflow opt %s -sdy-import-pipeline -sdy-flatten-call-graph -symbol-dce -sdy-import-func-calls -symbol-dce
// RUN: shardflow opt %s -sdy-propagation-pipeline
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-propagation-pipeline=dedup-functions-fully=true

// Private functions that are called once, several times and not at all; a
// public one that is called.

sdy.mesh @mesh = <["a"=2, "b"=2]>

func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = call @once(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = call @often(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = call @often(%arg1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"b", ?}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = call @public(%2) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

func.func private @once(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = call @often(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

func.func private @often(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

func.func private @never(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  return %arg0 : tensor<8x8xf32>
}

func.func @public(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.abs %arg0 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     %0 = call @once(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %1 = call @often_0(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %2 = call @often_1(%arg1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"b", ?}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %3 = call @public(%2) : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func private @once(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
//>     %0 = call @often(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     return %0 : tensor<8x8xf32>
//>   }
//>   func.func private @often(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8x8xf32>
//>     return %0 : tensor<8x8xf32>
//>   }
//>   func.func @public(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
//>     %0 = stablehlo.abs %arg0 : tensor<8x8xf32>
//>     return %0 : tensor<8x8xf32>
//>   }
//>   func.func private @often_0(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {sdy.original_func_name = "often"} {
//>     %0 = stablehlo.negate %arg0 : tensor<8x8xf32>
//>     return %0 : tensor<8x8xf32>
//>   }
//>   func.func private @often_1(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {sdy.original_func_name = "often"} {
//>     %0 = stablehlo.negate %arg0 : tensor<8x8xf32>
//>     return %0 : tensor<8x8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     %0 = sdy.named_computation<"once">(%arg0) (%arg2: tensor<8x8xf32>) {
//>       %8 = sdy.data_flow_edge %arg2 : tensor<8x8xf32>
//>       %9 = sdy.named_computation<"often">(%8) (%arg3: tensor<8x8xf32>) {
//>         %11 = sdy.data_flow_edge %arg3 : tensor<8x8xf32>
//>         %12 = stablehlo.negate %11 : tensor<8x8xf32>
//>         sdy.return %12 : tensor<8x8xf32>
//>       } : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>       %10 = sdy.data_flow_edge %9 : tensor<8x8xf32>
//>       sdy.return %10 : tensor<8x8xf32>
//>     } : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %1 = sdy.data_flow_edge %0 : tensor<8x8xf32>
//>     %2 = sdy.named_computation<"often">(%1) (%arg2: tensor<8x8xf32>) {
//>       %8 = sdy.data_flow_edge %arg2 : tensor<8x8xf32>
//>       %9 = stablehlo.negate %8 : tensor<8x8xf32>
//>       sdy.return %9 : tensor<8x8xf32>
//>     } : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %3 = sdy.data_flow_edge %2 : tensor<8x8xf32>
//>     %4 = sdy.named_computation<"often">(%arg1) out_shardings=[<@mesh, [{?}, {"b", ?}]>] (%arg2: tensor<8x8xf32>) {
//>       %8 = sdy.data_flow_edge %arg2 : tensor<8x8xf32>
//>       %9 = stablehlo.negate %8 : tensor<8x8xf32>
//>       sdy.return %9 : tensor<8x8xf32>
//>     } : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %5 = sdy.data_flow_edge %4 sharding=<@mesh, [{?}, {"b", ?}]> : tensor<8x8xf32>
//>     %6 = sdy.named_computation<"public">(%5) (%arg2: tensor<8x8xf32>) {
//>       %8 = sdy.data_flow_edge %arg2 : tensor<8x8xf32>
//>       %9 = stablehlo.abs %8 : tensor<8x8xf32>
//>       sdy.return %9 : tensor<8x8xf32>
//>     } : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %7 = sdy.data_flow_edge %6 : tensor<8x8xf32>
//>     return %3, %7 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) {
//>     %0 = call @once(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %1 = call @often_0(%0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %2 = call @often_1(%arg1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %3 = call @public(%2) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func private @once(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
//>     %0 = call @often_0(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     return %0 : tensor<8x8xf32>
//>   }
//>   func.func private @often_0(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
//>     %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<8x8xf32>
//>     return %0 : tensor<8x8xf32>
//>   }
//>   func.func private @often_1(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) {
//>     %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : tensor<8x8xf32>
//>     return %0 : tensor<8x8xf32>
//>   }
//>   func.func private @public(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) {
//>     %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : tensor<8x8xf32>
//>     return %0 : tensor<8x8xf32>
//>   }
//> }
//# RUN 4
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
//>     %0 = call @once(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %1 = call @often(%0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %2 = call @often(%arg1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %3 = call @public(%2) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func @public(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
//>     %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : tensor<8x8xf32>
//>     return %0 : tensor<8x8xf32>
//>   }
//>   func.func private @once(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
//>     %0 = call @often(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     return %0 : tensor<8x8xf32>
//>   }
//>   func.func private @often(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
//>     %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : tensor<8x8xf32>
//>     return %0 : tensor<8x8xf32>
//>   }
//> }
