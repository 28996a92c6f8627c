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

//# RUN 1
//> #1       400 B  collective_permute over {"x"}, groups of 8
//>                 stablehlo.concatenate at comms_roll.mlir:17 needs it in another sharding
//> #2       240 B  collective_permute over {"x"}, groups of 8
//>                 stablehlo.concatenate at comms_roll.mlir:17 needs it in another sharding
//> #3        80 B  collective_permute over {"x"}, groups of 8
//>                 stablehlo.concatenate at comms_roll.mlir:14 needs it in another sharding
//> in all 720 B that a device sends, by 3 collectives
//# RUN 2
//> 8 devices, <["x"=8]>, lowered by XLA
//> memory of a device   2.75 KiB
//>   arguments          640 B
//>   results            1.27 KiB, of which 0 B reuse donated arguments
//>   temporaries        880 B at the peak
//>   the peak is at     collective_permute for stablehlo.concatenate at comms_roll.mlir:17
//>   largest then
//>     400 B  a part  collective_permute for stablehlo.concatenate at comms_roll.mlir:17
//>     240 B  a part  stablehlo.concatenate at comms_roll.mlir:17
//>     240 B  a part  collective_permute for stablehlo.concatenate at comms_roll.mlir:17
//> sent by a device     720 B
//>   3 x  collective_permute  {"x"}  720 B  operand
//> work of a device     0 flops, 5 KiB of memory
//>   6 x  stablehlo.concatenate  0 flops  5 KiB
