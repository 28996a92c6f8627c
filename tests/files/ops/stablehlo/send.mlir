// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>, %t: !stablehlo.token) {
    %0 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> {k} : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token) {
//>     %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> {k} : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, !stablehlo.token) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token):
//>     %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> {k} : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
