// RUN: shardflow opt %s -allow-unregistered-dialect

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %cst = arith.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.add %arg0, %cst : tensor<4xf32>
  return %0 : tensor<4xf32>
}

//> module {
//>   func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//>     %cst = arith.constant dense<1.000000e+00> : tensor<4xf32>
//>     %0 = stablehlo.add %arg0, %cst : tensor<4xf32>
//>     return %0 : tensor<4xf32>
//>   }
//> }
