// A search for a program that has shardings: they stay, or are reconsidered.
// RUN: shardflow auto %s --topology h100 --steps 100 --explain
// RUN: shardflow auto %s --topology h100 --steps 100 --reconsider
// RUN: shardflow auto %s --topology h100 --steps 1 --reconsider -o /dev/null

sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func public @main(%w1: tensor<4096x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 0 : i32}, %x: tensor<8192x4096xf32>)
    -> (tensor<4096x16384xf32>, tensor<8192x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8192x4096xf32>, tensor<4096x16384xf32>) -> tensor<8192x16384xf32> loc("step/layer/dot")
  %c = sdy.sharding_constraint %h <@mesh, [{"data"}, {"model"}]> : tensor<8192x16384xf32>
  %t = sdy.manual_computation(%c) in_shardings=[<@mesh, [{"data"}, {}]>] out_shardings=[<@mesh, [{"data"}, {}]>] manual_axes={"data"} (%a: tensor<4096x16384xf32>) {
    %b = stablehlo.tanh %a : tensor<4096x16384xf32>
    sdy.return %b : tensor<4096x16384xf32>
  } : (tensor<8192x16384xf32>) -> tensor<8192x16384xf32>
  %g1 = stablehlo.dot_general %x, %t, contracting_dims = [0] x [0] : (tensor<8192x4096xf32>, tensor<8192x16384xf32>) -> tensor<4096x16384xf32>
  %n1 = stablehlo.subtract %w1, %g1 : tensor<4096x16384xf32>
  return %n1, %t : tensor<4096x16384xf32>, tensor<8192x16384xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["data"=2, "model"=4]>
//>   func.func public @main(%arg0: tensor<4096x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<8192x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}) -> (tensor<4096x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<8192x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) {
//>     %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0] : (tensor<8192x4096xf32>, tensor<4096x16384xf32>) -> tensor<8192x16384xf32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"model"}]> : tensor<8192x16384xf32>
//>     %2 = sdy.sharding_constraint %1 <@mesh, [{"data"}, {"model"}]> : tensor<8192x16384xf32>
//>     %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{"data"}, {}]>] out_shardings=[<@mesh, [{"data"}, {}]>] manual_axes={"data"} (%arg2: tensor<4096x16384xf32>) {
//>       %7 = stablehlo.tanh %arg2 : tensor<4096x16384xf32>
//>       %8 = sdy.sharding_constraint %7 <@mesh, [{}, {"model"}]> : tensor<4096x16384xf32>
//>       sdy.return %8 : tensor<4096x16384xf32>
//>     } : (tensor<8192x16384xf32>) -> tensor<8192x16384xf32>
//>     %4 = stablehlo.dot_general %arg1, %3, contracting_dims = [0] x [0] : (tensor<8192x4096xf32>, tensor<8192x16384xf32>) -> tensor<4096x16384xf32>
//>     %5 = sdy.sharding_constraint %4 <@mesh, [{"data"}, {"model"}]> : tensor<4096x16384xf32>
//>     %6 = stablehlo.subtract %arg0, %5 : tensor<4096x16384xf32>
//>     return %6, %3 : tensor<4096x16384xf32>, tensor<8192x16384xf32>
//>   }
//> }
//! step 2.999 ms (1.094 work, 1.905 communication), peak 1.141 GB a device
//!   mesh <["data"=2, "model"=4]>
//!   data: dim 0 of argument 0 (4096)
//!   model: dim 1 of argument 0 (16384)
//! 3 constraints, 100 plans priced
//! what each decision would cost otherwise, before propagation (     3.455 ms     1.141 GB):
//!   data: dim 0 of argument 0 (4096)
//!         +4.951 ms     1.242 GB  along model instead
//!         +6.996 ms     1.544 GB  not along data
//!   data: whether parameters are whole
//!         +0.000 ms     1.141 GB  parameters are whole
//!   model: dim 1 of argument 0 (16384)
//!         +2.182 ms     1.409 GB  not along model
//!         +2.206 ms     1.141 GB  along data instead
//!   model: whether parameters are whole
//!         +0.000 ms     1.141 GB  parameters are whole
//!   not sharded: dim 0 of argument 1 (8192)
//!         +0.000 ms     1.141 GB  along data
//!         +0.121 ms     1.158 GB  along model
//! what other amounts of memory would give, before propagation:
//!      3.455 ms     1.141 GB
//!     data: dim 0 of argument 0 (4096)
//!     model: dim 1 of argument 0 (16384)
//!      3.785 ms     1.091 GB
//!     data: dim 0 of argument 0 (4096)
//!     model: dim 0 of argument 1 (8192), dim 1 of argument 0 (16384)
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["data"=2, "model"=4]>
//>   func.func public @main(%arg0: tensor<4096x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<8192x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) -> (tensor<4096x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<8192x16384xf32>) {
//>     %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0] : (tensor<8192x4096xf32>, tensor<4096x16384xf32>) -> tensor<8192x16384xf32>
//>     %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"data"}, {}]>] out_shardings=[<@mesh, [{"data"}, {}]>] manual_axes={"data"} (%arg2: tensor<4096x16384xf32>) {
//>       %4 = stablehlo.tanh %arg2 : tensor<4096x16384xf32>
//>       sdy.return %4 : tensor<4096x16384xf32>
//>     } : (tensor<8192x16384xf32>) -> tensor<8192x16384xf32>
//>     %2 = stablehlo.dot_general %arg1, %1, contracting_dims = [0] x [0] : (tensor<8192x4096xf32>, tensor<8192x16384xf32>) -> tensor<4096x16384xf32>
//>     %3 = stablehlo.subtract %arg0, %2 : tensor<4096x16384xf32>
//>     return %3, %1 : tensor<4096x16384xf32>, tensor<8192x16384xf32>
//>   }
//> }
//! step 2.135 ms (1.065 work, 1.070 communication), peak 0.856 GB a device
//!   mesh <["data"=2, "model"=4]>
//!   data: dim 0 of argument 1 (8192), dim 1 of argument 0 (16384)
//!   model: dim 0 of argument 0 (4096)
//! 0 constraints, 100 plans priced
//# RUN 3
//! step 3.768 ms (1.791 work, 1.977 communication), peak 1.141 GB a device
//!   mesh <["data"=2, "model"=4]>
//! 0 constraints, 1 plan priced
//! the program's own shardings are better than all plans
