// Which program a question is about: as JAX propagates it, with -p as Shardy
// alone does (it has no rule for chlo.erf), with --as-is as FILE has it.
// RUN: shardflow show %s --spec --depth 0 --top 2
// RUN: shardflow show --jax %s --spec --depth 0 --top 2
// RUN: shardflow show -p %s --spec --depth 0 --top 2
// RUN: shardflow show --as-is %s --spec --depth 0 --top 2
// RUN: shardflow explain %s --value %d --spec
// RUN: shardflow explain --compat shardy-2026-08 %s --value %d --spec
// RUN: shardflow check %s --expect "res/0=P('x')"
// RUN: shardflow check -p %s --expect "res/0=P('x')"
// RUN: shardflow check --as-is %s --expect "res/0=P('x')"
// RUN: shardflow comms %s --top 0
// RUN: shardflow comms -p %s --top 0
// RUN: shardflow comms --as-is %s --top 0
// RUN: shardflow cost --as-is %s --largest 0
// RUN: shardflow cost -p %s --largest 0
// RUN: shardflow lint -p %s
// RUN: shardflow lint --as-is %s
// RUN: shardflow diff %s --set "arg/0=P()" --spec
// RUN: shardflow diff --as-is %s --set "arg/0=P()" --spec
// RUN: shardflow partition --as-is %s
// RUN: shardflow show --jax -p %s
// RUN: shardflow diff --as-is -p %s %s
// RUN: shardflow comms --jax --compat jaxlib-0.12 %s
// RUN: shardflow cost --as-is --compat jaxlib-0.12 %s
// RUN: shardflow explain --as-is %s --arg 0
// RUN: shardflow report --cost -p %s
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(
    %a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
    %b: tensor<16x16xf32>) -> tensor<8x16xf32> {
  %c = stablehlo.tanh %a : tensor<8x16xf32>
  %d = stablehlo.dot_general %c, %b, contracting_dims = [1] x [0]
      : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %e = stablehlo.add %d, %d : tensor<8x16xf32>
  %f = chlo.erf %e : tensor<8x16xf32> -> tensor<8x16xf32>
  %g = stablehlo.negate %f : tensor<8x16xf32>
  return %g : tensor<8x16xf32>
}

