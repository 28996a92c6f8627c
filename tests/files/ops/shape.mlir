// RUN: shardflow opt %s 
// RUN: shardflow opt %s -mlir-print-op-generic

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<8x2x2xf32> {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<8x4xf32>) -> tensor<8x2x2xf32>
  %2 = stablehlo.slice %arg0 [0:4:2, 3:8] : (tensor<4x8xf32>) -> tensor<2x5xf32>
  %3 = stablehlo.concatenate %2, %2, dim = 1 : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x10xf32>
  %4 = stablehlo.pad %3, %arg1, low = [0, -1], high = [1, 0], interior = [0, 2] : (tensor<2x10xf32>, tensor<f32>) -> tensor<3x27xf32>
  %5 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
  %6 = stablehlo.dynamic_slice %arg0, %arg2, %arg2, sizes = [2, 5] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x5xf32>
  %7 = stablehlo.dynamic_update_slice %arg0, %6, %arg2, %arg2 : (tensor<4x8xf32>, tensor<2x5xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %8 = stablehlo.reverse %7, dims = [0] : tensor<4x8xf32>
  %9 = stablehlo.iota dim = 1 : tensor<4x8xi32>
  %10 = stablehlo.bitcast_convert %9 : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return %1 : tensor<8x2x2xf32>
}

//# RUN 1
//> module {
//>   func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<8x2x2xf32> {
//>     %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
//>     %1 = stablehlo.reshape %0 : (tensor<8x4xf32>) -> tensor<8x2x2xf32>
//>     %2 = stablehlo.slice %arg0 [0:4:2, 3:8] : (tensor<4x8xf32>) -> tensor<2x5xf32>
//>     %3 = stablehlo.concatenate %2, %2, dim = 1 : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x10xf32>
//>     %4 = stablehlo.pad %3, %arg1, low = [0, -1], high = [1, 0], interior = [0, 2] : (tensor<2x10xf32>, tensor<f32>) -> tensor<3x27xf32>
//>     %5 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
//>     %6 = stablehlo.dynamic_slice %arg0, %arg2, %arg2, sizes = [2, 5] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x5xf32>
//>     %7 = stablehlo.dynamic_update_slice %arg0, %6, %arg2, %arg2 : (tensor<4x8xf32>, tensor<2x5xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
//>     %8 = stablehlo.reverse %7, dims = [0] : tensor<4x8xf32>
//>     %9 = stablehlo.iota dim = 1 : tensor<4x8xi32>
//>     %10 = stablehlo.bitcast_convert %9 : (tensor<4x8xi32>) -> tensor<4x8xf32>
//>     return %1 : tensor<8x2x2xf32>
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<f32>, tensor<i32>) -> tensor<8x2x2xf32>, sym_name = "f"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>):
//>     %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
//>     %1 = "stablehlo.reshape"(%0) : (tensor<8x4xf32>) -> tensor<8x2x2xf32>
//>     %2 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 4, 8>, start_indices = array<i64: 0, 3>, strides = array<i64: 2, 1>}> : (tensor<4x8xf32>) -> tensor<2x5xf32>
//>     %3 = "stablehlo.concatenate"(%2, %2) <{dimension = 1 : i64}> : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x10xf32>
//>     %4 = "stablehlo.pad"(%3, %arg1) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 0, -1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x10xf32>, tensor<f32>) -> tensor<3x27xf32>
//>     %5 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x5xf32>
//>     %6 = "stablehlo.dynamic_slice"(%arg0, %arg2, %arg2) <{slice_sizes = array<i64: 2, 5>}> : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x5xf32>
//>     %7 = "stablehlo.dynamic_update_slice"(%arg0, %6, %arg2, %arg2) : (tensor<4x8xf32>, tensor<2x5xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
//>     %8 = "stablehlo.reverse"(%7) <{dimensions = array<i64: 0>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %9 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x8xi32>
//>     %10 = "stablehlo.bitcast_convert"(%9) : (tensor<4x8xi32>) -> tensor<4x8xf32>
//>     "func.return"(%1) : (tensor<8x2x2xf32>) -> ()
//>   }) : () -> ()
//> }) : () -> ()
