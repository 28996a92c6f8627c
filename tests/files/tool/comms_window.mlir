// A cumulative sum along a sharded dimension needs everything before it, so XLA
// gathers the tensor. A window that reaches over three shards doesn't: the
// shards come one by one.
// RUN: shardflow comms %s
sdy.mesh @mesh = <["x"=4]>
func.func @main(
    %x: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<64x8xf32>, tensor<64x8xf32>) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %c) <{padding = dense<[[63, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 64, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  %1 = "stablehlo.reduce_window"(%x, %c) <{padding = dense<[[39, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 40, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  return %0, %1 : tensor<64x8xf32>, tensor<64x8xf32>
}

//> #1    1.50 KiB  all_gather over {"x"}, groups of 4
//>                 stablehlo.reduce_window at comms_window.mlir:10 needs it in another sharding
//> #2       1 KiB  collective_permute over {"x"}, groups of 4
//>                 stablehlo.reduce_window at comms_window.mlir:15 needs it in another sharding
//>                 2 of them, 512 B each time
//> #3       224 B  collective_permute over {"x"}, groups of 4
//>                 stablehlo.reduce_window at comms_window.mlir:15 needs it in another sharding
//> in all 2.72 KiB that a device sends, by 4 collectives
