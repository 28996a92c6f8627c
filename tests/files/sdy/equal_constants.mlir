// RUN: shardflow opt %s -canonicalize

// Constants go to the front of their function; equal ones are one.
func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<i1>) -> tensor<4xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  %1 = stablehlo.constant dense<2.0> : tensor<4xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
  %3 = "stablehlo.if"(%arg1) ({
    %5 = stablehlo.constant dense<2.0> : tensor<4xf32>
    %6 = stablehlo.subtract %2, %5 : tensor<4xf32>
    stablehlo.return %6 : tensor<4xf32>
  }, {
    %5 = stablehlo.constant dense<3.0> : tensor<4xf32>
    stablehlo.return %5 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %4 = stablehlo.constant dense<2.0> : tensor<4xf32>
  %7 = stablehlo.add %3, %4 : tensor<4xf32>
  return %7 : tensor<4xf32>
}

//> module {
//>   func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<i1>) -> tensor<4xf32> {
//>     %cst = stablehlo.constant dense<3.000000e+00> : tensor<4xf32>
//>     %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
//>     %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
//>     %1 = stablehlo.multiply %0, %cst_0 : tensor<4xf32>
//>     %2 = "stablehlo.if"(%arg1) ({
//>       %4 = stablehlo.subtract %1, %cst_0 : tensor<4xf32>
//>       stablehlo.return %4 : tensor<4xf32>
//>     }, {
//>       stablehlo.return %cst : tensor<4xf32>
//>     }) : (tensor<i1>) -> tensor<4xf32>
//>     %3 = stablehlo.add %2, %cst_0 : tensor<4xf32>
//>     return %3 : tensor<4xf32>
//>   }
//> }
