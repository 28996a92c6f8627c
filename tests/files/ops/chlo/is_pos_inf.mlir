// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>) {
    %0 = chlo.is_pos_inf %x : tensor<4x8xf32> -> tensor<4x8xi1>
    %1 = "chlo.is_pos_inf"(%x) {k} : (tensor<4x8xf32>) -> tensor<4x8xi1>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>) {
//>     %0 = chlo.is_pos_inf %arg0 : tensor<4x8xf32> -> tensor<4x8xi1>
//>     %1 = chlo.is_pos_inf %arg0 {k} : tensor<4x8xf32> -> tensor<4x8xi1>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>):
//>     %0 = "chlo.is_pos_inf"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xi1>
//>     %1 = "chlo.is_pos_inf"(%arg0) {k} : (tensor<4x8xf32>) -> tensor<4x8xi1>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
