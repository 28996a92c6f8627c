// A program without shardings runs on all devices of its mesh.
// RUN: shardflow cost --topology h100:1x6 %s
// RUN: shardflow lint %s

sdy.mesh @mesh = <["x"=6]>

func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.negate %a : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
