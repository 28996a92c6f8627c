sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %c: tensor<f32>, %i: tensor<i32>, %g: tensor<2x1xi32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.dot_general"(%x, %x) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [9], rhs_batching_dimensions = [7], lhs_contracting_dimensions = [5], rhs_contracting_dimensions = [3]>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
