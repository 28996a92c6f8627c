// Export makes an all_reduce where a value is no longer unreduced. XLA adds up a
// product's partial sums where the product is computed, so for %p, this costs
// nothing more; an argument's are added up there.
// RUN: shardflow cost -q %s
// RUN: shardflow cost -q --as-is %s
// RUN: shardflow propagate -q --jax %s

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<256x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %c: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>},
                %d: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>})
    -> (tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
        tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
        tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"x"}>]>} : (tensor<64x256xf32>, tensor<256x128xf32>) -> tensor<64x128xf32>
  %q = sdy.reshard %p <@mesh, [{}, {}]> : tensor<64x128xf32>
  %r = sdy.reshard %c <@mesh, [{}, {}]> : tensor<64x128xf32>
  %s = sdy.reshard %d <@mesh, [{"x"}, {}]> : tensor<64x128xf32>
  return %q, %r, %s : tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>
}

//# RUN 1
//> 8 devices, <["x"=4, "y"=2]>, lowered by XLA
//> memory of a device   248.02 KiB
//>   arguments          112 KiB
//>   results            72.02 KiB, of which 0 B reuse donated arguments
//>   temporaries        64 KiB at the peak
//>   the peak is at     all_reduce for stablehlo.dot_general at cost_unreduced.mlir:16
//>   largest then
//>     32 KiB  a part      stablehlo.dot_general at cost_unreduced.mlir:16
//>     32 KiB  64x128xf32  reduce_scatter for sdy.all_reduce at cost_unreduced.mlir:12
//> sent by a device     120 KiB
//>   1 x  all_reduce      {"x"}  48 KiB  partial sums
//>   1 x  all_reduce      {"x"}  48 KiB  product
//>   1 x  reduce_scatter  {"x"}  24 KiB  partial sums
//> work of a device     1.049e+06 flops, 96 KiB of memory
//>   1 x  stablehlo.dot_general  1.049e+06 flops  80 KiB
//>   1 x  sdy.reshard                    0 flops  16 KiB
//# RUN 2
//> 8 devices, <["x"=4, "y"=2]>, lowered by XLA
//> memory of a device   248.02 KiB
//>   arguments          112 KiB
//>   results            72.02 KiB, of which 0 B reuse donated arguments
//>   temporaries        64 KiB at the peak
//>   the peak is at     all_reduce for stablehlo.dot_general at cost_unreduced.mlir:16
//>   largest then
//>     32 KiB  a part      stablehlo.dot_general at cost_unreduced.mlir:16
//>     32 KiB  64x128xf32  reduce_scatter for sdy.all_reduce at cost_unreduced.mlir:12
//> sent by a device     120 KiB
//>   1 x  all_reduce      {"x"}  48 KiB  partial sums
//>   1 x  all_reduce      {"x"}  48 KiB  product
//>   1 x  reduce_scatter  {"x"}  24 KiB  partial sums
//> work of a device     1.049e+06 flops, 96 KiB of memory
//>   1 x  stablehlo.dot_general  1.049e+06 flops  80 KiB
//>   1 x  sdy.reshard                    0 flops  16 KiB
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<256x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}, %arg3: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) -> (tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"x"}>]>} : (tensor<64x256xf32>, tensor<256x128xf32>) -> tensor<64x128xf32>
//>     %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}, {}]> : tensor<64x128xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<64x128xf32>
//>     %3 = sdy.all_reduce {"x"} %arg2 out_sharding=<@mesh, [{}, {}]> : tensor<64x128xf32>
//>     %4 = sdy.reshard %3 <@mesh, [{}, {}]> : tensor<64x128xf32>
//>     %5 = sdy.all_reduce {"x"} %arg3 out_sharding=<@mesh, [{}, {}]> : tensor<64x128xf32>
//>     %6 = sdy.reshard %5 <@mesh, [{"x"}, {}]> : tensor<64x128xf32>
//>     return %2, %4, %6 : tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>
//>   }
//> }
