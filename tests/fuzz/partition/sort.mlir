sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %c: tensor<f32>, %i: tensor<i32>, %g: tensor<2x1xi32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.sort"(%x) ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %r = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}) {dimension = 9 : i64, is_stable = false} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
