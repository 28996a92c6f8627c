// The second dimension is padded from 10 to 12, so that "x" can take the place of "y".
// Otherwise all devices would gather the whole tensor, twice.
// RUN: shardflow partition %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func @main(%a: tensor<12x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<12x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"y"}, {"x"}]> : tensor<12x10xf32>
  %1 = stablehlo.sine %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : tensor<12x10xf32>
  return %1 : tensor<12x10xf32>
}
