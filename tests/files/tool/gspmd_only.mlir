// RUN: shardflow propagate -q %s
// RUN: shardflow propagate -q --jax %s
// RUN: shardflow propagate --jax --compat=jaxlib-0.12 %s
// RUN: shardflow show --as-is %s
// RUN: shardflow show --jax %s
// RUN: shardflow explain -p %s --arg 1
// RUN: shardflow explain --jax %s --result 0
// RUN: shardflow diff --as-is %s %s
// RUN: shardflow check -p %s --expect "arg/0=P()"
// RUN: shardflow partition --jax --no-halo %s
// Nothing here is Shardy's: without --jax, propagation would see no sharding.
func.func @main(%x: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %y: tensor<16x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//# RUN 1
//! %s:12:1: error: the shardings of this program are GSPMD's (mhlo.sharding), which propagation does not read
//! func.func @main(%x: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %y: tensor<16x8xf32>) -> tensor<8x8xf32> {
//! ^
//! note: `shardflow gspmd import FILE` turns them into Shardy's, and --jax (RunOptions::jax) does so first
// EXIT: 3
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["_axis_0"=4]> {stablehlo.mesh = {axes = [{name = "_axis_0", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {}]>}, %arg1: tensor<16x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {}]>}) {
//>     %0 = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {}]>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
//>     return %0 : tensor<8x8xf32>
//>   }
//> }
//# RUN 3
//! shardflow: --jax includes --compat=jaxlib-0.12; give only one of them
//! Run with --help for more.
// EXIT: 2
//# RUN 4
//! %s:12:1: error: the shardings of this program are GSPMD's (mhlo.sharding), which propagation does not read
//! func.func @main(%x: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %y: tensor<16x8xf32>) -> tensor<8x8xf32> {
//! ^
//! note: `shardflow gspmd import FILE` turns them into Shardy's, and --jax (RunOptions::jax) does so first
// EXIT: 3
//# RUN 5
//> mesh @mesh  <["_axis_0"=4]>  4 devices
//>
//> @main
//>   parameter  type      shard  bytes  sharding
//>   %x         8x16xf32  2x16   128 B  [{"_axis_0"}, {}]
//>   %y         16x8xf32  all    512 B  -
//>   in all 640 B on each device, of 1 KiB
//>   result  type     shard  bytes  sharding
//>   0       8x8xf32  2x8     64 B  [{"_axis_0"}, {}]
//>   in all 64 B on each device, of 256 B
//>
//> largest tensors
//>   value  type     shard  bytes  sharding
//>   %0     8x8xf32  2x8     64 B  [{"_axis_0"}, {}]  at gspmd_only.mlir:13
//# RUN 6
//! %s:12:1: error: the shardings of this program are GSPMD's (mhlo.sharding), which propagation does not read
//! func.func @main(%x: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %y: tensor<16x8xf32>) -> tensor<8x8xf32> {
//! ^
//! note: `shardflow gspmd import FILE` turns them into Shardy's, and --jax (RunOptions::jax) does so first
// EXIT: 3
//# RUN 7
//> result 0 of @main : tensor<8x8xf32> in @main  at %s:12:1
//>   <@mesh, [{"_axis_0", ?}, {?}]>
//>
//>   dimension 0 has "_axis_0":
//>     %x dimension 0: annotated, argument 0 of @main <@mesh, [{"_axis_0"}, {}]>  at %s:12:17
//>     %0 dimension 0: through stablehlo.dot, factor i, operand 0 -> result 0, step 0  at %s:13:8
//>     result 0 of @main dimension 0: through the value that @main returns, step 1
//>
//>   why not:
//>     dimension 1, "_axis_0": dimension 0 has it
//# RUN 8
//! %s:12:1: error: the shardings of this program are GSPMD's (mhlo.sharding), which propagation does not read
//! func.func @main(%x: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %y: tensor<16x8xf32>) -> tensor<8x8xf32> {
//! ^
//! note: `shardflow gspmd import FILE` turns them into Shardy's, and --jax (RunOptions::jax) does so first
// EXIT: 3
//# RUN 9
//! %s:12:1: error: the shardings of this program are GSPMD's (mhlo.sharding), which propagation does not read
//! func.func @main(%x: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %y: tensor<16x8xf32>) -> tensor<8x8xf32> {
//! ^
//! note: `shardflow gspmd import FILE` turns them into Shardy's, and --jax (RunOptions::jax) does so first
// EXIT: 3
//# RUN 10
//> module {
//>   sdy.mesh @mesh = <["_axis_0"=4]> {stablehlo.mesh = {axes = [{name = "_axis_0", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {}]>}, %arg1: tensor<16x8xf32>) -> (tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {}]>}) {
//>     %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x16xf32>, tensor<16x8xf32>) -> tensor<2x8xf32>
//>     return %0 : tensor<2x8xf32>
//>   }
//> }
