// Long shardings, with a long name of a value.
// RUN: shardflow show --as-is %s
sdy.mesh @mesh = <["replica"=2, "data"=8, "sequence"=4, "expert"=4, "model"=8]>

func.func @main(
    %activations_of_the_last_layer: tensor<2048x4096x128x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"replica", "data"}, {"sequence":(1)2, ?}p1, {"expert"}, {"model", "sequence":(2)2}]>})
    -> (tensor<2048x4096x128x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"replica", "data", ?}, {?}, {"expert"}, {"model":(1)4}], replicated={"sequence"}>}) {
  %0 = stablehlo.tanh %activations_of_the_last_layer : tensor<2048x4096x128x64xbf16>
  return %0 : tensor<2048x4096x128x64xbf16>
}

//> mesh @mesh  <["replica"=2, "data"=8, "sequence"=4, "expert"=4, "model"=8]>  2048 devices
//>
//> @main
//>   parameter                       type                   shard           bytes  sharding
//>   %activations_of_the_last_layer  2048x4096x128x64xbf16  128x2048x32x4  64 MiB  [{"replica", "data"}, {"sequence":(1)2, ?}p1, {"expert"}, {"model", "sequence":(2)2}]
//>   in all 64 MiB on each device, of 128 GiB
//>   result  type                   shard             bytes  sharding
//>   0       2048x4096x128x64xbf16  128x4096x32x16  512 MiB  [{"replica", "data", ?}, {?}, {"expert"}, {"model":(1)4}], replicated={"sequence"}
//>   in all 512 MiB on each device, of 128 GiB
//>
//> largest tensors
//>   value  type                   shard    bytes  sharding
//>   %0     2048x4096x128x64xbf16  all    128 GiB  -  at wide.mlir:8
//>
//> 1 of 1 tensors inside have no sharding (--as-is: not propagated)
//! warning: most of the program has no sharding; without --as-is, it is propagated first
