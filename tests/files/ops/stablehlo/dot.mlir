// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) {
    %0 = stablehlo.dot %x, %y : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    %1 = stablehlo.dot %x, %y, precision = [DEFAULT, HIGHEST] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    %2 = stablehlo.dot %x, %y, precision = [] {k} : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    %3 = "stablehlo.dot"(%x, %y) <{precision_config = [#stablehlo<precision HIGH>]}> : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8x2xf32>) {
//>     %0 = stablehlo.dot %arg0, %arg1 : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
//>     %1 = stablehlo.dot %arg0, %arg1, precision = [DEFAULT, HIGHEST] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
//>     %2 = stablehlo.dot %arg0, %arg1, precision = [] {k} : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
//>     %3 = stablehlo.dot %arg0, %arg1, precision = [HIGH] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<8x2xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<8x2xf32>):
//>     %0 = "stablehlo.dot"(%arg0, %arg1) : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
//>     %1 = "stablehlo.dot"(%arg0, %arg1) <{precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
//>     %2 = "stablehlo.dot"(%arg0, %arg1) <{precision_config = []}> {k} : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
//>     %3 = "stablehlo.dot"(%arg0, %arg1) <{precision_config = [#stablehlo<precision HIGH>]}> : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
