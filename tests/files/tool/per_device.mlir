// One device's program keeps locations, and questions about it get a warning.
// RUN: shardflow partition %s --debug-info auto
// RUN: shardflow partition %s --debug-info never
// RUN: shardflow comms %s --as-is --name %a
// RUN: shardflow diff %s %s --topology h1000
// RUN: shardflow diff %s %s --topology h100 --name nothing

sdy.mesh @mesh = <["x"=2]>

func.func @main(%w: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>} loc("params['w']")) -> tensor<8xf32> {
  %a = stablehlo.tanh %w : tensor<8xf32> loc("jit(f)/tanh")
  %b = "stablehlo.collective_permute"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
  return %b : tensor<8xf32>
}

//# RUN 1
//> #loc3 = loc("params['w']")
//> module {
//>   sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}} loc(#loc1)
//>   func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>} loc("params['w']")) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
//>     %0 = stablehlo.tanh %arg0 : tensor<4xf32> loc(#loc4)
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32> loc(#loc5)
//>     return %1 : tensor<4xf32> loc(#loc6)
//>   } loc(#loc2)
//> } loc(#loc)
//> #loc = loc("%s":0:0)
//> #loc1 = loc("%s":8:1)
//> #loc2 = loc("%s":10:1)
//> #loc4 = loc("jit(f)/tanh")
//> #loc5 = loc("%s":12:8)
//> #loc6 = loc("%s":13:3)
//! warning: %s seems to be a per-device program already (stablehlo.collective_permute outside of a shard_map), as `shardflow partition` writes it; this answer splits its tensors once more
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
//>     %0 = stablehlo.tanh %arg0 : tensor<4xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
//>     return %1 : tensor<4xf32>
//>   }
//> }
//! warning: %s seems to be a per-device program already (stablehlo.collective_permute outside of a shard_map), as `shardflow partition` writes it; this answer splits its tensors once more
//# RUN 3
//>       32 B  collective_permute over {"x"}, groups of 2 of tanh
//>             the program has it: stablehlo.collective_permute at per_device.mlir:12
//>       16 B  all_gather over {"x"}, groups of 2 of tanh
//>             tanh computes its result in another sharding than the result has
//> in all 48 B that a device sends, by 2 collectives
//! warning: %s seems to be a per-device program already (stablehlo.collective_permute outside of a shard_map), as `shardflow partition` writes it; this answer splits its tensors once more
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 4
//! warning: %s seems to be a per-device program already (stablehlo.collective_permute outside of a shard_map), as `shardflow partition` writes it; this answer splits its tensors once more
//! warning: %s seems to be a per-device program already (stablehlo.collective_permute outside of a shard_map), as `shardflow partition` writes it; this answer splits its tensors once more
//! <topology>: error: expected h100, v5e, v5e_grid or v5p, or with a shape h100:2x8, v5e:4x4, v5p:2x2x4, not 'h1000'
// EXIT: 3
//# RUN 5
//! warning: %s seems to be a per-device program already (stablehlo.collective_permute outside of a shard_map), as `shardflow partition` writes it; this answer splits its tensors once more
//! warning: %s seems to be a per-device program already (stablehlo.collective_permute outside of a shard_map), as `shardflow partition` writes it; this answer splits its tensors once more
//! shardflow: diff: nothing in either of the two is called nothing; there are params/w, a, tanh, b; arguments and results by number are arg/0, res/0
// EXIT: 3
