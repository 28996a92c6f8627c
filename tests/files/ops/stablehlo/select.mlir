// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%p: tensor<4x2xi1>, %q: tensor<i1>, %x: tensor<4x2xf32>, %y: tensor<?x2xf32>) {
    %0 = stablehlo.select %p, %x, %x : tensor<4x2xi1>, tensor<4x2xf32>
    %1 = stablehlo.select %q, %x, %x : tensor<i1>, tensor<4x2xf32>
    %2 = stablehlo.select %p, %x, %y {which = 2 : i32} : (tensor<4x2xi1>, tensor<4x2xf32>, tensor<?x2xf32>) -> tensor<4x2xf32>
    %3 = "stablehlo.select"(%p, %x, %x) : (tensor<4x2xi1>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x2xi1>, %arg1: tensor<i1>, %arg2: tensor<4x2xf32>, %arg3: tensor<?x2xf32>) {
//>     %0 = stablehlo.select %arg0, %arg2, %arg2 : tensor<4x2xi1>, tensor<4x2xf32>
//>     %1 = stablehlo.select %arg1, %arg2, %arg2 : tensor<i1>, tensor<4x2xf32>
//>     %2 = stablehlo.select %arg0, %arg2, %arg3 {which = 2 : i32} : (tensor<4x2xi1>, tensor<4x2xf32>, tensor<?x2xf32>) -> tensor<4x2xf32>
//>     %3 = stablehlo.select %arg0, %arg2, %arg2 : tensor<4x2xi1>, tensor<4x2xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x2xi1>, tensor<i1>, tensor<4x2xf32>, tensor<?x2xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x2xi1>, %arg1: tensor<i1>, %arg2: tensor<4x2xf32>, %arg3: tensor<?x2xf32>):
//>     %0 = "stablehlo.select"(%arg0, %arg2, %arg2) : (tensor<4x2xi1>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
//>     %1 = "stablehlo.select"(%arg1, %arg2, %arg2) : (tensor<i1>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
//>     %2 = "stablehlo.select"(%arg0, %arg2, %arg3) {which = 2 : i32} : (tensor<4x2xi1>, tensor<4x2xf32>, tensor<?x2xf32>) -> tensor<4x2xf32>
//>     %3 = "stablehlo.select"(%arg0, %arg2, %arg2) : (tensor<4x2xi1>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
