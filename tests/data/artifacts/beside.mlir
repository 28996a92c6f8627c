// What StableHLO's own bytecode has and artifacts haven't: constants beside the
// program, types of other dialects, ops of chlo, groups of operands.
module @beside {
  func.func public @main(%arg0: tensor<2xf32>, %arg1: memref<4x?xf32, strided<[2, 1], offset: ?>>, %arg2: vector<4x[2]xf32>, %arg3: memref<*xf32>, %arg4: tensor<8x16xf32>) -> tensor<2xf32> {
    %0 = stablehlo.constant dense_resource<blob> : tensor<2xf32>
    %1 = chlo.erf %0 : tensor<2xf32> -> tensor<2xf32>
    %values, %indices = mhlo.topk(%arg4, k = 2) : tensor<8x16xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
    %c = stablehlo.constant dense<0.0> : tensor<4xf32>
    %x = stablehlo.constant dense<0.0> : tensor<4x8xf32>
    %2:2 = chlo.scan(%x) inits (%c) dimension=1 {
    ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
      %3 = stablehlo.add %a, %b : tensor<4xf32>
      stablehlo.return %3, %3 : tensor<4xf32>, tensor<4xf32>
    } : (tensor<4x8xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
    "test.op"(%1) <{a = 1 : i64}> : (tensor<2xf32>) -> ()
    return %1 : tensor<2xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000000803F00000040"
    }
  }
#-}
