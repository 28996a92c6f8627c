// Every device has the whole of %a. Where the concatenation needs it whole, it isn't
// gathered from the shards that the other reader of %0 uses.
// RUN: shardflow partition --check %s

sdy.mesh @mesh = <["x"=4]>

func.func @main(%a: tensor<24x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<24x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<24x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"x"}, {}]> : tensor<24x10xf32>
  %1 = stablehlo.cosine %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<24x10xf32>
  %2 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<24x10xf32>
  %3 = stablehlo.sine %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<24x10xf32>
  return %1, %3 : tensor<24x10xf32>, tensor<24x10xf32>
}
