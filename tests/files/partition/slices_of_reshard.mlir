// Both slices read the tensor that one all_to_all makes. The slice of a single row once
// gathered the tensor, because it was priced as if it had been gathered already.
// RUN: shardflow partition %s

sdy.mesh @mesh = <["x"=8]>

func.func @roll(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.slice %a [15:16, 0:16] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<16x16xf32>) -> tensor<1x16xf32>
  %1 = stablehlo.slice %a [0:15, 0:16] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<16x16xf32>) -> tensor<15x16xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<1x16xf32>, tensor<15x16xf32>) -> tensor<16x16xf32>
  %3 = stablehlo.add %2, %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<16x16xf32>
  return %3 : tensor<16x16xf32>
}
