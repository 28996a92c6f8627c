// A reverse reads and writes its operand: as a result, and before a product,
// which needs it in memory. What a transpose does depends on who reads it: the
// product reads its operand in another order.
// RUN: shardflow cost --as-is %s

sdy.mesh @mesh = <["x"=4]>

func.func @main(
    %a: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %c: tensor<256x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %v: tensor<16x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
        tensor<256x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = "stablehlo.reverse"(%a) {dimensions = array<i64: 1>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<1024x512xf32>) -> tensor<1024x512xf32>
  %s = "stablehlo.reverse"(%c) {dimensions = array<i64: 1>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<256x512xf32>) -> tensor<256x512xf32>
  %t = stablehlo.transpose %v, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<16x512xf32>) -> tensor<512x16xf32>
  %d = stablehlo.dot_general %s, %t, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<256x512xf32>, tensor<512x16xf32>) -> tensor<256x16xf32>
  return %r, %d : tensor<1024x512xf32>, tensor<256x16xf32>
}

//> 4 devices, <["x"=4]>, lowered by XLA
//> memory of a device   1.29 MiB
//>   arguments          672 KiB
//>   results            516.02 KiB, of which 0 B reuse donated arguments
//>   temporaries        128 KiB at the peak
//>   the peak is at     stablehlo.reverse at cost_reverse.mlir:15
//>   largest then
//>     128 KiB  256x512xf32  stablehlo.reverse at cost_reverse.mlir:15
//> sent by a device     0 B
//> work of a device     1.049e+06 flops, 1.41 MiB of memory
//>   2 x  stablehlo.reverse              0 flops  1.25 MiB
//>   1 x  stablehlo.dot_general  1.049e+06 flops   164 KiB
