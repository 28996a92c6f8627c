// What a custom call costs, by its rule: XLA runs it whole on each device, or on
// the shards in a manual computation; shardflow runs it on its shards.
// RUN: shardflow cost -q --topology h100 --rules tests/files/rules/costs.rules %s
// RUN: shardflow cost -q --lowering shardflow --topology h100 --rules tests/files/rules/costs.rules %s
// RUN: shardflow cost -q %s

sdy.mesh @mesh = <["data"=4]>
func.func @main(%q: tensor<8x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>},
                %k: tensor<8x128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>})
    -> (tensor<8x64x32xf32>, tensor<8x64x32xf32>) {
  %0 = stablehlo.custom_call @attention(%q, %k, %k) : (tensor<8x64x32xf32>, tensor<8x128x32xf32>, tensor<8x128x32xf32>) -> tensor<8x64x32xf32>
  %1 = sdy.manual_computation(%q, %k) in_shardings=[<@mesh, [{"data"}, {}, {}]>, <@mesh, [{"data"}, {}, {}]>] out_shardings=[<@mesh, [{"data"}, {}, {}]>] manual_axes={"data"} (%a: tensor<2x64x32xf32>, %b: tensor<2x128x32xf32>) {
    %2 = stablehlo.custom_call @attention(%a, %b, %b) : (tensor<2x64x32xf32>, tensor<2x128x32xf32>, tensor<2x128x32xf32>) -> tensor<2x64x32xf32>
    sdy.return %2 : tensor<2x64x32xf32>
  } : (tensor<8x64x32xf32>, tensor<8x128x32xf32>) -> tensor<8x64x32xf32>
  return %0, %1 : tensor<8x64x32xf32>, tensor<8x64x32xf32>
}

//# RUN 1
//> 4 devices, <["data"=4]>, lowered by XLA
//> memory of a device   592.02 KiB
//>   arguments          48 KiB
//>   results            32.02 KiB, of which 0 B reuse donated arguments
//>   temporaries        512 KiB at the peak
//>   the peak is at     stablehlo.custom_call at costs.mlir:11
//>   largest then
//>     256 KiB  a part  stablehlo.custom_call at costs.mlir:11
//>     128 KiB  a part  all_gather for stablehlo.custom_call at costs.mlir:11
//>      64 KiB  a part  all_gather for stablehlo.custom_call at costs.mlir:11
//>      64 KiB  a part  stablehlo.custom_call at costs.mlir:11
//> sent by a device     144 KiB, takes 18.3 us
//>   2 x  all_gather  {"data"}  node  144 KiB  18.3 us  operand
//> work of a device     1.049e+07 flops, 672 KiB of memory, takes 0.3 us
//>   3 x  stablehlo.custom_call  1.049e+07 flops  672 KiB  0.3 us
//> a step takes         18.6 us if nothing overlaps, 18.3 us if all does;
//>                      communication takes longer
//# RUN 2
//> 4 devices, <["data"=4]>, lowered by shardflow
//> memory of a device   144.02 KiB
//>   arguments          48 KiB
//>   results            32.02 KiB, of which 0 B reuse donated arguments
//>   temporaries        64 KiB at the peak
//>   the peak is at     stablehlo.custom_call at costs.mlir:11
//>   largest then
//>     64 KiB  a part  stablehlo.custom_call at costs.mlir:11
//> sent by a device     0 B, takes 0.0 us
//> work of a device     4.194e+06 flops, 256 KiB of memory, takes 0.1 us
//>   2 x  stablehlo.custom_call  4.194e+06 flops  256 KiB  0.1 us
//> a step takes         0.1 us if nothing overlaps, 0.1 us if all does;
//>                      work takes longer, bound by memory
//# RUN 3
//> 4 devices, <["data"=4]>, lowered by XLA
//> memory of a device   320.02 KiB
//>   arguments          48 KiB
//>   results            80.02 KiB, of which 0 B reuse donated arguments
//>   temporaries        192 KiB at the peak
//>   the peak is at     all_gather for stablehlo.custom_call at costs.mlir:11
//>   largest then
//>     128 KiB  a part  all_gather for stablehlo.custom_call at costs.mlir:11
//>      64 KiB  a part  all_gather for stablehlo.custom_call at costs.mlir:11
//> sent by a device     144 KiB
//>   2 x  all_gather  {"data"}  144 KiB  operand
//> work of a device     0 flops, 320 KiB of memory
//>   2 x  stablehlo.custom_call  0 flops  320 KiB
