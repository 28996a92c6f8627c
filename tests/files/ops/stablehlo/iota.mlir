// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main() {
    %0 = stablehlo.iota dim = 0 : tensor<8xi32>
    %1 = stablehlo.iota dim = 1 {x = 1 : i32} : tensor<8x4xf32>
    %2 = "stablehlo.iota"() <{iota_dimension = 2 : i64}> : () -> tensor<2x3x4xui8>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main() {
//>     %0 = stablehlo.iota dim = 0 : tensor<8xi32>
//>     %1 = stablehlo.iota dim = 1 {x = 1 : i32} : tensor<8x4xf32>
//>     %2 = stablehlo.iota dim = 2 : tensor<2x3x4xui8>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = () -> (), sym_name = "main"}> ({
//>     %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<8xi32>
//>     %1 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> {x = 1 : i32} : () -> tensor<8x4xf32>
//>     %2 = "stablehlo.iota"() <{iota_dimension = 2 : i64}> : () -> tensor<2x3x4xui8>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
