// Each user gets a constant of its own, with all that it is computed from.
// RUN: shardflow opt %s -sdy-constant-or-scalar-splitter

func.func @main(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<4x4xf32>
  %1 = call @only_constants(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  sdy.sharding_group %1 group_id=1 : tensor<4x4xf32>
  %2 = stablehlo.add %1, %arg0 : tensor<4x4xf32>
  %3 = stablehlo.multiply %1, %arg0 : tensor<4x4xf32>
  sdy.sharding_group %0 group_id=2 : tensor<4x4xf32>
  %4 = stablehlo.subtract %0, %arg0 : tensor<4x4xf32>
  return %2, %3, %4 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
func.func private @only_constants(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.negate %arg0 : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

//> module {
//>   func.func @main(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
//>     %0 = sdy.constant dense<1.000000e+00> : tensor<4x4xf32>
//>     sdy.sharding_group %0 group_id=2 : tensor<4x4xf32>
//>     %1 = sdy.constant dense<1.000000e+00> : tensor<4x4xf32>
//>     sdy.sharding_group %1 group_id=2 : tensor<4x4xf32>
//>     %2 = sdy.constant dense<1.000000e+00> : tensor<4x4xf32>
//>     sdy.sharding_group %2 group_id=2 : tensor<4x4xf32>
//>     %3 = call @only_constants_0(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     sdy.sharding_group %3 group_id=1 : tensor<4x4xf32>
//>     %4 = call @only_constants_1(%1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     sdy.sharding_group %4 group_id=1 : tensor<4x4xf32>
//>     %5 = stablehlo.add %3, %arg0 : tensor<4x4xf32>
//>     %6 = stablehlo.multiply %4, %arg0 : tensor<4x4xf32>
//>     %7 = stablehlo.subtract %2, %arg0 : tensor<4x4xf32>
//>     return %5, %6, %7 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
//>   }
//>   func.func private @only_constants(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<4x4xf32>
//>     return %0 : tensor<4x4xf32>
//>   }
//>   func.func private @only_constants_0(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {sdy.original_func_name = "only_constants"} {
//>     %0 = stablehlo.negate %arg0 : tensor<4x4xf32>
//>     return %0 : tensor<4x4xf32>
//>   }
//>   func.func private @only_constants_1(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {sdy.original_func_name = "only_constants"} {
//>     %0 = stablehlo.negate %arg0 : tensor<4x4xf32>
//>     return %0 : tensor<4x4xf32>
//>   }
//> }
