// Types that few programs have, and values that are used before they are
// defined.
module @types {
  func.func public @quantized(%arg0: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %0 = stablehlo.uniform_quantize %arg0 : (tensor<4x2xf32>) -> tensor<4x2x!quant.uniform<i8:f32, 0.1:-3>>
    %2 = stablehlo.uniform_dequantize %0 : (tensor<4x2x!quant.uniform<i8:f32, 0.1:-3>>) -> tensor<4x2xf32>
    return %2 : tensor<4x2xf32>
  }
  func.func private @scalars(tensor<!quant.uniform<u8<1:200>:f32, 2.0>>, tensor<f8E5M2>, tensor<f8E4M3FN>, tensor<ui4>, tensor<*xbf16>, tuple<tensor<2xi1>, !stablehlo.token>, complex<f64>, tensor<2x?xi64, #stablehlo.bounds<?, 4>>)
  %0 = stablehlo.negate %1 : tensor<4xf32>
  %1 = stablehlo.constant dense<1.0> : tensor<4xf32>
}
