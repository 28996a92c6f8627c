// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>, %s: tensor<f32>, %i: tensor<4x8xi32>, %j: tensor<i32>) {
    %0 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %9 = stablehlo.maximum %l, %r : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x4xf32>
    %1:2 = "stablehlo.reduce_window"(%x, %i, %s, %j) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 1>}> ({
    ^bb0(%l: tensor<f32>, %m: tensor<i32>, %r: tensor<f32>, %n: tensor<i32>):
      %9 = stablehlo.maximum %l, %r : tensor<f32>
      %10 = stablehlo.add %m, %n : tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }) {k} : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<4x8xi32>, %arg3: tensor<i32>) {
//>     %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %2 = stablehlo.maximum %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %2 : tensor<f32>
//>     }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x4xf32>
//>     %1:2 = "stablehlo.reduce_window"(%arg0, %arg2, %arg1, %arg3) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 1>}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<i32>, %arg6: tensor<f32>, %arg7: tensor<i32>):
//>       %2 = stablehlo.maximum %arg4, %arg6 : tensor<f32>
//>       %3 = stablehlo.add %arg5, %arg7 : tensor<i32>
//>       stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
//>     }) {k} : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<f32>, tensor<4x8xi32>, tensor<i32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<4x8xi32>, %arg3: tensor<i32>):
//>     %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
//>     ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
//>       %4 = "stablehlo.maximum"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%4) : (tensor<f32>) -> ()
//>     }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x4xf32>
//>     %1:2 = "stablehlo.reduce_window"(%arg0, %arg2, %arg1, %arg3) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 1>}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<i32>, %arg6: tensor<f32>, %arg7: tensor<i32>):
//>       %2 = "stablehlo.maximum"(%arg4, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       %3 = "stablehlo.add"(%arg5, %arg7) : (tensor<i32>, tensor<i32>) -> tensor<i32>
//>       "stablehlo.return"(%2, %3) : (tensor<f32>, tensor<i32>) -> ()
//>     }) {k} : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
