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
