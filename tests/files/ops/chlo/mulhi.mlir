// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xi32>, %d: tensor<?x8xi32>) {
    %0 = chlo.mulhi %x, %x : tensor<4x8xi32>, tensor<4x8xi32> -> tensor<4x8xi32>
    %1 = chlo.mulhi %x, %d {k} : tensor<4x8xi32>, tensor<?x8xi32> -> tensor<4x8xi32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xi32>, %arg1: tensor<?x8xi32>) {
//>     %0 = chlo.mulhi %arg0, %arg0 : tensor<4x8xi32>, tensor<4x8xi32> -> tensor<4x8xi32>
//>     %1 = chlo.mulhi %arg0, %arg1 {k} : tensor<4x8xi32>, tensor<?x8xi32> -> tensor<4x8xi32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xi32>, tensor<?x8xi32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xi32>, %arg1: tensor<?x8xi32>):
//>     %0 = "chlo.mulhi"(%arg0, %arg0) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
//>     %1 = "chlo.mulhi"(%arg0, %arg1) {k} : (tensor<4x8xi32>, tensor<?x8xi32>) -> tensor<4x8xi32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
