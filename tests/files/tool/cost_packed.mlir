// XLA packs two numbers of 4 bits into a byte. Booleans take a byte each.
// RUN: shardflow cost %s
// RUN: shardflow show %s
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<1001xi4>, %arg1: tensor<8x1000xui4> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<8x3xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<1001xi4>, tensor<8x1000xui4>, tensor<8x3xi1>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<1001xi4>
  %1 = stablehlo.add %arg1, %arg1 : tensor<8x1000xui4>
  %2 = stablehlo.not %arg2 : tensor<8x3xi1>
  return %0, %1, %2 : tensor<1001xi4>, tensor<8x1000xui4>, tensor<8x3xi1>
}

//# RUN 1
//> 4 devices, <["x"=4]>, lowered by XLA
//> memory of a device   2.97 KiB
//>   arguments          1.47 KiB
//>   results            1.50 KiB, of which 0 B reuse donated arguments
//>   temporaries        0 B at the peak
//> sent by a device     0 B
//> work of a device     0 flops, 2.94 KiB of memory
//>   2 x  stablehlo.add  0 flops  2.93 KiB
//>   1 x  stablehlo.not  0 flops      12 B
//# RUN 2
//> mesh @mesh  <["x"=4]>  4 devices
//>
//> @main
//>   parameter  type        shard    bytes  sharding
//>   %arg0      1001xi4     all      501 B  -
//>   %arg1      8x1000xui4  2x1000  1000 B  [{"x"}, {}]
//>   %arg2      8x3xi1      2x3        6 B  [{"x"}, {}]
//>   in all 1.47 KiB on each device, of 4.42 KiB
//>   result  type        shard    bytes  sharding
//>   0       1001xi4     all      501 B  -
//>   1       8x1000xui4  2x1000  1000 B  [{"x"}, {}]
//>   2       8x3xi1      2x3        6 B  [{"x"}, {}]
//>   in all 1.47 KiB on each device, of 4.42 KiB
//>
//> largest tensors
//>   value  type        shard    bytes  sharding
//>   %1     8x1000xui4  2x1000  1000 B  [{"x"}, {}]  at cost_packed.mlir:7
//>   %0     1001xi4     all      501 B  -  at cost_packed.mlir:6
//>   %2     8x3xi1      2x3        6 B  [{"x"}, {}]  at cost_packed.mlir:8
//>
//> 1 of 3 tensors inside have no sharding
