// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%p: tensor<i32>, %x: tensor<4xf32>) {
    %0:2 = "stablehlo.case"(%p) ({
      stablehlo.return %x, %p : tensor<4xf32>, tensor<i32>
    }, {
      %1 = stablehlo.negate %x : tensor<4xf32>
      stablehlo.return %1, %p : tensor<4xf32>, tensor<i32>
    }, {
      %1 = "stablehlo.case"(%p) ({
        stablehlo.return %x : tensor<4xf32>
      }) : (tensor<i32>) -> tensor<4xf32>
      stablehlo.return %1, %p : tensor<4xf32>, tensor<i32>
    }) {k} : (tensor<i32>) -> (tensor<4xf32>, tensor<i32>)
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<i32>, %arg1: tensor<4xf32>) {
//>     %0:2 = "stablehlo.case"(%arg0) ({
//>       stablehlo.return %arg1, %arg0 : tensor<4xf32>, tensor<i32>
//>     }, {
//>       %1 = stablehlo.negate %arg1 : tensor<4xf32>
//>       stablehlo.return %1, %arg0 : tensor<4xf32>, tensor<i32>
//>     }, {
//>       %1 = "stablehlo.case"(%arg0) ({
//>         stablehlo.return %arg1 : tensor<4xf32>
//>       }) : (tensor<i32>) -> tensor<4xf32>
//>       stablehlo.return %1, %arg0 : tensor<4xf32>, tensor<i32>
//>     }) {k} : (tensor<i32>) -> (tensor<4xf32>, tensor<i32>)
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<i32>, tensor<4xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<i32>, %arg1: tensor<4xf32>):
//>     %0:2 = "stablehlo.case"(%arg0) ({
//>       "stablehlo.return"(%arg1, %arg0) : (tensor<4xf32>, tensor<i32>) -> ()
//>     }, {
//>       %2 = "stablehlo.negate"(%arg1) : (tensor<4xf32>) -> tensor<4xf32>
//>       "stablehlo.return"(%2, %arg0) : (tensor<4xf32>, tensor<i32>) -> ()
//>     }, {
//>       %1 = "stablehlo.case"(%arg0) ({
//>         "stablehlo.return"(%arg1) : (tensor<4xf32>) -> ()
//>       }) : (tensor<i32>) -> tensor<4xf32>
//>       "stablehlo.return"(%1, %arg0) : (tensor<4xf32>, tensor<i32>) -> ()
//>     }) {k} : (tensor<i32>) -> (tensor<4xf32>, tensor<i32>)
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
