// Reshards start from the value from which devices send the fewest bytes.
// RUN: shardflow partition --check %s

sdy.mesh @mesh = <["x"=4]>

// A vector is gathered instead of an all_to_all of the matrix that repeats it.
func.func @outer(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<16xf32>) -> tensor<16x1xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<16x1xf32>) -> tensor<16x16xf32>
  %2 = stablehlo.broadcast_in_dim %b, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<16xf32>) -> tensor<1x16xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<1x16xf32>) -> tensor<16x16xf32>
  %4 = stablehlo.multiply %1, %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<16x16xf32>
  return %4 : tensor<16x16xf32>
}
