sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %c: tensor<f32>, %i: tensor<i32>, %g: tensor<2x1xi32>) -> tensor<8x8x8xf32> {
  %0 = "stablehlo.dynamic_slice"(%x, %i, %i, %i) {slice_sizes = array<i64: 8, 8, 8>} : (tensor<8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x8x8xf32>
  return %0 : tensor<8x8x8xf32>
}
