// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>) {
    %0 = "stablehlo.async_start"(%x) ({
    ^bb0(%y: tensor<4x8xf32>):
      %1 = stablehlo.slice %y [0:2, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>
      stablehlo.return %1 : tensor<2x8xf32>
    }) {k} : (tensor<4x8xf32>) -> !stablehlo.future<tensor<2x8xf32>>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>) {
//>     %0 = "stablehlo.async_start"(%arg0) ({
//>     ^bb0(%arg1: tensor<4x8xf32>):
//>       %1 = stablehlo.slice %arg1 [0:2, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>
//>       stablehlo.return %1 : tensor<2x8xf32>
//>     }) {k} : (tensor<4x8xf32>) -> !stablehlo.future<tensor<2x8xf32>>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>):
//>     %0 = "stablehlo.async_start"(%arg0) ({
//>     ^bb0(%arg1: tensor<4x8xf32>):
//>       %1 = "stablehlo.slice"(%arg1) <{limit_indices = array<i64: 2, 8>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<2x8xf32>
//>       "stablehlo.return"(%1) : (tensor<2x8xf32>) -> ()
//>     }) {k} : (tensor<4x8xf32>) -> !stablehlo.future<tensor<2x8xf32>>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
