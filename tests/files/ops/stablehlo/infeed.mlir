// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%t: !stablehlo.token) {
    %0:2 = "stablehlo.infeed"(%t) <{infeed_config = "cfg", layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
    %1:2 = "stablehlo.infeed"(%t) {k} : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: !stablehlo.token) {
//>     %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = "cfg", layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
//>     %1:2 = "stablehlo.infeed"(%arg0) <{infeed_config = ""}> {k} : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (!stablehlo.token) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: !stablehlo.token):
//>     %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = "cfg", layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
//>     %1:2 = "stablehlo.infeed"(%arg0) <{infeed_config = ""}> {k} : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
