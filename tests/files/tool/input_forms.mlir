// What other programs write is asked like any other: PyTorch/XLA's manual
// computations, whose bodies stand inline; XLA's, with one custom call on a tuple
// for all operands; ops that XLA keeps as mhlo's.
// RUN: shardflow show --jax tests/files/gspmd/inline_body.mlir --top 3
// RUN: shardflow explain --jax tests/files/gspmd/inline_body.mlir --value %2
// RUN: shardflow show --jax tests/files/gspmd/brackets.mlir --top 1
// RUN: shardflow explain --jax tests/files/gspmd/brackets.mlir --result 0
// RUN: shardflow show --jax tests/files/ops/mhlo.mlir --top 1
// RUN: shardflow explain -p tests/files/ops/mhlo.mlir --value %1#0
// RUN: shardflow show --as-is tests/files/gspmd/inline_body.mlir
sdy.mesh @mesh = <["x"=2]>

//# RUN 1
//> mesh @mesh  <["_axis_0"=4]>  4 devices
//>
//> @main
//>   parameter  type     shard  bytes  sharding
//>   %x         8x4xf32  2x4     32 B  [{"_axis_0"}, {}]
//>   %y         8x4xf32  2x4     32 B  [{"_axis_0"}, {}]
//>   in all 64 B on each device, of 256 B
//>   result  type     shard  bytes  sharding
//>   0       8x4xf32  2x4     32 B  [{"_axis_0"}, {}]
//>   1       4xf32    all     16 B  [{}]
//>   in all 48 B on each device, of 144 B
//>
//> 1 more function (--all)
//>
//> largest tensors
//>   value                      type     shard  bytes  sharding
//>   %1 sdy.manual_computation  8x4xf32  2x4     32 B  [{"_axis_0"}, {}]  at inline_body.mlir:7
//>   %c                         2x4xf32  2x4     32 B  -  manual over "_axis_0" at inline_body.mlir:5
//>   %2                         2x4xf32  2x4     32 B  -  manual over "_axis_0" at inline_body.mlir:8
//>
//> 8 of 14 tensors inside have no sharding
//# RUN 2
//> %2 : tensor<2x4xf32> in @main  at tests/files/gspmd/inline_body.mlir:8:3
//>   manual over "_axis_0": a per-device value
//>   note: it is inside of the sdy.manual_computation (shard_map) at tests/files/gspmd/inline_body.mlir:7, which is manual over "_axis_0": it is a per-device value, and its shape is that of one device's part
//>
//>   why not:
//>     dimension 0, "_axis_0": manual here, a per-device value
//>     dimension 1, "_axis_0": manual here, a per-device value
//# RUN 3
//> mesh @mesh  <["a"=2, "b"=4]>  8 devices
//> mesh @empty_mesh  <[]>  1 device
//>
//> @main
//>   parameter  type      shard   bytes  sharding
//>   %x         16x8xf32  8x8     256 B  <@mesh, [{"a"}, {}]>
//>   %y         8x16xf32  8x4     128 B  <@mesh, [{}, {"b"}]>
//>   %n         i32       scalar    4 B  <@empty_mesh, []>
//>   in all 388 B on each device, of 1.00 KiB
//>   result  type       shard  bytes  sharding
//>   0       16x16xf32  8x4    128 B  <@mesh, [{"a"}, {"b"}]>
//>   1       16x8xf32   8x8    256 B  <@mesh, [{"a"}, {}]>
//>   2       16xf32     4       16 B  <@mesh, [{"b"}]>
//>   3       8xf32      4       16 B  <@mesh, [{"a"}]>
//>   in all 416 B on each device, of 1.59 KiB
//>
//> largest tensors
//>   value                        type      shard  bytes  sharding
//>   %5#1 sdy.manual_computation  16x8xf32  8x8    256 B  <@mesh, [{"a"}, {}]>  at brackets.mlir:24
//>
//> 3 of 8 tensors inside have no sharding
//# RUN 4
//> result 0 of @main : tensor<16x16xf32> in @main  at tests/files/gspmd/brackets.mlir:18:3
//>   <@mesh, [{"a", ?}, {"b", ?}]>
//>
//>   dimension 0 has "a":
//>     %5#0 dimension 0: annotated, out_shardings[0] of sdy.manual_computation <@mesh, [{"a"}, {"b"}]>  at tests/files/gspmd/brackets.mlir:24:5
//>     result 0 of @main dimension 0: through the value that @main returns, step 0
//>
//>   dimension 1 has "b":
//>     %5#0 dimension 1: annotated, out_shardings[0] of sdy.manual_computation <@mesh, [{"a"}, {"b"}]>  at tests/files/gspmd/brackets.mlir:24:5
//>     result 0 of @main dimension 1: through the value that @main returns, step 0
//>
//>   why not:
//>     dimension 0, "b": dimension 1 has it
//>     dimension 1, "a": dimension 0 has it
//# RUN 5
//> no mesh
//>
//> @main
//>   parameter  type      shard  bytes  sharding
//>   %x         8x16xf32  all    512 B  -
//>   in all 512 B on each device, of 512 B
//>   result  type      shard  bytes  sharding
//>   0       8x16xf32  all    512 B  -
//>   1       8x2xf32   all     64 B  -
//>   2       8x2xi32   all     64 B  -
//>   in all 640 B on each device, of 640 B
//>
//> largest tensors
//>   value  type      shard  bytes  sharding
//>   %0     8x16xf32  all    512 B  -  at mhlo.mlir:5
//>
//> 3 of 3 tensors inside have no sharding
//# RUN 6
//> %1#0 : tensor<8x2xf32> in @main  at tests/files/ops/mhlo.mlir:6:3
//>   no sharding
//# RUN 7
//! tests/files/gspmd/inline_body.mlir:4:1: error: the shardings of this program are GSPMD's (mhlo.sharding), which propagation does not read
//! func.func @main(%x: tensor<8x4xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %y: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>) {
//! ^
//! note: `shardflow gspmd import FILE` turns them into Shardy's, and --jax (RunOptions::jax) does so first
// EXIT: 3
