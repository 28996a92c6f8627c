// RUN: shardflow partition -q --check %s
// RUN: shardflow partition -q --check --save-memory %s

// The weight doesn't change in the loop. It is gathered once, in front of it.
// To save memory, devices multiply the shards that they have, and sum the
// results in each trip, which sends less than gathering the weight there.

sdy.mesh @mesh = <["x"=4]>

func.func @main(
    %arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<6> : tensor<i32>
  %c_1 = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %c, %h = %arg1, %w = %arg0) : tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %2 = stablehlo.add %i, %c_1 : tensor<i32>
    stablehlo.return %2, %1, %w : tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>
  }
  return %0#1 : tensor<8x16xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %c_0 = stablehlo.constant dense<6> : tensor<i32>
//>     %c_1 = stablehlo.constant dense<1> : tensor<i32>
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<4x16xf32>) -> tensor<16x16xf32>
//>     %1:2 = stablehlo.while(%iterArg = %c, %iterArg_2 = %arg1) : tensor<i32>, tensor<2x16xf32>
//>     cond {
//>       %2 = stablehlo.compare LT, %iterArg, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %2 : tensor<i1>
//>     } do {
//>       %2 = stablehlo.add %iterArg, %c_1 : tensor<i32>
//>       %3 = stablehlo.dot_general %iterArg_2, %0, contracting_dims = [1] x [0] : (tensor<2x16xf32>, tensor<16x16xf32>) -> tensor<2x16xf32>
//>       stablehlo.return %2, %3 : tensor<i32>, tensor<2x16xf32>
//>     }
//>     return %1#1 : tensor<2x16xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %c_0 = stablehlo.constant dense<6> : tensor<i32>
//>     %c_1 = stablehlo.constant dense<1> : tensor<i32>
//>     %0:2 = stablehlo.while(%iterArg = %c, %iterArg_2 = %arg1) : tensor<i32>, tensor<2x16xf32>
//>     cond {
//>       %1 = stablehlo.compare LT, %iterArg, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %1 : tensor<i1>
//>     } do {
//>       %1 = stablehlo.add %iterArg, %c_1 : tensor<i32>
//>       %2 = "stablehlo.all_to_all"(%iterArg_2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<2x16xf32>) -> tensor<8x4xf32>
//>       %3 = stablehlo.dot_general %2, %arg0, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
//>       %4 = "stablehlo.reduce_scatter"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
//>       ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>         %5 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>         stablehlo.return %5 : tensor<f32>
//>       }) : (tensor<8x16xf32>) -> tensor<2x16xf32>
//>       stablehlo.return %1, %4 : tensor<i32>, tensor<2x16xf32>
//>     }
//>     return %0#1 : tensor<2x16xf32>
//>   }
//> }
