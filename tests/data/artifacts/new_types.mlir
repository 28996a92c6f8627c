// Types that came with later versions.
module @new_types {
  func.func public @main(%arg0: tensor<2x3x!quant.uniform<i8:f32:1, {0.1,0.2:3,0.3:-4}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.1,0.2:3,0.3:-4}>> {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<2x3x!quant.uniform<i8:f32:1, {0.1,0.2:3,0.3:-4}>>
    return %0 : tensor<2x3x!quant.uniform<i8:f32:1, {0.1,0.2:3,0.3:-4}>>
  }
  sdy.mesh @mesh = <["x"=2]>
  func.func private @floats(tensor<tf32>, tensor<f8E4M3>, tensor<f8E3M4>, tensor<f4E2M1FN>, tensor<f6E2M3FN>, tensor<f6E3M2FN>, tensor<f8E8M0FNU>, tensor<f8E4M3FNUZ>, tensor<f8E5M2FNUZ>, tensor<f8E4M3B11FNUZ>, tensor<i2>, tensor<ui2>, none)
  func.func private @others(memref<4x?xf32>, !stablehlo.future<tensor<2xf32>, tensor<!quant.uniform<f8E4M3FN:f16, 0.5>>>)
}
