// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4xf32>, %d: tensor<?xf32>) {
    %0 = stablehlo.reduce_precision %x, format = e8m7 : tensor<4xf32>
    %1 = stablehlo.reduce_precision %x, format = e1m0 {why = "small"} : tensor<4xf32>
    %2 = stablehlo.reduce_precision %d, format = e5m10 : (tensor<?xf32>) -> tensor<4xf32>
    %3 = "stablehlo.reduce_precision"(%x) <{mantissa_bits = 3 : i32, exponent_bits = 4 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<?xf32>) {
//>     %0 = stablehlo.reduce_precision %arg0, format = e8m7 : tensor<4xf32>
//>     %1 = stablehlo.reduce_precision %arg0, format = e1m0 {why = "small"} : tensor<4xf32>
//>     %2 = stablehlo.reduce_precision %arg1, format = e5m10 : (tensor<?xf32>) -> tensor<4xf32>
//>     %3 = stablehlo.reduce_precision %arg0, format = e4m3 : tensor<4xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4xf32>, tensor<?xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<?xf32>):
//>     %0 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 8 : i32, mantissa_bits = 7 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
//>     %1 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 1 : i32, mantissa_bits = 0 : i32}> {why = "small"} : (tensor<4xf32>) -> tensor<4xf32>
//>     %2 = "stablehlo.reduce_precision"(%arg1) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<?xf32>) -> tensor<4xf32>
//>     %3 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 4 : i32, mantissa_bits = 3 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
