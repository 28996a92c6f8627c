// A program without shardings runs on all devices of its mesh.
// RUN: shardflow cost --topology h100:1x6 %s
// RUN: shardflow lint %s

sdy.mesh @mesh = <["x"=6]>

func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.negate %a : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

//# RUN 1
//> 6 devices, <["x"=6]>, lowered by XLA
//> memory of a device   1 KiB
//>   arguments          512 B
//>   results            512 B, of which 0 B reuse donated arguments
//>   temporaries        0 B at the peak
//> sent by a device     0 B, takes 0.0 us
//> work of a device     0 flops, 1 KiB of memory, takes 0.0 us
//>   1 x  stablehlo.negate  0 flops  1 KiB  0.0 us
//> a step takes         0.0 us if nothing overlaps, 0.0 us if all does;
//>                      work takes longer, bound by memory
//# RUN 2
//> %s:5:1: warning: no annotation uses axis "x" of the mesh: all 6 devices along it do the same [unused-axis]
//>   sdy.mesh: shard a dimension along it, or make the mesh smaller
//> 1 finding
// EXIT: 1
