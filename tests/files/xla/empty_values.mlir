// RUN: shardflow opt %s -xla-drop-empty-values
// RUN: shardflow propagate %s --jax
// Results without elements become constants, and so does an empty argument that
// the function returns.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %e: tensor<0x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<0x8xf32>, tensor<0x8xf32>, tensor<0x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<16x8xf32>, tensor<8x8xf32>, tensor<0x8xf32>) {
  %0 = stablehlo.slice %x [0:0, 0:8] : (tensor<16x8xf32>) -> tensor<0x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"y"}]> : tensor<0x8xf32>
  %2 = stablehlo.add %1, %e : tensor<0x8xf32>
  %3 = stablehlo.concatenate %x, %2, dim = 0 : (tensor<16x8xf32>, tensor<0x8xf32>) -> tensor<16x8xf32>
  %4 = stablehlo.dot_general %e, %2, contracting_dims = [0] x [0] : (tensor<0x8xf32>, tensor<0x8xf32>) -> tensor<8x8xf32>
  %5:2 = stablehlo.while(%i = %e, %n = %x) : tensor<0x8xf32>, tensor<16x8xf32>
    cond {
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %6 = stablehlo.add %i, %i : tensor<0x8xf32>
    %7 = stablehlo.add %n, %n : tensor<16x8xf32>
    stablehlo.return %6, %7 : tensor<0x8xf32>, tensor<16x8xf32>
  }
  return %2, %e, %2, %3, %4, %5#0 : tensor<0x8xf32>, tensor<0x8xf32>, tensor<0x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<0x8xf32>
}
