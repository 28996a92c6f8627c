// RUN: shardflow opt %s -xla-post-order
// RUN: shardflow propagate -q --compat=jaxlib-0.12 %s
// RUN: shardflow propagate -q --jax %s
// Two products disagree about %c: the one whose result is returned first wins
// in XLA, the one that stands first without --jax. %dead goes.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %c: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %dead = stablehlo.sine %c : tensor<8x8xf32>
  %u = stablehlo.multiply %c, %a : tensor<8x8xf32>
  %v = stablehlo.multiply %c, %b : tensor<8x8xf32>
  return %v, %u : tensor<8x8xf32>, tensor<8x8xf32>
}

// What a region uses counts as an operand after the others; what has effects is
// kept, and comes first.
func.func @regions(%x: tensor<8xf32>, %n: tensor<i32>) -> tensor<8xf32> {
  %0 = stablehlo.sine %x : tensor<8xf32>
  %1 = stablehlo.cosine %x : tensor<8xf32>
  %2 = stablehlo.tanh %x : tensor<8xf32>
  sdy.sharding_group %2 group_id=0 : tensor<8xf32>
  %3 = "stablehlo.case"(%n) ({
    %4 = stablehlo.negate %1 : tensor<8xf32>
    stablehlo.return %4 : tensor<8xf32>
  }, {
    %unused = stablehlo.abs %x : tensor<8xf32>
    %5 = stablehlo.add %0, %1 : tensor<8xf32>
    stablehlo.return %5 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}
