// Moving the end of a tensor before its beginning is one op to XLA, a rotation.
// Each device sends the end of its shard, and the rest of it only if that also
// changes place: one row for a shift by one, three and five for a shift by
// eleven.
// RUN: shardflow comms %s
// RUN: shardflow cost %s

sdy.mesh @mesh = <["x"=8]>

func.func @main(%a: tensor<64x20xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<64x20xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<64x20xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %a [63:64, 0:20] : (tensor<64x20xf32>) -> tensor<1x20xf32>
  %1 = stablehlo.slice %a [0:63, 0:20] : (tensor<64x20xf32>) -> tensor<63x20xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x20xf32>, tensor<63x20xf32>) -> tensor<64x20xf32>
  %3 = stablehlo.slice %a [53:64, 0:20] : (tensor<64x20xf32>) -> tensor<11x20xf32>
  %4 = stablehlo.slice %a [0:53, 0:20] : (tensor<64x20xf32>) -> tensor<53x20xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<11x20xf32>, tensor<53x20xf32>) -> tensor<64x20xf32>
  return %2, %5 : tensor<64x20xf32>, tensor<64x20xf32>
}
