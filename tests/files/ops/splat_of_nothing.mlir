// RUN: shardflow opt %s

// The element of a splat stays, also where the tensor has no elements.

func.func @main() -> tensor<0x2xi32> {
  %0 = stablehlo.constant dense<1> : tensor<0x2xi32>
  %1 = stablehlo.constant dense<> : tensor<0x2xi32>
  %2 = stablehlo.constant dense<(1.0, 0.0)> : tensor<0xcomplex<f32>>
  return %0 : tensor<0x2xi32>
}

//> module {
//>   func.func @main() -> tensor<0x2xi32> {
//>     %c = stablehlo.constant dense<1> : tensor<0x2xi32>
//>     %c_0 = stablehlo.constant dense<> : tensor<0x2xi32>
//>     %cst = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<0xcomplex<f32>>
//>     return %c : tensor<0x2xi32>
//>   }
//> }
