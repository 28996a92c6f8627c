// RUN: shardflow show --as-is %s
// RUN: shardflow show --as-is --value %0 %s
// RUN: shardflow show --as-is --all %s

// Of many device ids the first few are shown.

sdy.mesh @mesh = <["x"=64], device_ids=[1,0,3,2,5,4,7,6,9,8,11,10,13,12,15,14,17,16,19,18,21,20,23,22,25,24,27,26,29,28,31,30,33,32,35,34,37,36,39,38,41,40,43,42,45,44,47,46,49,48,51,50,53,52,55,54,57,56,59,58,61,60,63,62]>

func.func @main(%arg0: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<64xf32> {
  %0 = stablehlo.negate %arg0 : tensor<64xf32>
  return %0 : tensor<64xf32>
}

//# RUN 1
//> mesh @mesh  <["x"=64], device_ids=[1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14, ... 48 more]>  64 devices
//>
//> @main
//>   parameter  type    shard  bytes  sharding
//>   %arg0      64xf32  1        4 B  [{"x"}]
//>   in all 4 B on each device, of 256 B
//>   result  type    shard  bytes  sharding
//>   0       64xf32  all    256 B  -
//>   in all 256 B on each device, of 256 B
//>
//> largest tensors
//>   value  type    shard  bytes  sharding
//>   %0     64xf32  all    256 B  -  at show_many_devices.mlir:10
//>
//> 1 of 1 tensors inside have no sharding (--as-is: not propagated)
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 2
//> %0  tensor<64xf32>  stablehlo.negate  %s:10
//> no sharding: each device holds all of it, 256 B
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 3
//> mesh @mesh  <["x"=64], device_ids=[1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14, 17, 16, 19, 18, 21, 20, 23, 22, 25, 24, 27, 26, 29, 28, 31, 30, 33, 32, 35, 34, 37, 36, 39, 38, 41, 40, 43, 42, 45, 44, 47, 46, 49, 48, 51, 50, 53, 52, 55, 54, 57, 56, 59, 58, 61, 60, 63, 62]>  64 devices
//>
//> @main
//>   parameter  type    shard  bytes  sharding
//>   %arg0      64xf32  1        4 B  [{"x"}]
//>   in all 4 B on each device, of 256 B
//>   result  type    shard  bytes  sharding
//>   0       64xf32  all    256 B  -
//>   in all 256 B on each device, of 256 B
//>
//> largest tensors
//>   value  type    shard  bytes  sharding
//>   %0     64xf32  all    256 B  -  at show_many_devices.mlir:10
//>
//> 1 of 1 tensors inside have no sharding (--as-is: not propagated)
//! warning: most of the program has no sharding; without --as-is, it is propagated first
