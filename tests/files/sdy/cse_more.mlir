// RUN: shardflow opt %s -allow-unregistered-dialect -cse

// What is known around a region is known in it, but not the other way round.
func.func @regions(%arg0: tensor<4xf32>, %arg1: tensor<i1>, %arg2: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<4xf32>
  %1 = "stablehlo.if"(%arg1) ({
    %3 = stablehlo.negate %arg0 : tensor<4xf32>
    %4 = stablehlo.abs %arg0 : tensor<4xf32>
    %5 = stablehlo.add %3, %4 : tensor<4xf32>
    stablehlo.return %5 : tensor<4xf32>
  }, {
    %3 = stablehlo.abs %arg0 : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  // The same twice, regions and all.
  %2 = "stablehlo.if"(%arg1) ({
    %3 = stablehlo.negate %arg0 : tensor<4xf32>
    %4 = stablehlo.abs %arg0 : tensor<4xf32>
    %5 = stablehlo.add %3, %4 : tensor<4xf32>
    stablehlo.return %5 : tensor<4xf32>
  }, {
    %3 = stablehlo.abs %arg0 : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %6 = stablehlo.add %1, %2 : tensor<4xf32>
  %7 = stablehlo.add %0, %6 : tensor<4xf32>
  return %7, %6 : tensor<4xf32>, tensor<4xf32>
}
// No op leads to a second block: only the first is looked at.
func.func @blocks(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "my.op"(%arg0) ({
    %1 = stablehlo.negate %arg0 : tensor<4xf32>
    %2 = stablehlo.negate %arg0 : tensor<4xf32>
    "my.end"(%1, %2) : (tensor<4xf32>, tensor<4xf32>) -> ()
  ^bb1:
    %3 = stablehlo.negate %arg0 : tensor<4xf32>
    %4 = stablehlo.negate %arg0 : tensor<4xf32>
    "my.end"(%3, %4) : (tensor<4xf32>, tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//> module {
//>   func.func @regions(%arg0: tensor<4xf32>, %arg1: tensor<i1>, %arg2: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
//>     %0 = stablehlo.negate %arg0 : tensor<4xf32>
//>     %1 = "stablehlo.if"(%arg1) ({
//>       %4 = stablehlo.abs %arg0 : tensor<4xf32>
//>       %5 = stablehlo.add %0, %4 : tensor<4xf32>
//>       stablehlo.return %5 : tensor<4xf32>
//>     }, {
//>       %4 = stablehlo.abs %arg0 : tensor<4xf32>
//>       stablehlo.return %4 : tensor<4xf32>
//>     }) : (tensor<i1>) -> tensor<4xf32>
//>     %2 = stablehlo.add %1, %1 : tensor<4xf32>
//>     %3 = stablehlo.add %0, %2 : tensor<4xf32>
//>     return %3, %2 : tensor<4xf32>, tensor<4xf32>
//>   }
//>   func.func @blocks(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//>     %0 = "my.op"(%arg0) ({
//>       %1 = stablehlo.negate %arg0 : tensor<4xf32>
//>       "my.end"(%1, %1) : (tensor<4xf32>, tensor<4xf32>) -> ()
//>     ^bb1:  // no predecessors
//>       %2 = stablehlo.negate %arg0 : tensor<4xf32>
//>       %3 = stablehlo.negate %arg0 : tensor<4xf32>
//>       "my.end"(%2, %3) : (tensor<4xf32>, tensor<4xf32>) -> ()
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     return %0 : tensor<4xf32>
//>   }
//> }
