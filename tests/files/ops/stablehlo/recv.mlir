// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%t: !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> {k} : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: !stablehlo.token) {
//>     %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> {k} : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (!stablehlo.token) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: !stablehlo.token):
//>     %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> {k} : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
