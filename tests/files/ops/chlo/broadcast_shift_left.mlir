// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xi32>, %v: tensor<8xi32>, %s: tensor<i32>) {
    %0 = chlo.broadcast_shift_left %x, %v : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
    %1 = chlo.broadcast_shift_left %x, %s {broadcast_dimensions = array<i64>} : (tensor<4x8xi32>, tensor<i32>) -> tensor<4x8xi32>
    %2 = "chlo.broadcast_shift_left"(%x, %v) <{broadcast_dimensions = array<i64: 1>}> {k} : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xi32>, %arg1: tensor<8xi32>, %arg2: tensor<i32>) {
//>     %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
//>     %1 = chlo.broadcast_shift_left %arg0, %arg2 {broadcast_dimensions = array<i64>} : (tensor<4x8xi32>, tensor<i32>) -> tensor<4x8xi32>
//>     %2 = chlo.broadcast_shift_left %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, k} : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xi32>, tensor<8xi32>, tensor<i32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xi32>, %arg1: tensor<8xi32>, %arg2: tensor<i32>):
//>     %0 = "chlo.broadcast_shift_left"(%arg0, %arg1) : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
//>     %1 = "chlo.broadcast_shift_left"(%arg0, %arg2) <{broadcast_dimensions = array<i64>}> : (tensor<4x8xi32>, tensor<i32>) -> tensor<4x8xi32>
//>     %2 = "chlo.broadcast_shift_left"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {k} : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
