// RUN: shardflow opt %s -verify-diagnostics -sdy-constant-or-scalar-splitter

func.func @main(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<4x4xf32>
  %1 = call @f(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.add %1, %arg0 : tensor<4x4xf32>
  %3 = stablehlo.multiply %1, %arg0 : tensor<4x4xf32>
  return %2, %3 : tensor<4x4xf32>, tensor<4x4xf32>
}
func.func private @f(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{recursive call graph: function @f calls itself}}
  %0 = call @f(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
