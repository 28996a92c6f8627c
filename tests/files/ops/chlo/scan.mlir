// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>, %c: tensor<4xf32>) {
    %0:2 = chlo.scan(%x) inits (%c) dimension=1 {
    ^bb0(%i: tensor<4xf32>, %a: tensor<4xf32>):
      %9 = stablehlo.add %i, %a : tensor<4xf32>
      stablehlo.return %9, %9 : tensor<4xf32>, tensor<4xf32>
    } : (tensor<4x8xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
    %1:2 = chlo.scan(%x) inits (%c) dimension=1 attributes {is_reverse = true, is_associative = false} {
    ^bb0(%i: tensor<4xf32>, %a: tensor<4xf32>):
      %9 = stablehlo.add %i, %a : tensor<4xf32>
      stablehlo.return %9, %9 : tensor<4xf32>, tensor<4xf32>
    } : (tensor<4x8xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<4xf32>) {
//>     %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=1  {
//>     ^bb0(%input: tensor<4xf32>, %carry: tensor<4xf32>):
//>       %2 = stablehlo.add %input, %carry : tensor<4xf32>
//>       stablehlo.return %2, %2 : tensor<4xf32>, tensor<4xf32>
//>     } : (tensor<4x8xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
//>     %1:2 = chlo.scan(%arg0) inits (%arg1) dimension=1  attributes {is_associative = false, is_reverse = true} {
//>     ^bb0(%input: tensor<4xf32>, %carry: tensor<4xf32>):
//>       %2 = stablehlo.add %input, %carry : tensor<4xf32>
//>       stablehlo.return %2, %2 : tensor<4xf32>, tensor<4xf32>
//>     } : (tensor<4x8xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<4xf32>):
//>     %0:2 = "chlo.scan"(%arg0, %arg1) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
//>     ^bb0(%arg4: tensor<4xf32>, %arg5: tensor<4xf32>):
//>       %3 = "stablehlo.add"(%arg4, %arg5) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//>       "stablehlo.return"(%3, %3) : (tensor<4xf32>, tensor<4xf32>) -> ()
//>     }) : (tensor<4x8xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
//>     %1:2 = "chlo.scan"(%arg0, %arg1) <{dimension = 1 : i64, is_associative = false, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
//>     ^bb0(%arg2: tensor<4xf32>, %arg3: tensor<4xf32>):
//>       %2 = "stablehlo.add"(%arg2, %arg3) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//>       "stablehlo.return"(%2, %2) : (tensor<4xf32>, tensor<4xf32>) -> ()
//>     }) : (tensor<4x8xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
