// A bandwidth for each axis of the mesh: in the cost of a program, in the best
// plan of a reshard, and in the search for shardings.
// RUN: shardflow cost -q --topology tests/files/tool/axes.toml %s
// RUN: shardflow cost -q --topology tests/files/tool/axes_swapped.toml %s
// RUN: shardflow reshard --mesh '<["data"=4, "model"=4]>' --shape 1024x1024xf32 --from '[{"data", "model"}, {}]' --to '[{}, {"data"}]' --plan best --topology tests/files/tool/axes.toml
// RUN: shardflow reshard --mesh '<["data"=4, "model"=4]>' --shape 1024x1024xf32 --from '[{"data", "model"}, {}]' --to '[{}, {"data"}]' --plan best --topology tests/files/tool/axes_swapped.toml
// RUN: shardflow reshard --mesh '<["data"=4, "other"=4]>' --shape 1024x1024xf32 --from '[{"data"}, {}]' --to '[{}, {}]' --topology tests/files/tool/axes.toml
// RUN: shardflow auto --topology tests/files/tool/axes.toml --steps 50 --reconsider -o /dev/null --explain %s
// RUN: shardflow auto --topology tests/files/tool/axes_swapped.toml --steps 50 --reconsider -o /dev/null --explain %s

sdy.mesh @mesh = <["data"=4, "model"=4]>

func.func @main(
    %x: tensor<4096x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
    %w1: tensor<512x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
    %w2: tensor<2048x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>})
    -> tensor<4096x512xf32> {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<4096x512xf32>, tensor<512x2048xf32>) -> tensor<4096x2048xf32>
  %1 = stablehlo.tanh %0 : tensor<4096x2048xf32>
  %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<4096x2048xf32>, tensor<2048x512xf32>) -> tensor<4096x512xf32>
  return %2 : tensor<4096x512xf32>
}

