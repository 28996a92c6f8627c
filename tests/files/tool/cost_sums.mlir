// Operands that are sharded along the contracted dimension alone give each device
// a part of the sum. If one dimension of the result is sharded, the sum is one
// reduce_scatter; if several are, XLA adds up along one axis after the other, and
// only the last sum is a reduce_scatter.
// RUN: shardflow cost --as-is %s

sdy.mesh @mesh = <["data"=4, "model"=4]>

func.func @main(
    %a: tensor<32x64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}, {}]>},
    %b: tensor<32x64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}, {}]>})
    -> (tensor<256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>},
        tensor<256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0, 1] x [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<32x64x256xf32>, tensor<32x64x256xf32>) -> tensor<256x256xf32>
  %1 = stablehlo.dot_general %b, %a, contracting_dims = [0, 1] x [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data", "model"}, {}]>]>} : (tensor<32x64x256xf32>, tensor<32x64x256xf32>) -> tensor<256x256xf32>
  return %0, %1 : tensor<256x256xf32>, tensor<256x256xf32>
}

//> 16 devices, <["data"=4, "model"=4]>, lowered by XLA
//> memory of a device   800.02 KiB
//>   arguments          256 KiB
//>   results            32.02 KiB, of which 0 B reuse donated arguments
//>   temporaries        512 KiB at the peak
//>   the peak is at     all_reduce for stablehlo.dot_general at cost_sums.mlir:14
//>   largest then
//>     256 KiB  a part  stablehlo.dot_general at cost_sums.mlir:14
//>     256 KiB  a part  all_reduce for stablehlo.dot_general at cost_sums.mlir:14
//> sent by a device     816 KiB
//>   1 x  all_reduce      {"model"}          384 KiB  product
//>   1 x  reduce_scatter  {"data", "model"}  240 KiB  product
//>   1 x  reduce_scatter  {"data"}           192 KiB  product
//> work of a device     3.355e+07 flops, 1.06 MiB of memory
//>   4 x  stablehlo.dot_general  3.355e+07 flops  1.06 MiB
