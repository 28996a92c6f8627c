sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %c: tensor<f32>, %i: tensor<i32>, %g: tensor<2x1xi32>) -> tensor<10x4xf32> {
  %0 = "stablehlo.pad"(%x, %c) {edge_padding_low = array<i64: -100, 0>, edge_padding_high = array<i64: 1,0>, interior_padding = array<i64: -5,0>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<10x4xf32>
  return %0 : tensor<10x4xf32>
}