//# RUN 1
//> 16 devices, <["data"=4, "model"=4]>, lowered by XLA
//> memory of a device   10 MiB
//>   arguments          4 MiB
//>   results            2 MiB, of which 0 B reuse donated arguments
//>   temporaries        4 MiB at the peak
//>   the peak is at     stablehlo.dot_general at axes.mlir:20
//>   largest then
//>     2 MiB  4096x2048xf32  stablehlo.tanh at axes.mlir:19
//>     2 MiB  a part         stablehlo.dot_general at axes.mlir:20
//> sent by a device     3 MiB, takes 14.9 us
//>   1 x  all_reduce  {"model"}  axis model  3 MiB  14.9 us  product
//> work of a device     1.074e+09 flops, 14 MiB of memory, takes 21.3 us
//>   2 x  stablehlo.dot_general  1.074e+09 flops  10 MiB  15.3 us
//>   1 x  stablehlo.tanh                 0 flops   4 MiB   6.0 us
//> a step takes         36.2 us if nothing overlaps, 21.3 us if all does;
//>                      work takes longer, bound by arithmetic
//# RUN 2
//> 16 devices, <["data"=4, "model"=4]>, lowered by XLA
//> memory of a device   10 MiB
//>   arguments          4 MiB
//>   results            2 MiB, of which 0 B reuse donated arguments
//>   temporaries        4 MiB at the peak
//>   the peak is at     stablehlo.dot_general at axes.mlir:20
//>   largest then
//>     2 MiB  4096x2048xf32  stablehlo.tanh at axes.mlir:19
//>     2 MiB  a part         stablehlo.dot_general at axes.mlir:20
//> sent by a device     3 MiB, takes 345.6 us
//>   1 x  all_reduce  {"model"}  axis model  3 MiB  345.6 us  product
//> work of a device     1.074e+09 flops, 14 MiB of memory, takes 21.3 us
//>   2 x  stablehlo.dot_general  1.074e+09 flops  10 MiB  15.3 us
//>   1 x  stablehlo.tanh                 0 flops   4 MiB   6.0 us
//> a step takes         366.9 us if nothing overlaps, 345.6 us if all does;
//>                      communication takes longer
//# RUN 3
//> from [{"data", "model"}, {}]: 262144 B a device
//>   1  all_to_all  [{"data", "model"}: 0->1]  [{}, {"data", "model"}]  sends 245760 B, receives 245760 B, holds 262144 B, takes 25.7 us
//>   2  all_gather  [{}, {"model"}]            [{}, {"data"}]           sends 786432 B, receives 786432 B, holds 1048576 B, takes 6.0 us
//> to [{}, {"data"}]: 2 steps, sends 1032192 B, receives 1032192 B, takes 31.6 us
//# RUN 4
//> from [{"data", "model"}, {}]: 262144 B a device
//>   1  all_gather  [{"model":(2)2}, {}]  [{"data", "model":(1)2}, {}]  sends 262144 B, receives 262144 B, holds 524288 B, takes 32.2 us
//>   2  all_gather  [{"model":(1)2}, {}]  [{"data"}, {}]                sends 524288 B, receives 524288 B, holds 1048576 B, takes 58.4 us
//>   3  all_to_all  [{"data"}: 0->1]      [{}, {"data"}]                sends 786432 B, receives 786432 B, holds 1048576 B, takes 4.0 us
//> to [{}, {"data"}]: 3 steps, sends 1572864 B, receives 1572864 B, takes 94.6 us
//# RUN 5
//! <topology>: error: 'axes.other' is missing for an axis of the mesh
// EXIT: 3
//# RUN 6
//! step 25.5 us (25.5 us work, 0.0 us communication), peak 11 MiB a device
//!   mesh <["data"=4, "model"=4]>
//!   data: dim 0 of argument 0 (4096)
//!   model: dim 0 of argument 0 (4096)
//! 0 constraints, 50 plans priced
//! as given: step 36.2 us, peak 10 MiB
//! what each decision would cost otherwise, before propagation (    25.5 us      11 MiB):
//!   data: dim 0 of argument 0 (4096)
//!        +59.9 us      20 MiB  not along data
//!   model: dim 0 of argument 0 (4096)
//!        +59.9 us      20 MiB  not along model
//!   not sharded: dim 1 of argument 1 (2048)
//!        +13.2 us       7 MiB  along model
//!       +661.1 us       9 MiB  along data
//!   not sharded: dim 1 of argument 0 (512)
//!        +11.9 us      12 MiB  along model
//!       +330.6 us      12 MiB  along data
//!   not sharded: dim 1 of argument 2 (512)
//!        +11.9 us      12 MiB  along model
//!       +330.6 us      12 MiB  along data
//! what other amounts of memory would give, before propagation:
//!     25.5 us      11 MiB
//!     data: dim 0 of argument 0 (4096)
//!     model: dim 0 of argument 0 (4096)
//!     30.8 us    8.50 MiB
//!     data: dim 0 of argument 0 (4096)
//!     model: dim 1 of argument 1 (2048), dim 1 of argument 2 (512)
//!     38.7 us       7 MiB
//!     data: dim 0 of argument 0 (4096)
//!     model: dim 1 of argument 1 (2048), dim 0 of argument 0 (4096)
//# RUN 7
//! step 25.5 us (25.5 us work, 0.0 us communication), peak 11 MiB a device
//!   mesh <["data"=4, "model"=4]>
//!   data: dim 0 of argument 0 (4096)
//!   model: dim 0 of argument 0 (4096)
//! 0 constraints, 50 plans priced
//! as given: step 366.9 us, peak 10 MiB
//! what each decision would cost otherwise, before propagation (    25.5 us      11 MiB):
//!   data: dim 0 of argument 0 (4096)
//!        +59.9 us      20 MiB  not along data
//!   model: dim 0 of argument 0 (4096)
//!        +59.9 us      20 MiB  not along model
//!   not sharded: dim 1 of argument 1 (2048)
//!        +23.7 us       9 MiB  along data
//!       +343.9 us       7 MiB  along model
//!   not sharded: dim 1 of argument 0 (512)
//!        +11.9 us      12 MiB  along data
//!       +330.6 us      12 MiB  along model
//!   not sharded: dim 1 of argument 2 (512)
//!        +11.9 us      12 MiB  along data
//!       +330.6 us      12 MiB  along model
//! what other amounts of memory would give, before propagation:
//!     25.5 us      11 MiB
//!     data: dim 0 of argument 0 (4096)
//!     model: dim 0 of argument 0 (4096)
//!     36.2 us      10 MiB
//!     data: dim 1 of argument 1 (2048)
//!     model: dim 0 of argument 0 (4096)
//!     49.2 us       9 MiB
//!     data: dim 0 of argument 0 (4096), dim 1 of argument 1 (2048)
//!     model: dim 0 of argument 0 (4096)
//!    125.4 us    8.75 MiB
//!     data: dim 1 of argument 1 (2048), dim 1 of argument 2 (512)
//!     model: dim 0 of argument 0 (4096), dim 1 of argument 2 (512)
//!    196.1 us    8.50 MiB
//!     data: dim 0 of argument 0 (4096)
//!     model: dim 1 of argument 1 (2048), dim 1 of argument 2 (512)
//!    288.1 us    7.50 MiB
//!     data: dim 0 of argument 0 (4096), dim 1 of argument 1 (2048)
//!     model: dim 0 of argument 0 (4096), dim 1 of argument 1 (2048)
//!    369.4 us       7 MiB
//!     data: dim 0 of argument 0 (4096)
//!     model: dim 1 of argument 1 (2048), dim 0 of argument 0 (4096)
