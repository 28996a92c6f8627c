// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<?xf32>, %n: tensor<2xi64>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %1 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64>} : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<2xi64>) {
//>     %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
//>     %1 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64>} : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<?xf32>, tensor<2xi64>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<?xf32>, %arg1: tensor<2xi64>):
//>     %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
//>     %1 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64>}> : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
