// The gradient of a weight: each device has fewer rows of %x than of %y. If every
// device has another part of the result, XLA replicates %x; if there are copies
// of it, each device gathers only the rows that it has of %y.
// RUN: shardflow cost --topology h100:2x8 --jax %s

sdy.mesh @mesh = <["data"=4, "model"=4]>

func.func @main(
    %x: tensor<64x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}]>},
    %y: tensor<64x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>},
    %u: tensor<64x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}]>})
    -> (tensor<2048x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>},
        tensor<1024x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<64x2048xf32>, tensor<64x8192xf32>) -> tensor<2048x8192xf32>
  %1 = stablehlo.dot_general %u, %y, contracting_dims = [0] x [0] : (tensor<64x1024xf32>, tensor<64x8192xf32>) -> tensor<1024x8192xf32>
  return %0, %1 : tensor<2048x8192xf32>, tensor<1024x8192xf32>
}

//> 16 devices, <["data"=4, "model"=4]>, lowered by XLA
//> memory of a device   20.23 MiB
//>   arguments          176 KiB
//>   results            12.00 MiB, of which 0 B reuse donated arguments
//>   temporaries        8.06 MiB at the peak
//>   the peak is at     stablehlo.dot_general at cost_product.mlir:15
//>   largest then
//>      8 MiB  a part  stablehlo.dot_general at cost_product.mlir:15
//>     64 KiB  a part  all_gather for stablehlo.dot_general at cost_product.mlir:15
//> sent by a device     12.89 MiB, takes 218.1 us
//>   1 x  all_reduce  {"data"}           network   12 MiB  155.8 us  product
//>   1 x  all_gather  {"data", "model"}  network  480 KiB   31.2 us  product
//>   1 x  all_gather  {"data"}           network  384 KiB   21.9 us  product
//>   1 x  all_gather  {"model"}          node      48 KiB    9.1 us  product
//> work of a device     2.013e+08 flops, 13.06 MiB of memory, takes 5.8 us
//>   3 x  stablehlo.dot_general  2.013e+08 flops  13.06 MiB  5.8 us
//> a step takes         223.9 us if nothing overlaps, 218.1 us if all does;
//>                      communication takes longer
