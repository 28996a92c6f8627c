// Shardings that are found: of a perceptron with one step of its training, with
// room and without.
// RUN: shardflow auto %s --mesh '<["data"=2,"model"=4]>' --topology h100 --steps 200 -q
// RUN: shardflow auto %s --mesh '<["data"=2,"model"=4]>' --topology h100 --steps 200 --memory 700MB --explain -o /dev/null
// RUN: shardflow auto %s --mesh '<["data"=2,"model"=4]>' --topology h100 --steps 100 --memory 1MB -o /dev/null
// RUN: shardflow auto %s --topology h100
// RUN: shardflow auto %s --topology h100:1x4 --mesh auto:4 --steps 90 -o /dev/null
// RUN: shardflow auto %s --topology h100 --mesh auto:x
// RUN: shardflow auto %s --mesh '<["data"=2]>'
// RUN: shardflow auto %s --mesh '<["data"=2' --topology h100
// RUN: shardflow auto %s --mesh '<["data"=2]>' --topology abacus
// RUN: shardflow auto %s --mesh '<["data"=2]>' --topology h100 --memory much
func.func public @main(%w1: tensor<4096x16384xf32> {tf.aliasing_output = 0 : i32}, %w2: tensor<16384x4096xf32> {tf.aliasing_output = 1 : i32}, %x: tensor<8192x4096xf32>, %y: tensor<8192x4096xf32>) -> (tensor<4096x16384xf32>, tensor<16384x4096xf32>) {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8192x4096xf32>, tensor<4096x16384xf32>) -> tensor<8192x16384xf32>
  %t = stablehlo.tanh %h : tensor<8192x16384xf32>
  %o = stablehlo.dot_general %t, %w2, contracting_dims = [1] x [0] : (tensor<8192x16384xf32>, tensor<16384x4096xf32>) -> tensor<8192x4096xf32>
  %e = stablehlo.subtract %o, %y : tensor<8192x4096xf32>
  %g2 = stablehlo.dot_general %t, %e, contracting_dims = [0] x [0] : (tensor<8192x16384xf32>, tensor<8192x4096xf32>) -> tensor<16384x4096xf32>
  %gt = stablehlo.dot_general %e, %w2, contracting_dims = [1] x [1] : (tensor<8192x4096xf32>, tensor<16384x4096xf32>) -> tensor<8192x16384xf32>
  %gh = stablehlo.multiply %gt, %t : tensor<8192x16384xf32>
  %g1 = stablehlo.dot_general %x, %gh, contracting_dims = [0] x [0] : (tensor<8192x4096xf32>, tensor<8192x16384xf32>) -> tensor<4096x16384xf32>
  %n1 = stablehlo.subtract %w1, %g1 : tensor<4096x16384xf32>
  %n2 = stablehlo.subtract %w2, %g2 : tensor<16384x4096xf32>
  return %n1, %n2 : tensor<4096x16384xf32>, tensor<16384x4096xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["data"=2, "model"=4]>
