// RUN: shardflow opt %s 
// RUN: shardflow opt %s -mlir-print-op-generic

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<4x8xi32>, %arg3: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg2 init: %arg3) across dimensions = [0] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
   reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<i32>, %arg7: tensor<i32>)  {
    %3 = stablehlo.maximum %arg4, %arg6 : tensor<f32>
    %4 = stablehlo.minimum %arg5, %arg7 : tensor<i32>
    stablehlo.return %3, %4 : tensor<f32>, tensor<i32>
  }
  %2 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
    %3 = stablehlo.add %arg4, %arg5 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %0 : tensor<4xf32>
}
func.func @convolution(%arg0: tensor<2x8x8x3xf32>, %arg1: tensor<3x3x3x16xf32>) -> tensor<2x8x8x16xf32> {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x8x16xf32>
  return %0 : tensor<2x8x8x16xf32>
}

//# RUN 1
//> module {
//>   func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<4x8xi32>, %arg3: tensor<i32>) -> tensor<4xf32> {
//>     %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>     %1:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg2 init: %arg3) across dimensions = [0] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
//>      reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<i32>, %arg7: tensor<i32>)  {
//>       %3 = stablehlo.maximum %arg4, %arg6 : tensor<f32>
//>       %4 = stablehlo.minimum %arg5, %arg7 : tensor<i32>
//>       stablehlo.return %3, %4 : tensor<f32>, tensor<i32>
//>     }
//>     %2 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %3 = stablehlo.add %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %3 : tensor<f32>
//>     }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
//>     return %0 : tensor<4xf32>
//>   }
//>   func.func @convolution(%arg0: tensor<2x8x8x3xf32>, %arg1: tensor<3x3x3x16xf32>) -> tensor<2x8x8x16xf32> {
//>     %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x8x16xf32>
//>     return %0 : tensor<2x8x8x16xf32>
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<f32>, tensor<4x8xi32>, tensor<i32>) -> tensor<4xf32>, sym_name = "reduce"}> ({
//>   ^bb0(%arg2: tensor<4x8xf32>, %arg3: tensor<f32>, %arg4: tensor<4x8xi32>, %arg5: tensor<i32>):
//>     %1 = "stablehlo.reduce"(%arg2, %arg3) <{dimensions = array<i64: 1>}> ({
//>     ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
//>       %7 = "stablehlo.add"(%arg12, %arg13) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%7) : (tensor<f32>) -> ()
//>     }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>     %2:2 = "stablehlo.reduce"(%arg2, %arg4, %arg3, %arg5) <{dimensions = array<i64: 0>}> ({
//>     ^bb0(%arg8: tensor<f32>, %arg9: tensor<i32>, %arg10: tensor<f32>, %arg11: tensor<i32>):
//>       %5 = "stablehlo.maximum"(%arg8, %arg10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       %6 = "stablehlo.minimum"(%arg9, %arg11) : (tensor<i32>, tensor<i32>) -> tensor<i32>
//>       "stablehlo.return"(%5, %6) : (tensor<f32>, tensor<i32>) -> ()
//>     }) : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
//>     %3 = "stablehlo.reduce_window"(%arg2, %arg3) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
//>     ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
//>       %4 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%4) : (tensor<f32>) -> ()
//>     }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
//>     "func.return"(%1) : (tensor<4xf32>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{function_type = (tensor<2x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x8x16xf32>, sym_name = "convolution"}> ({
//>   ^bb0(%arg0: tensor<2x8x8x3xf32>, %arg1: tensor<3x3x3x16xf32>):
//>     %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<2x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x8x16xf32>
//>     "func.return"(%0) : (tensor<2x8x8x16xf32>) -> ()
//>   }) : () -> ()
//> }) : () -> ()
