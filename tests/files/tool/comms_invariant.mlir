// Loops in which the same value is gathered in each iteration: XLA gathers it
// once, before the outermost loop that doesn't change it.
// RUN: shardflow comms %s
// RUN: shardflow comms %s --name params/layers
// RUN: shardflow check %s --no-all-gather "params/layers"
// RUN: shardflow check %s --no-all-gather "params/none"
sdy.mesh @mesh = <["x"=4]>
func.func @main(
    %h: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("h"),
    %u: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc("params['carried']"),
    %v: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc("params['outside']"),
    %w: tensor<5x64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>} loc("params['layers']"),
    %z: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("params['none']"))
    -> tensor<64x64xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c5 = stablehlo.constant dense<5> : tensor<i32>
  %c7 = stablehlo.constant dense<7> : tensor<i32>
  %c16 = stablehlo.constant dense<16> : tensor<i32>
  %r:3 = stablehlo.while(%i = %c0, %a = %h, %b = %u) : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c7 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %i, %c1 : tensor<i32>
    %s:4 = stablehlo.while(%j = %c0, %d = %a, %e = %b, %f = %w) : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<5x64x16xf32>
    cond {
      %p = stablehlo.compare LT, %j, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %nextj = stablehlo.add %j, %c1 : tensor<i32>
      %e1 = sdy.sharding_constraint %e <@mesh, [{}, {}]> : tensor<64x64xf32>
      %v1 = sdy.sharding_constraint %v <@mesh, [{}, {}]> : tensor<64x32xf32>
      %layer = stablehlo.dynamic_slice %f, %j, %c0, %c0, sizes = [1, 64, 16] : (tensor<5x64x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x16xf32>
      %flat = stablehlo.reshape %layer : (tensor<1x64x16xf32>) -> tensor<64x16xf32>
      %g = sdy.sharding_constraint %flat <@mesh, [{}, {}]> : tensor<64x16xf32>
      %k = stablehlo.dot_general %d, %g, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
      %l = stablehlo.dot_general %d, %v1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
      %m = stablehlo.concatenate %k, %l, %k, dim = 1 : (tensor<64x16xf32>, tensor<64x32xf32>, tensor<64x16xf32>) -> tensor<64x64xf32>
      %n = stablehlo.dot_general %m, %e1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      stablehlo.return %nextj, %n, %e, %f : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<5x64x16xf32>
    }
    stablehlo.return %next, %s#1, %b : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
  }
  %out = stablehlo.add %r#1, %z : tensor<64x64xf32>
  return %out : tensor<64x64xf32>
}

//# RUN 1
//> #1     105 KiB  all_gather over {"x"}, groups of 4
//>                 stablehlo.reshape at comms_invariant.mlir:35 needs it in another sharding
//>                 35 times each, 3 KiB each time
//> #2      12 KiB  all_gather over {"x"}, groups of 4 of params/carried
//>                 asked for by params/carried
//> #3       6 KiB  all_gather over {"x"}, groups of 4 of params/outside
//>                 asked for by params/outside
//> in all 123 KiB that a device sends, by 3 collectives
//# RUN 2
//>    105 KiB  all_gather over {"x"}, groups of 4
//>             stablehlo.reshape at comms_invariant.mlir:35 needs it in another sharding
//>             35 times each, 3 KiB each time
//> in all 105 KiB that a device sends, by 1 collective
//# RUN 3
//> a tensor
//>   is gathered over {"x"}, 3 KiB from each device, for stablehlo.reshape at %s:35 (--no-all-gather params/layers)
//> 1 expectation, 3 tensors compared, 1 wrong
// EXIT: 1
//# RUN 4
//> 1 expectation, 3 tensors compared, 0 wrong