//# RUN 1
//> mesh @mesh  <["x"=2, "y"=2]>  4 devices
//>
//> @main
//>   parameter  type       shard  bytes  sharding
//>   %a         8x16xf32   4x8    128 B  P('x', 'y')
//>   %b         16x16xf32  8x16   512 B  P('y', None)
//>   in all 640 B on each device, of 1.50 KiB
//>   result  type      shard  bytes  sharding
//>   0       8x16xf32  4x16   256 B  P('x', None)
//>   in all 256 B on each device, of 512 B
//>
//> largest tensors
//>   value  type      shard  bytes  sharding
//>   %d     8x16xf32  4x16   256 B  P('x', None)  at question.mlir:33
//>   %e     8x16xf32  4x16   256 B  P('x', None)  at question.mlir:35
//# RUN 2
//> mesh @mesh  <["x"=2, "y"=2]>  4 devices
//>
//> @main
//>   parameter  type       shard  bytes  sharding
//>   %a         8x16xf32   4x8    128 B  P('x', 'y')
//>   %b         16x16xf32  8x16   512 B  P('y', None)
//>   in all 640 B on each device, of 1.50 KiB
//>   result  type      shard  bytes  sharding
//>   0       8x16xf32  4x16   256 B  P('x', None)
//>   in all 256 B on each device, of 512 B
//>
//> largest tensors
//>   value  type      shard  bytes  sharding
//>   %d     8x16xf32  4x16   256 B  P('x', None)  at question.mlir:33
//>   %e     8x16xf32  4x16   256 B  P('x', None)  at question.mlir:35
//# RUN 3
//> mesh @mesh  <["x"=2, "y"=2]>  4 devices
//>
//> @main
//>   parameter  type       shard  bytes  sharding
//>   %a         8x16xf32   4x8    128 B  P('x', 'y')
//>   %b         16x16xf32  8x16   512 B  P('y', None)
//>   in all 640 B on each device, of 1.50 KiB
//>   result  type      shard  bytes  sharding
//>   0       8x16xf32  all    512 B  -
//>   in all 512 B on each device, of 512 B
//>
//> largest tensors
//>   value  type      shard  bytes  sharding
//>   %f     8x16xf32  all    512 B  -  at question.mlir:36
//>   %g     8x16xf32  all    512 B  -  at question.mlir:37
//>
//> 2 of 5 tensors inside have no sharding
//! %s:36:8: warning: op 'chlo.erf' is unknown to SDY sharding rule registry
//!   %f = chlo.erf %e : tensor<8x16xf32> -> tensor<8x16xf32>
//!        ^
//# RUN 4
//> mesh @mesh  <["x"=2, "y"=2]>  4 devices
//>
//> @main
//>   parameter  type       shard  bytes  sharding
//>   %a         8x16xf32   4x8    128 B  P('x', 'y')
//>   %b         16x16xf32  all    1 KiB  -
//>   in all 1.12 KiB on each device, of 1.50 KiB
//>   result  type      shard  bytes  sharding
//>   0       8x16xf32  all    512 B  -
//>   in all 512 B on each device, of 512 B
//>
//> largest tensors
//>   value  type      shard  bytes  sharding
//>   %c     8x16xf32  all    512 B  -  at question.mlir:32
//>   %d     8x16xf32  all    512 B  -  at question.mlir:33
//>
//> 5 of 5 tensors inside have no sharding (--as-is: not propagated)
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 5
//> %d : tensor<8x16xf32> in @main  at %s:33:3
//>   P('x', None)
//>
//>   dimension 0 has "x":
//>     %a dimension 0: annotated, argument 0 of @main P('x', 'y')  at %s:30:5
//>     %c dimension 0: through stablehlo.tanh, factor i, operand 0 -> result 0, step 0  at %s:32:8
//>     %d dimension 0: through stablehlo.dot_general, factor i, operand 0 -> result 0, step 1  at %s:33:8
//>
//>   did not come:
//>     "y" of %c dimension 1: through stablehlo.dot_general, factor k (reduction), operand 0 -> result 0  at %s:33:8
//>       no-factor: its factor k (reduction) is not in %d
//>     "y" of %b dimension 0: through stablehlo.dot_general, factor k (reduction), operand 1 -> result 0  at %s:33:8
//>       no-factor: its factor k (reduction) is not in %d
//>
//>   why not:
//>     dimension 0, "y": nothing that shares the dimension has it
//>     dimension 1, "x": dimension 0 has it; "y": nothing that shares the dimension has it
//# RUN 6
//> %d : tensor<8x16xf32> in @main  at %s:33:3
//>   P('x', None)
//>
//>   dimension 0 has "x":
//>     %a dimension 0: annotated, argument 0 of @main P('x', 'y')  at %s:30:5
//>     %c dimension 0: through stablehlo.tanh, factor i, operand 0 -> result 0, step 0  at %s:32:8
//>     %d dimension 0: through stablehlo.dot_general, factor i, operand 0 -> result 0, step 1  at %s:33:8
//>
//>   did not come:
//>     "y" of %c dimension 1: through stablehlo.dot_general, factor k (reduction), operand 0 -> result 0  at %s:33:8
//>       no-factor: its factor k (reduction) is not in %d
//>     "y" of %b dimension 0: through stablehlo.dot_general, factor k (reduction), operand 1 -> result 0  at %s:33:8
//>       no-factor: its factor k (reduction) is not in %d
//>
//>   why not:
//>     dimension 0, "y": nothing that shares the dimension has it
//>     dimension 1, "x": dimension 0 has it; "y": nothing that shares the dimension has it
//! %s:36:8: warning: op 'chlo.erf' is unknown to SDY sharding rule registry
//!   %f = chlo.erf %e : tensor<8x16xf32> -> tensor<8x16xf32>
//!        ^
//# RUN 7
//> 1 expectation, 1 tensor compared, 0 wrong
//# RUN 8
//> result 0 : tensor<8x16xf32>
//>   is P(None, None), and has to be P('x', None)
//> 1 expectation, 1 tensor compared, 1 wrong
//! %s:36:8: warning: op 'chlo.erf' is unknown to SDY sharding rule registry
//!   %f = chlo.erf %e : tensor<8x16xf32> -> tensor<8x16xf32>
//!        ^
// EXIT: 1
//# RUN 9
//> result 0 : tensor<8x16xf32>
//>   is P(None, None), and has to be P('x', None)
//> 1 expectation, 1 tensor compared, 1 wrong
//! warning: most of the program has no sharding; without --as-is, it is propagated first
// EXIT: 1
//# RUN 10
//> ... 1 more (--all)
//> in all 256 B that a device sends, by 1 collective
//# RUN 11
//> ... 1 more (--all)
//> in all 256 B that a device sends, by 1 collective
//# RUN 12
//> ... 2 more (--all)
//> in all 384 B that a device sends, by 2 collectives
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 13
//> 4 devices, <["x"=2, "y"=2]>, lowered by XLA
//> memory of a device   2.62 KiB
//>   arguments          1.12 KiB
//>   results            512 B, of which 0 B reuse donated arguments
//>   temporaries        1 KiB at the peak
//>   the peak is at     stablehlo.dot_general at question.mlir:33
//> sent by a device     384 B
//>   1 x  all_gather  {"x"}  256 B  result
//>   1 x  all_gather  {"y"}  128 B  result
//> work of a device     4096 flops, 3.25 KiB of memory
//>   1 x  stablehlo.dot_general  4096 flops  2 KiB
//>   1 x  stablehlo.negate          0 flops  1 KiB
//>   1 x  stablehlo.tanh            0 flops  256 B
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 14
//> 4 devices, <["x"=2, "y"=2]>, lowered by XLA
//> memory of a device   1.38 KiB
//>   arguments          640 B
//>   results            256 B, of which 0 B reuse donated arguments
//>   temporaries        512 B at the peak
//>   the peak is at     all_reduce for stablehlo.dot_general at question.mlir:33
//> sent by a device     256 B
//>   1 x  all_reduce  {"y"}  256 B  product
//> work of a device     1024 flops, 1.62 KiB of memory
//>   1 x  stablehlo.dot_general  1024 flops  896 B
//>   1 x  stablehlo.negate          0 flops  512 B
//>   1 x  stablehlo.tanh            0 flops  256 B
//# RUN 15
//> 0 findings
//# RUN 16
//> 0 findings
//# RUN 17
//> changed in the program
//> @main
//>   parameter 0 tensor<8x16xf32>, question.mlir:29
//>     - P('x', 'y'), 128 B on each device
//>     + P(None, None), 512 B on each device
//> follows
//> @main
//>   parameter 1 tensor<16x16xf32>, question.mlir:29
//>     - P('y', None), 512 B on each device
//>     + no sharding, 1 KiB on each device
//>   %c stablehlo.tanh tensor<8x16xf32>, question.mlir:32
//>     - P('x', 'y'), 128 B on each device
//>     + no sharding, 512 B on each device
//>   %d stablehlo.dot_general tensor<8x16xf32>, question.mlir:33
//>     - P('x', None), 256 B on each device
//>     + no sharding, 512 B on each device
//>   %e stablehlo.add tensor<8x16xf32>, question.mlir:35
//>     - P('x', None), 256 B on each device
//>     + no sharding, 512 B on each device
//>   %f chlo.erf tensor<8x16xf32>, question.mlir:36
//>     - P('x', None), 256 B on each device
//>     + no sharding, 512 B on each device
//>   %g stablehlo.negate tensor<8x16xf32>, question.mlir:37
//>     - P('x', None), 256 B on each device
//>     + no sharding, 512 B on each device
//>   result 0 tensor<8x16xf32>, question.mlir:29
//>     - P('x', None), 256 B on each device
//>     + no sharding, 512 B on each device
//> 8 of 8 shardings differ: 1 changed in the program, 7 follow
//> a device holds 2 KiB of arguments and results instead of 896 B
//> a device sends 0 B instead of 256 B, and needs 3 KiB of memory at the peak instead of 1.38 KiB
// EXIT: 1
//# RUN 18
//> @main
//>   parameter 0 tensor<8x16xf32>, question.mlir:29
//>     - P('x', 'y'), 128 B on each device
//>     + P(None, None), 512 B on each device
//> 1 of 8 shardings differ
//> a device holds 2 KiB of arguments and results instead of 1.62 KiB
//> a device sends 0 B instead of 384 B, and needs 3 KiB of memory at the peak instead of 2.62 KiB
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//! warning: most of the program has no sharding; without --as-is, it is propagated first
// EXIT: 1
//# RUN 19
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2]>
//>   func.func @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<16x16xf32>) -> tensor<8x16xf32> {
//>     %0 = stablehlo.tanh %arg0 : tensor<4x8xf32>
//>     %1 = stablehlo.reshape %0 : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
//>     %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<1x4x8xf32>) -> tensor<4x4x8xf32>
//>     %3 = stablehlo.reshape %2 : (tensor<4x4x8xf32>) -> tensor<2x2x4x8xf32>
//>     %4 = stablehlo.transpose %3, dims = [0, 2, 1, 3] : (tensor<2x2x4x8xf32>) -> tensor<2x4x2x8xf32>
//>     %5 = stablehlo.reshape %4 : (tensor<2x4x2x8xf32>) -> tensor<8x16xf32>
//>     %6 = stablehlo.dot_general %5, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
//>     %7 = stablehlo.add %6, %6 : tensor<8x16xf32>
//>     %8 = chlo.erf %7 : tensor<8x16xf32> -> tensor<8x16xf32>
//>     %9 = stablehlo.negate %8 : tensor<8x16xf32>
//>     return %9 : tensor<8x16xf32>
//>   }
//> }
//# RUN 20
//! shardflow: at most one of --jax, --propagate and --as-is
//! Run with --help for more.
// EXIT: 2
//# RUN 21
//! shardflow: diff: at most one of --jax, --propagate and --as-is
//! Run with --help for more.
// EXIT: 2
//# RUN 22
//! shardflow: --jax includes --compat=jaxlib-0.12; give only one of them
//! Run with --help for more.
// EXIT: 2
//# RUN 23
//! shardflow: --as-is excludes --compat, which is about propagation
//! Run with --help for more.
// EXIT: 2
//# RUN 24
//! shardflow: explain: '--as-is' was not expected
//! Run with --help for more.
// EXIT: 2
//# RUN 25
//! shardflow: report: --cost is about the program as JAX propagates it: not with --propagate
//! Run with --help for more.
// EXIT: 2
