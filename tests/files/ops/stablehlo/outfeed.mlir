// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>, %t: !stablehlo.token) {
    %0 = "stablehlo.outfeed"(%x, %t) <{outfeed_config = "cfg"}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
    %1 = "stablehlo.outfeed"(%x, %x, %t) {k} : (tensor<4x8xf32>, tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token) {
//>     %0 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = "cfg"}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
//>     %1 = "stablehlo.outfeed"(%arg0, %arg0, %arg1) <{outfeed_config = ""}> {k} : (tensor<4x8xf32>, tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, !stablehlo.token) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token):
//>     %0 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = "cfg"}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
//>     %1 = "stablehlo.outfeed"(%arg0, %arg0, %arg1) <{outfeed_config = ""}> {k} : (tensor<4x8xf32>, tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
