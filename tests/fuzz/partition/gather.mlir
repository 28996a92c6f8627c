sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %c: tensor<f32>, %i: tensor<i32>, %g: tensor<2x1xi32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.gather"(%x, %g) {dimension_numbers = #stablehlo.gather<offset_dims = [9], collapsed_slice_dims = [8], start_index_map = [7], index_vector_dim = 5>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false} : (tensor<8x4xf32>, tensor<2x1xi32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
