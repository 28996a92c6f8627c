sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %c: tensor<f32>, %i: tensor<i32>, %g: tensor<2x1xi32>) -> tensor<8xf32> {
  %0 = "stablehlo.reduce"(%x, %c) ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %r = stablehlo.add %p, %q : tensor<f32> stablehlo.return %r : tensor<f32>}) {dimensions = array<i64: 9>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
