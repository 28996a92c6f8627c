// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>, %t: !stablehlo.token) {
    %0 = stablehlo.tuple %x, %t : tuple<tensor<4x8xf32>, !stablehlo.token>
    %1 = stablehlo.tuple %0, %x {nested} : tuple<tuple<tensor<4x8xf32>, !stablehlo.token>, tensor<4x8xf32>>
    %2 = stablehlo.tuple : tuple<>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token) {
//>     %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<4x8xf32>, !stablehlo.token>
//>     %1 = stablehlo.tuple %0, %arg0 {nested} : tuple<tuple<tensor<4x8xf32>, !stablehlo.token>, tensor<4x8xf32>>
//>     %2 = stablehlo.tuple  : tuple<>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, !stablehlo.token) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token):
//>     %0 = "stablehlo.tuple"(%arg0, %arg1) : (tensor<4x8xf32>, !stablehlo.token) -> tuple<tensor<4x8xf32>, !stablehlo.token>
//>     %1 = "stablehlo.tuple"(%0, %arg0) {nested} : (tuple<tensor<4x8xf32>, !stablehlo.token>, tensor<4x8xf32>) -> tuple<tuple<tensor<4x8xf32>, !stablehlo.token>, tensor<4x8xf32>>
//>     %2 = "stablehlo.tuple"() : () -> tuple<>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
