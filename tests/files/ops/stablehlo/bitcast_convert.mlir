// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4xf32>) {
    %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xui32>
    %1 = stablehlo.bitcast_convert %x {wide = false} : (tensor<4xf32>) -> tensor<4x2xf16>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4xf32>) {
//>     %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4xui32>
//>     %1 = stablehlo.bitcast_convert %arg0 {wide = false} : (tensor<4xf32>) -> tensor<4x2xf16>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4xf32>):
//>     %0 = "stablehlo.bitcast_convert"(%arg0) : (tensor<4xf32>) -> tensor<4xui32>
//>     %1 = "stablehlo.bitcast_convert"(%arg0) {wide = false} : (tensor<4xf32>) -> tensor<4x2xf16>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
