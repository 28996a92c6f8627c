// What propagation cannot do is an error of every command that propagates.
// RUN: shardflow propagate %s
// RUN: shardflow show --as-is %s
// RUN: shardflow show %s --propagate

func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}

//# RUN 1
//! %s:7:8: error: Shardy propagation only supports ranked tensors with a static shape. type: tensor<?xf32>
//!   %0 = stablehlo.abs %a : tensor<?xf32>
//!        ^
// EXIT: 3
//# RUN 2
//> no mesh
//>
//> @main
//>   parameter  type   shard  bytes  sharding
//>   %a         ?xf32  ?          ?  -
//>   in all 0 B on each device, of 0 B, without those of unknown size
//>   result  type   shard  bytes  sharding
//>   0       ?xf32  ?          ?  -
//>   in all 0 B on each device, of 0 B, without those of unknown size
//# RUN 3
//! %s:7:8: error: Shardy propagation only supports ranked tensors with a static shape. type: tensor<?xf32>
//!   %0 = stablehlo.abs %a : tensor<?xf32>
//!        ^
// EXIT: 3
