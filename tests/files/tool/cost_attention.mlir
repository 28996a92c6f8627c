// XLA's CPU compiler runs attention without a mask as one kernel: the scores are
// never in memory.
// RUN: shardflow cost --topology h100:1x4 %s

sdy.mesh @mesh = <["x"=4]>
#heads = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>

func.func @main(%q: tensor<8x8x512x64xf32> {sdy.sharding = #heads},
                %k: tensor<8x8x512x64xf32> {sdy.sharding = #heads},
                %v: tensor<8x8x64x512xf32> {sdy.sharding = #heads})
    -> (tensor<8x8x512x64xf32> {sdy.sharding = #heads}) {
  %scores = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<8x8x512x64xf32>, tensor<8x8x512x64xf32>) -> tensor<8x8x512x512xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%scores init: %least) applies stablehlo.maximum across dimensions = [3] : (tensor<8x8x512x512xf32>, tensor<f32>) -> tensor<8x8x512xf32>
  %maxes = stablehlo.broadcast_in_dim %max, dims = [0, 1, 2] : (tensor<8x8x512xf32>) -> tensor<8x8x512x512xf32>
  %less = stablehlo.subtract %scores, %maxes : tensor<8x8x512x512xf32>
  %e = stablehlo.exponential %less : tensor<8x8x512x512xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<8x8x512x512xf32>, tensor<f32>) -> tensor<8x8x512xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<8x8x512xf32>) -> tensor<8x8x512x512xf32>
  %p = stablehlo.divide %e, %sums : tensor<8x8x512x512xf32>
  %out = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<8x8x512x512xf32>, tensor<8x8x64x512xf32>) -> tensor<8x8x512x64xf32>
  return %out : tensor<8x8x512x64xf32>
}

//> 4 devices, <["x"=4]>, lowered by XLA
//> memory of a device   8 MiB
//>   arguments          6 MiB
//>   results            2 MiB, of which 0 B reuse donated arguments
//>   temporaries        0 B at the peak
//> sent by a device     0 B, takes 0.0 us
//> work of a device     1.074e+09 flops, 8 MiB of memory, takes 3.6 us
//>   1 x  stablehlo.dot_general  1.074e+09 flops  8 MiB  3.6 us
//> a step takes         3.6 us if nothing overlaps, 3.6 us if all does;
//>                      work takes longer, bound by memory
