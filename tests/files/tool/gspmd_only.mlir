// RUN: shardflow propagate -q %s
// RUN: shardflow propagate -q --jax %s
// RUN: shardflow propagate --jax --compat=jaxlib-0.12 %s
// Nothing here is Shardy's: without --jax, propagation would see no sharding.
func.func @main(%x: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %y: tensor<16x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//# RUN 1
//! %s:5:1: error: the shardings of this program are GSPMD's (mhlo.sharding), which propagation does not read
//! func.func @main(%x: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %y: tensor<16x8xf32>) -> tensor<8x8xf32> {
//! ^
//! note: `shardflow gspmd import FILE` turns them into Shardy's, and `shardflow propagate --jax FILE` does so first
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
//! shardflow: propagate: --jax is --compat=jaxlib-0.12 and more: give one
//! Run with --help for more.
// EXIT: 2
