// The same difference is computed twice, as gradients do it. XLA computes it once:
// there is one kernel for it, and one buffer.
// RUN: shardflow cost --topology h100:1x2 --jax %s

sdy.mesh @mesh = <["data"=2]>

func.func @main(
    %x: tensor<512x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
    %mean: tensor<256xf32>, %v: tensor<256x128xf32>, %w: tensor<256x128xf32>)
    -> (tensor<512x128xf32>, tensor<512x128xf32>) {
  %0 = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<256xf32>) -> tensor<512x256xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<512x256xf32>
  %2 = stablehlo.dot %1, %v : (tensor<512x256xf32>, tensor<256x128xf32>) -> tensor<512x128xf32>
  %3 = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<256xf32>) -> tensor<512x256xf32>
  %4 = stablehlo.subtract %x, %3 : tensor<512x256xf32>
  %5 = stablehlo.dot %4, %w : (tensor<512x256xf32>, tensor<256x128xf32>) -> tensor<512x128xf32>
  return %2, %5 : tensor<512x128xf32>, tensor<512x128xf32>
}

//> 2 devices, <["data"=2]>, lowered by XLA
//> memory of a device   1.00 MiB
//>   arguments          513 KiB
//>   results            256.02 KiB, of which 0 B reuse donated arguments
//>   temporaries        256 KiB at the peak
//>   the peak is at     stablehlo.subtract at cost_equal.mlir:12
//>   largest then
//>     256 KiB  512x256xf32  stablehlo.subtract at cost_equal.mlir:12
//> sent by a device     0 B, takes 0.0 us
//> work of a device     3.355e+07 flops, 1.50 MiB of memory, takes 0.7 us
//>   2 x  stablehlo.dot       3.355e+07 flops    1 MiB  0.4 us
//>   1 x  stablehlo.subtract          0 flops  513 KiB  0.2 us
//> a step takes         0.7 us if nothing overlaps, 0.7 us if all does;
//>                      work takes longer, bound by memory
