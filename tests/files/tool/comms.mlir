// What is sent, why, and how often.
// RUN: shardflow comms %s
// RUN: shardflow comms %s --format json
// RUN: shardflow comms %s --name "params/*"
// RUN: shardflow comms %s --set "x=P()" --set "params/w=P()"
// RUN: shardflow comms %s --top 1
// RUN: shardflow comms examples/gpt_train_step.mlir --top 4
// RUN: shardflow cost --propagate %s --set "x=P()" --set "params/w=P()"
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%0: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x"), %1: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>} loc("params['w']")) -> tensor<64x64xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<7> : tensor<i32>
  %2:2 = stablehlo.while(%i = %c, %h = %0) : tensor<i32>, tensor<64x64xf32>
  cond {
    %3 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %4 = stablehlo.add %i, %one : tensor<i32>
    %5 = stablehlo.dot_general %h, %1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> loc("jit(f)/while/body/layer/dot_general"("model.py":3:1))
    stablehlo.return %4, %5 : tensor<i32>, tensor<64x64xf32>
  } loc("jit(f)/while"("model.py":2:1))
  return %2#1 : tensor<64x64xf32>
}
