// What nothing fits is said, not passed over: a name that the program hasn't, a
// limit where nothing can be sharded, a price of what isn't propagated.
// RUN: shardflow comms %s --name nosuch
// RUN: shardflow comms %s --name "params['w']"
// RUN: shardflow comms %s --name block0/mul
// RUN: shardflow check -p %s --no-all-gather params/v --no-all-gather "params/*"
// RUN: shardflow check -p tests/files/export/constants.mlir --max-replicated 1KB
// RUN: shardflow cost --as-is %s --largest 0

sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("params['w']"), %arg1: tensor<64x64xf32> loc("batch")) -> tensor<64x64xf32> {
  %0 = stablehlo.multiply %arg1, %arg1 : tensor<64x64xf32> loc(#mul)
  %1 = stablehlo.add %0, %arg0 : tensor<64x64xf32> loc(#add)
  %2 = stablehlo.tanh %1 : tensor<64x64xf32> loc(#add)
  return %2 : tensor<64x64xf32>
}
#mul = loc("jit(f)/jvp(block0)/mul")
#add = loc("jit(f)/block1/add")

//# RUN 1
//! shardflow: comms: nothing in the program is called nosuch; there are params/w, batch, 0, block0/mul, 1, block1/add and 1 more; arguments and results by number are arg/0 to arg/1, res/0
// EXIT: 3
//# RUN 2
//> nothing is sent of params['w'], or for it
//# RUN 3
//> nothing is sent of block0/mul, or for it
//# RUN 4
//> --no-all-gather params/v: nothing in the program has this name; did you mean params/w?
//> 2 expectations, 0 tensors compared, 1 wrong
// EXIT: 1
//# RUN 5
//> --max-replicated 1000 B: the program has no mesh of several devices: nothing can be sharded
//> 1 expectation, 0 tensors compared, 1 wrong
// EXIT: 1
//# RUN 6
//> 2 devices, <["x"=2]>, lowered by XLA
//> memory of a device   56 KiB
//>   arguments          24 KiB
//>   results            16 KiB, of which 0 B reuse donated arguments
//>   temporaries        16 KiB at the peak
//>   the peak is at     block1/add (all_gather for stablehlo.add)
//> sent by a device     8 KiB
//>   1 x  all_gather  {"x"}  8 KiB  operand
//> work of a device     0 flops, 48 KiB of memory
//>   1 x  stablehlo.tanh  0 flops  48 KiB
//! warning: most of the program has no sharding; without --as-is, it is propagated first
