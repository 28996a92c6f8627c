// Equal constants become the first of them, whichever dialect's they are.
// RUN: shardflow opt %s -sdy-constant-or-scalar-merger

func.func @main() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = sdy.constant dense<2.0> : tensor<4xf32>
  %1 = stablehlo.constant dense<2.0> : tensor<4xf32>
  %2 = stablehlo.constant dense<3.0> : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

//> module {
//>   func.func @main() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
//>     %0 = sdy.constant dense<2.000000e+00> : tensor<4xf32>
//>     %cst = stablehlo.constant dense<3.000000e+00> : tensor<4xf32>
//>     return %0, %0, %cst : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
//>   }
//> }
