// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x?xf32>) {
    %0 = "chlo.constant_like"(%x) <{value = 3.200000e+00 : f32}> : (tensor<4x?xf32>) -> tensor<4x?xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x?xf32>) {
//>     %0 = "chlo.constant_like"(%arg0) <{value = 3.200000e+00 : f32}> : (tensor<4x?xf32>) -> tensor<4x?xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x?xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x?xf32>):
//>     %0 = "chlo.constant_like"(%arg0) <{value = 3.200000e+00 : f32}> : (tensor<4x?xf32>) -> tensor<4x?xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
