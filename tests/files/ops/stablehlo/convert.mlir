// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x2xf32>, %y: tensor<4x2xi1>) {
    %0 = stablehlo.convert %x : (tensor<4x2xf32>) -> tensor<4x2xbf16>
    %1 = stablehlo.convert %x : tensor<4x2xf32>
    %2 = stablehlo.convert %y {mhlo.frontend_attributes = {k = "v"}} : (tensor<4x2xi1>) -> tensor<4x2xi4>
    %3 = stablehlo.convert %x : (tensor<4x2xf32>) -> tensor<4x2xf8E4M3FN>
    %4 = stablehlo.convert %x : (tensor<4x2xf32>) -> tensor<4x2xui2>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x2xf32>, %arg1: tensor<4x2xi1>) {
//>     %0 = stablehlo.convert %arg0 : (tensor<4x2xf32>) -> tensor<4x2xbf16>
//>     %1 = stablehlo.convert %arg0 : tensor<4x2xf32>
//>     %2 = stablehlo.convert %arg1 {mhlo.frontend_attributes = {k = "v"}} : (tensor<4x2xi1>) -> tensor<4x2xi4>
//>     %3 = stablehlo.convert %arg0 : (tensor<4x2xf32>) -> tensor<4x2xf8E4M3FN>
//>     %4 = stablehlo.convert %arg0 : (tensor<4x2xf32>) -> tensor<4x2xui2>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x2xf32>, tensor<4x2xi1>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x2xf32>, %arg1: tensor<4x2xi1>):
//>     %0 = "stablehlo.convert"(%arg0) : (tensor<4x2xf32>) -> tensor<4x2xbf16>
//>     %1 = "stablehlo.convert"(%arg0) : (tensor<4x2xf32>) -> tensor<4x2xf32>
//>     %2 = "stablehlo.convert"(%arg1) {mhlo.frontend_attributes = {k = "v"}} : (tensor<4x2xi1>) -> tensor<4x2xi4>
//>     %3 = "stablehlo.convert"(%arg0) : (tensor<4x2xf32>) -> tensor<4x2xf8E4M3FN>
//>     %4 = "stablehlo.convert"(%arg0) : (tensor<4x2xf32>) -> tensor<4x2xui2>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