//>   func.func public @main(%arg0: tensor<4096x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data", "model"}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<16384x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<8192x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg3: tensor<8192x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data", "model"}]>}) -> (tensor<4096x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data", "model"}]>}, tensor<16384x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}]>}) {
//>     %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0] : (tensor<8192x4096xf32>, tensor<4096x16384xf32>) -> tensor<8192x16384xf32>
//>     %1 = stablehlo.tanh %0 : tensor<8192x16384xf32>
//>     %2 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0] : (tensor<8192x16384xf32>, tensor<16384x4096xf32>) -> tensor<8192x4096xf32>
//>     %3 = stablehlo.subtract %2, %arg3 : tensor<8192x4096xf32>
//>     %4 = stablehlo.dot_general %1, %3, contracting_dims = [0] x [0] : (tensor<8192x16384xf32>, tensor<8192x4096xf32>) -> tensor<16384x4096xf32>
//>     %5 = stablehlo.dot_general %3, %arg1, contracting_dims = [1] x [1] : (tensor<8192x4096xf32>, tensor<16384x4096xf32>) -> tensor<8192x16384xf32>
//>     %6 = stablehlo.multiply %5, %1 : tensor<8192x16384xf32>
//>     %7 = stablehlo.dot_general %arg2, %6, contracting_dims = [0] x [0] : (tensor<8192x4096xf32>, tensor<8192x16384xf32>) -> tensor<4096x16384xf32>
//>     %8 = stablehlo.subtract %arg0, %7 : tensor<4096x16384xf32>
//>     %9 = stablehlo.subtract %arg1, %4 : tensor<16384x4096xf32>
//>     return %8, %9 : tensor<4096x16384xf32>, tensor<16384x4096xf32>
//>   }
//> }
//# RUN 2
//! step 2.782 ms (2.234 ms work, 548.0 us communication), peak 528.00 MiB a device
//!   mesh <["data"=2, "model"=4]>
//!   data: dim 1 of argument 0 (16384), dim 1 of argument 1 (4096)
//!   model: dim 1 of argument 0 (16384), dim 1 of argument 1 (4096)
//! 0 constraints, 200 plans priced
//! as given: step 17.869 ms, peak 2.13 GiB
//! what each decision would cost otherwise, before propagation (   2.782 ms  528.00 MiB):
//!   data: dim 1 of argument 0 (16384)
//!       +979.3 us  688.00 MiB  not along data: doesn't fit
//!   data: dim 1 of argument 1 (4096)
//!        +50.1 us  544.00 MiB  not along data
//!   data: whether parameters are whole
//!      +10.654 ms    1.20 GiB  parameters are whole: doesn't fit
//!   model: dim 1 of argument 0 (16384)
//!       +5.461 ms    1.05 GiB  not along model: doesn't fit
//!   model: dim 1 of argument 1 (4096)
//!       +121.6 us  576.00 MiB  not along model
//!   model: whether parameters are whole
//!      +10.188 ms    1.33 GiB  parameters are whole: doesn't fit
//!   not sharded: dim 0 of argument 2 (8192)
//!       +156.1 us  592.00 MiB  along data
//!       +232.7 us  560.00 MiB  along model
//!   not sharded: dim 0 of argument 0 (4096)
//!       +156.1 us  592.00 MiB  along data
//!       +232.7 us  560.00 MiB  along model
//! what other amounts of memory would give, before propagation:
//!    2.782 ms  528.00 MiB
//!     data: dim 1 of argument 0 (16384), dim 1 of argument 1 (4096)
//!     model: dim 1 of argument 0 (16384), dim 1 of argument 1 (4096)
//!    2.795 ms  400.00 MiB
//!     data: dim 0 of argument 2 (8192), dim 0 of argument 0 (4096), dim 1 of argument 1 (4096)
//!     model: dim 1 of argument 0 (16384), dim 1 of argument 1 (4096)
//# RUN 3
//! step 2.795 ms (2.234 ms work, 561.0 us communication), peak 400.00 MiB a device: DOES NOT FIT, the smallest peak that was found
//!   mesh <["data"=2, "model"=4]>
//!   data: dim 0 of argument 2 (8192), dim 0 of argument 0 (4096), dim 1 of argument 1 (4096)
//!   model: dim 1 of argument 0 (16384), dim 1 of argument 1 (4096)
//! 0 constraints, 100 plans priced
//! as given: step 17.869 ms, peak 2.13 GiB
// EXIT: 1
//# RUN 4
//! error: auto: the program has no mesh, and none was given
// EXIT: 3
//# RUN 5
//! step 4.933 ms (4.467 ms work, 465.4 us communication), peak 736.00 MiB a device
//!   mesh <["data"=4]>
//!   data: dim 1 of argument 0 (16384), dim 1 of argument 1 (4096)
//! 0 constraints, 90 plans priced
//! as given: step 17.869 ms, peak 2.13 GiB
//# RUN 6
//! shardflow: auto: --mesh: 'auto:x': the number of devices has to be between 2 and 1048576
//! Run with --help for more.
// EXIT: 2
//# RUN 7
//! shardflow: auto: --topology is needed
//! Run with --help for more.
// EXIT: 2
//# RUN 8
//! error: mesh: expected ']' to end the axes of the mesh
// EXIT: 3
//# RUN 9
//! error: topology: expected h100, v5e, v5e_grid or v5p, or with a shape h100:2x8, v5e:4x4, v5p:2x2x4, not 'abacus'
// EXIT: 3
//# RUN 10
//! shardflow: auto: --memory: 'much' is not a size such as 1MiB
//! Run with --help for more.
// EXIT: 2
