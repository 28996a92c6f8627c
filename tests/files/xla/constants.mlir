// RUN: shardflow opt %s -xla-merge-constants
// RUN: shardflow opt %s -xla-merge-constants -xla-import-constants
// Equal constants of one block are one; a scalar that is only broadcast stays
// with its broadcast.
func.func @main(%x: tensor<8xf32>, %n: tensor<i32>) -> (tensor<8xf32>, tensor<i32>) {
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.add %x, %0 : tensor<8xf32>
  %3 = stablehlo.divide %1, %2 : tensor<8xf32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %d = stablehlo.constant dense<7> : tensor<i32>
  %4 = stablehlo.add %n, %c : tensor<i32>
  %5 = "stablehlo.case"(%4) ({
    %e = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %e : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %6 = stablehlo.multiply %5, %d : tensor<i32>
  return %3, %6 : tensor<8xf32>, tensor<i32>
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<i32>) {
//>     %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//>     %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
//>     %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//>     %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
//>     %2 = stablehlo.divide %0, %1 : tensor<8xf32>
//>     %c = stablehlo.constant dense<7> : tensor<i32>
//>     %3 = stablehlo.add %arg1, %c : tensor<i32>
//>     %4 = "stablehlo.case"(%3) ({
//>       %c_1 = stablehlo.constant dense<7> : tensor<i32>
//>       stablehlo.return %c_1 : tensor<i32>
//>     }) : (tensor<i32>) -> tensor<i32>
//>     %5 = stablehlo.multiply %4, %c : tensor<i32>
//>     return %2, %5 : tensor<8xf32>, tensor<i32>
//>   }
//> }
//# RUN 2
//> module {
//>   func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<i32>) {
//>     %0 = sdy.constant dense<1.000000e+00> : tensor<f32>
//>     %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
//>     %2 = sdy.constant dense<1.000000e+00> : tensor<f32>
//>     %3 = stablehlo.add %arg0, %1 : tensor<8xf32>
//>     %4 = stablehlo.divide %1, %3 : tensor<8xf32>
//>     %5 = sdy.constant dense<7> : tensor<i32>
//>     %6 = stablehlo.add %arg1, %5 : tensor<i32>
//>     %7 = "stablehlo.case"(%6) ({
//>       %9 = sdy.constant dense<7> : tensor<i32>
//>       stablehlo.return %9 : tensor<i32>
//>     }) : (tensor<i32>) -> tensor<i32>
//>     %8 = stablehlo.multiply %7, %5 : tensor<i32>
//>     return %4, %8 : tensor<8xf32>, tensor<i32>
//>   }
//> }
