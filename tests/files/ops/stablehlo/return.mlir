// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) {
    %0 = "stablehlo.if"(%p) ({
      stablehlo.return %x {taken} : tensor<4xf32>
    }, {
      "stablehlo.return"(%x) : (tensor<4xf32>) -> ()
    }) : (tensor<i1>) -> tensor<4xf32>
    "stablehlo.if"(%p) ({
      stablehlo.return {taken}
    }, {
      "stablehlo.return"() : () -> ()
    }) : (tensor<i1>) -> ()
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<i1>, %arg1: tensor<4xf32>) {
//>     %0 = "stablehlo.if"(%arg0) ({
//>       stablehlo.return %arg1 {taken} : tensor<4xf32>
//>     }, {
//>       stablehlo.return %arg1 : tensor<4xf32>
//>     }) : (tensor<i1>) -> tensor<4xf32>
//>     "stablehlo.if"(%arg0) ({
//>       stablehlo.return  {taken}
//>     }, {
//>       stablehlo.return 
//>     }) : (tensor<i1>) -> ()
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<i1>, tensor<4xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<i1>, %arg1: tensor<4xf32>):
//>     %0 = "stablehlo.if"(%arg0) ({
//>       "stablehlo.return"(%arg1) {taken} : (tensor<4xf32>) -> ()
//>     }, {
//>       "stablehlo.return"(%arg1) : (tensor<4xf32>) -> ()
//>     }) : (tensor<i1>) -> tensor<4xf32>
//>     "stablehlo.if"(%arg0) ({
//>       "stablehlo.return"() {taken} : () -> ()
//>     }, {
//>       "stablehlo.return"() : () -> ()
//>     }) : (tensor<i1>) -> ()
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
