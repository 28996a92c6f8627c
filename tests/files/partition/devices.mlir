// The number of devices is that of the mesh; --devices only checks it.
// RUN: shardflow partition --devices 4 %s
// RUN: shardflow partition --devices 8 %s
// RUN: shardflow opt %s '-shardflow-partition-pipeline=propagate=true devices=2'

sdy.mesh @line = <["i"=2, "j"=2]>

func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i", "j"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @line = <["i"=2, "j"=2]> {stablehlo.mesh = {axes = [{name = "i", size = 2 : i64}, {name = "j", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i", "j"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i", "j"}]>}) {
//>     %0 = stablehlo.abs %arg0 : tensor<2xf32>
//>     return %0 : tensor<2xf32>
//>   }
//> }
//# RUN 2
//! %s:6:1: error: the mesh has 4 devices, not 8
//! sdy.mesh @line = <["i"=2, "j"=2]>
//! ^
//! %s:6:1: note: `shardflow auto --mesh auto:8` finds a mesh of 8 devices and shardings on it
//! sdy.mesh @line = <["i"=2, "j"=2]>
//! ^
// EXIT: 3
//# RUN 3
//! %s:6:1: error: the mesh has 4 devices, not 2
//! sdy.mesh @line = <["i"=2, "j"=2]>
//! ^
//! %s:6:1: note: `shardflow auto --mesh auto:2` finds a mesh of 2 devices and shardings on it
//! sdy.mesh @line = <["i"=2, "j"=2]>
//! ^
// EXIT: 1
