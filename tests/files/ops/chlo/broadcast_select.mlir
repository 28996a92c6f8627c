// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%p: tensor<i1>, %x: tensor<4x8xf32>, %v: tensor<8xf32>) {
    %0 = chlo.broadcast_select %p, %x, %v : (tensor<i1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    %1 = chlo.broadcast_select %p, %x, %x {k} : (tensor<i1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<i1>, %arg1: tensor<4x8xf32>, %arg2: tensor<8xf32>) {
//>     %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
//>     %1 = chlo.broadcast_select %arg0, %arg1, %arg1 {k} : (tensor<i1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<i1>, tensor<4x8xf32>, tensor<8xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<i1>, %arg1: tensor<4x8xf32>, %arg2: tensor<8xf32>):
//>     %0 = "chlo.broadcast_select"(%arg0, %arg1, %arg2) : (tensor<i1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
//>     %1 = "chlo.broadcast_select"(%arg0, %arg1, %arg1) {k} : (tensor<i1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
