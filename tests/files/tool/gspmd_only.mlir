// RUN: shardflow propagate -q %s
// RUN: shardflow propagate -q --jax %s
// RUN: shardflow propagate --jax --compat=jaxlib-0.12 %s
// Nothing here is Shardy's: without --jax, propagation would see no sharding.
func.func @main(%x: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %y: tensor<16x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
