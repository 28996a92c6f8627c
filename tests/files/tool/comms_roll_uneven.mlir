// 60 rows in shards of 8: rows that pass the end of a rotation also skip the
// padding, so they are sent apart, five rows and one.
// RUN: shardflow comms %s

sdy.mesh @mesh = <["x"=8]>

func.func @main(%a: tensor<64x20xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %z: tensor<f32>)
    -> (tensor<64x20xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %a [0:60, 0:20] : (tensor<64x20xf32>) -> tensor<60x20xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<60x20xf32>
  %2 = stablehlo.slice %1 [59:60, 0:20] : (tensor<60x20xf32>) -> tensor<1x20xf32>
  %3 = stablehlo.slice %1 [0:59, 0:20] : (tensor<60x20xf32>) -> tensor<59x20xf32>
  %4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<1x20xf32>, tensor<59x20xf32>) -> tensor<60x20xf32>
  %5 = sdy.sharding_constraint %4 <@mesh, [{"x"}, {}]> : tensor<60x20xf32>
  %6 = stablehlo.pad %5, %z, low = [0, 0], high = [4, 0], interior = [0, 0] : (tensor<60x20xf32>, tensor<f32>) -> tensor<64x20xf32>
  return %6 : tensor<64x20xf32>
}

//> #1       400 B  collective_permute over {"x"}, groups of 8
//>                 stablehlo.concatenate at comms_roll_uneven.mlir:13 needs it in another sharding
//> #2        80 B  collective_permute over {"x"}, groups of 8
//>                 stablehlo.concatenate at comms_roll_uneven.mlir:13 needs it in another sharding
//> in all 480 B that a device sends, by 2 collectives
