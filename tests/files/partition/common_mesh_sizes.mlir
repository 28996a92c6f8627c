// Meshes with different numbers of devices have nothing in common.
// RUN: shardflow partition %s

sdy.mesh @one = <["a"=8]>
sdy.mesh @other = <["c"=2, "d"=2]>

func.func public @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@one, [{"a"}, {}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@other, [{"c"}, {"d"}]>}) -> tensor<16x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

//! %s:8:8: error: 'stablehlo.add' op has tensors on @one and on @other, which can't be given common axes
//!   %0 = stablehlo.add %arg0, %arg1 : tensor<16x8xf32>
//!        ^
// EXIT: 3
