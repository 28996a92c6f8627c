// What a custom call costs, by its rule: XLA runs it whole on each device, or on
// the shards in a manual computation; shardflow runs it on its shards.
// RUN: shardflow cost -q --propagate --topology h100 --rules tests/files/rules/costs.rules %s
// RUN: shardflow cost -q --propagate --lowering shardflow --topology h100 --rules tests/files/rules/costs.rules %s
// RUN: shardflow cost -q --propagate %s

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
//> memory of a device   606.2 kB
//>   arguments          49.2 kB
//>   results            32.8 kB, of which 0 B stand in donated arguments
//>   temporaries        524.3 kB, at stablehlo.custom_call %s:11:8
//>         262.1 kB  a part of stablehlo.custom_call %s:11:8
//>         131.1 kB  a part of all_gather for stablehlo.custom_call %s:11:8
//>          65.5 kB  a part of all_gather for stablehlo.custom_call %s:11:8
//>          65.5 kB  a part of stablehlo.custom_call %s:11:8
//> sent by a device     147.5 kB, takes 18.3 us
//>       2 x all_gather         {"data"}                     147.5 kB     18.3 us  operand
//> work of a device     1.049e+07 flops, 688.1 kB of memory, takes 0.3 us
//>       3 x stablehlo.custom_call             1.049e+07 flops      688.1 kB      0.3 us
//> a step takes         18.6 us if nothing overlaps, 18.3 us if all does; communication takes longer
//# RUN 2
//> 4 devices, <["data"=4]>, lowered by shardflow
//> memory of a device   147.5 kB
//>   arguments          49.2 kB
//>   results            32.8 kB, of which 0 B stand in donated arguments
//>   temporaries        65.5 kB, at stablehlo.custom_call %s:11:8
//>          65.5 kB  a part of stablehlo.custom_call %s:11:8
//> sent by a device     0 B, takes 0.0 us
//> work of a device     4.194e+06 flops, 262.1 kB of memory, takes 0.1 us
//>       2 x stablehlo.custom_call             4.194e+06 flops      262.1 kB      0.1 us
//> a step takes         0.1 us if nothing overlaps, 0.1 us if all does; work takes longer, bound by memory
//# RUN 3
//> 4 devices, <["data"=4]>, lowered by XLA
//> memory of a device   327.7 kB
//>   arguments          49.2 kB
//>   results            81.9 kB, of which 0 B stand in donated arguments
//>   temporaries        196.6 kB, at all_gather for stablehlo.custom_call %s:11:8
//>         131.1 kB  a part of all_gather for stablehlo.custom_call %s:11:8
//>          65.5 kB  a part of all_gather for stablehlo.custom_call %s:11:8
//> sent by a device     147.5 kB
//>       2 x all_gather         {"data"}                     147.5 kB  operand
//> work of a device     0 flops, 327.7 kB of memory
//>       2 x stablehlo.custom_call                     0 flops      327.7 kB
