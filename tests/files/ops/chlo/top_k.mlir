// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x16xf32>) {
    %0:2 = chlo.top_k(%x, k = 8) : tensor<4x16xf32> -> (tensor<4x8xf32>, tensor<4x8xi32>)
    %1, %2 = chlo.top_k(%x, k = 8) {k2 = 1 : i64} : tensor<4x16xf32> -> (tensor<4x8xf32>, tensor<4x8xi32>)
    %3:2 = "chlo.top_k"(%x) <{k = 16 : i64}> : (tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xi32>)
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x16xf32>) {
//>     %values, %indices = chlo.top_k(%arg0, k = 8) : tensor<4x16xf32> -> (tensor<4x8xf32>, tensor<4x8xi32>)
//>     %values_0, %indices_1 = chlo.top_k(%arg0, k = 8) {k2 = 1 : i64} : tensor<4x16xf32> -> (tensor<4x8xf32>, tensor<4x8xi32>)
//>     %values_2, %indices_3 = chlo.top_k(%arg0, k = 16) : tensor<4x16xf32> -> (tensor<4x16xf32>, tensor<4x16xi32>)
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x16xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x16xf32>):
//>     %0:2 = "chlo.top_k"(%arg0) <{k = 8 : i64}> : (tensor<4x16xf32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
//>     %1:2 = "chlo.top_k"(%arg0) <{k = 8 : i64}> {k2 = 1 : i64} : (tensor<4x16xf32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
//>     %2:2 = "chlo.top_k"(%arg0) <{k = 16 : i64}> : (tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xi32>)
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
