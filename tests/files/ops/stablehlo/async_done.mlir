// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: !stablehlo.future<tensor<4x8xf32>>) {
    %0 = "stablehlo.async_done"(%x) {k} : (!stablehlo.future<tensor<4x8xf32>>) -> tensor<4x8xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: !stablehlo.future<tensor<4x8xf32>>) {
//>     %0 = "stablehlo.async_done"(%arg0) {k} : (!stablehlo.future<tensor<4x8xf32>>) -> tensor<4x8xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (!stablehlo.future<tensor<4x8xf32>>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: !stablehlo.future<tensor<4x8xf32>>):
//>     %0 = "stablehlo.async_done"(%arg0) {k} : (!stablehlo.future<tensor<4x8xf32>>) -> tensor<4x8xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
