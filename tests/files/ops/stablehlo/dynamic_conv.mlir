// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>, %p: tensor<2x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{window_strides = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = []}> {k} : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi64>) -> tensor<2x?x?x16xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<2x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>, %arg2: tensor<2x2xi64>) {
//>     %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, precision_config = [], window_strides = array<i64: 1, 1>}> {k} : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi64>) -> tensor<2x?x?x16xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi64>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<2x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>, %arg2: tensor<2x2xi64>):
//>     %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, precision_config = [], window_strides = array<i64: 1, 1>}> {k} : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi64>) -> tensor<2x?x?x16xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
