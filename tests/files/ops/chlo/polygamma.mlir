// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>, %d: tensor<?x8xf32>) {
    %0 = chlo.polygamma %x, %x : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
    %1 = chlo.polygamma %x, %d {k} : tensor<4x8xf32>, tensor<?x8xf32> -> tensor<4x8xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<?x8xf32>) {
//>     %0 = chlo.polygamma %arg0, %arg0 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
//>     %1 = chlo.polygamma %arg0, %arg1 {k} : tensor<4x8xf32>, tensor<?x8xf32> -> tensor<4x8xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<?x8xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<?x8xf32>):
//>     %0 = "chlo.polygamma"(%arg0, %arg0) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %1 = "chlo.polygamma"(%arg0, %arg1) {k} : (tensor<4x8xf32>, tensor<?x8xf32>) -> tensor<4x8xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
