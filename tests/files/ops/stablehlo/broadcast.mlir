// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4xf32>) {
    %0 = stablehlo.broadcast %x, sizes = [2, 3] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    %1 = stablehlo.broadcast %x, sizes = [] {noop} : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4xf32>) {
//>     %0 = stablehlo.broadcast %arg0, sizes = [2, 3] : (tensor<4xf32>) -> tensor<2x3x4xf32>
//>     %1 = stablehlo.broadcast %arg0, sizes = [] {noop} : (tensor<4xf32>) -> tensor<4xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4xf32>):
//>     %0 = "stablehlo.broadcast"(%arg0) <{broadcast_sizes = array<i64: 2, 3>}> : (tensor<4xf32>) -> tensor<2x3x4xf32>
//>     %1 = "stablehlo.broadcast"(%arg0) <{broadcast_sizes = array<i64>}> {noop} : (tensor<4xf32>) -> tensor<4xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
