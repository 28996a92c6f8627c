// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>, %v: tensor<8xf32>) {
    %0 = chlo.broadcast_complex %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xcomplex<f32>>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) {
//>     %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xcomplex<f32>>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<8xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>):
//>     %0 = "chlo.broadcast_complex"(%arg0, %arg1) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xcomplex<f32>>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
