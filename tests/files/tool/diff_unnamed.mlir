// As JAX prints it without debug information: only results have names.
// Arguments are then matched by position.
// RUN: shardflow diff tests/files/tool/diff_unnamed_old.mlir %s
// RUN: shardflow diff tests/files/tool/diff_unnamed_old.mlir %s --topology h100

sdy.mesh @mesh = <["x"=2]>

func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result['y']"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//# RUN 1
//> changed in the program
//> @main
//>   parameter 0 tensor<8xf32>, diff_unnamed.mlir:8
//>     - <@mesh, [{"x"}]>, 16 B on each device
//>     + no sharding, 32 B on each device
//> follows
//> @main
//>   parameter 1 tensor<8xf32>, diff_unnamed.mlir:8
//>     - <@mesh, [{"x"}]>, 16 B on each device
//>     + no sharding, 32 B on each device
//>   %0 stablehlo.add tensor<8xf32>, diff_unnamed.mlir:9
//>     - <@mesh, [{"x"}]>, 16 B on each device
//>     + no sharding, 32 B on each device
//>   result/y (result 0) tensor<8xf32>, diff_unnamed.mlir:8
//>     - <@mesh, [{"x"}]>, 16 B on each device
//>     + no sharding, 32 B on each device
//> 4 of 4 shardings differ: 1 changed in the program, 3 follow
//> a device holds 96 B of arguments and results instead of 48 B
//> a device sends 0 B as before, and needs 96 B of memory at the peak instead of 48 B
// EXIT: 1
//# RUN 2
//> changed in the program
//> @main
//>   parameter 0 tensor<8xf32>, diff_unnamed.mlir:8
//>     - <@mesh, [{"x"}]>, 16 B on each device
//>     + no sharding, 32 B on each device
//> follows
//> @main
//>   parameter 1 tensor<8xf32>, diff_unnamed.mlir:8
//>     - <@mesh, [{"x"}]>, 16 B on each device
//>     + no sharding, 32 B on each device
//>   %0 stablehlo.add tensor<8xf32>, diff_unnamed.mlir:9
//>     - <@mesh, [{"x"}]>, 16 B on each device
//>     + no sharding, 32 B on each device
//>   result/y (result 0) tensor<8xf32>, diff_unnamed.mlir:8
//>     - <@mesh, [{"x"}]>, 16 B on each device
//>     + no sharding, 32 B on each device
//> 4 of 4 shardings differ: 1 changed in the program, 3 follow
//> a device holds 96 B of arguments and results instead of 48 B
//> a device sends 0 B as before, and needs 96 B of memory at the peak instead of 48 B
//> a step takes 0.0 us as before if nothing overlaps
// EXIT: 1
