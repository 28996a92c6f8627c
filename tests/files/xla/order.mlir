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

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg2: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     %0 = stablehlo.multiply %arg2, %arg1 : tensor<8x8xf32>
//>     %1 = stablehlo.multiply %arg2, %arg0 : tensor<8x8xf32>
//>     return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func @regions(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
//>     %0 = stablehlo.tanh %arg0 : tensor<8xf32>
//>     sdy.sharding_group %0 group_id=0 : tensor<8xf32>
//>     %1 = stablehlo.cosine %arg0 : tensor<8xf32>
//>     %2 = stablehlo.sine %arg0 : tensor<8xf32>
//>     %3 = "stablehlo.case"(%arg1) ({
//>       %4 = stablehlo.negate %1 : tensor<8xf32>
//>       stablehlo.return %4 : tensor<8xf32>
//>     }, {
//>       %4 = stablehlo.add %2, %1 : tensor<8xf32>
//>       stablehlo.return %4 : tensor<8xf32>
//>     }) : (tensor<i32>) -> tensor<8xf32>
//>     return %3 : tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @regions(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
//>     %0 = stablehlo.sine %arg0 : tensor<8xf32>
//>     %1 = stablehlo.cosine %arg0 : tensor<8xf32>
//>     %2 = "stablehlo.case"(%arg1) ({
//>       %3 = stablehlo.negate %1 : tensor<8xf32>
//>       stablehlo.return %3 : tensor<8xf32>
//>     }, {
//>       %3 = stablehlo.add %0, %1 : tensor<8xf32>
//>       stablehlo.return %3 : tensor<8xf32>
//>     }) : (tensor<i32>) -> tensor<8xf32>
//>     return %2 : tensor<8xf32>
//>   }
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = stablehlo.multiply %arg2, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
//>     %1 = stablehlo.multiply %arg2, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
//>     return %1, %0 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @regions(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
//>     %0 = stablehlo.cosine %arg0 : tensor<8xf32>
//>     %1 = stablehlo.sine %arg0 : tensor<8xf32>
//>     %2 = "stablehlo.case"(%arg1) ({
//>       %3 = stablehlo.negate %0 : tensor<8xf32>
//>       stablehlo.return %3 : tensor<8xf32>
//>     }, {
//>       %3 = stablehlo.add %1, %0 : tensor<8xf32>
//>       stablehlo.return %3 : tensor<8xf32>
//>     }) : (tensor<i32>) -> tensor<8xf32>
//>     return %2 : tensor<8xf32>
//>   }
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
//>     %0 = stablehlo.multiply %arg2, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x8xf32>
//>     %1 = stablehlo.multiply %arg2, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x8xf32>
//>     return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//> }
