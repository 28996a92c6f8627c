// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>, %v: tensor<8xf32>, %s: tensor<f32>) {
    %0 = chlo.broadcast_minimum %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    %1 = chlo.broadcast_minimum %x, %s {broadcast_dimensions = array<i64>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %2 = "chlo.broadcast_minimum"(%x, %v) <{broadcast_dimensions = array<i64: 1>}> {k} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<f32>) {
//>     %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
//>     %1 = chlo.broadcast_minimum %arg0, %arg2 {broadcast_dimensions = array<i64>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
//>     %2 = chlo.broadcast_minimum %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, k} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<8xf32>, tensor<f32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<f32>):
//>     %0 = "chlo.broadcast_minimum"(%arg0, %arg1) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
//>     %1 = "chlo.broadcast_minimum"(%arg0, %arg2) <{broadcast_dimensions = array<i64>}> : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
//>     %2 = "chlo.broadcast_minimum"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {k} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
