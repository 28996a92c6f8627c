// RUN: shardflow partition -q -p --check --combine-bytes 24 %s

// Updates of weights are moved behind later sums so that these can be combined, but
// at most 24 bytes may wait. A gradient has 16, so each update comes before the next
// sum, except that the last two are not followed by one that could wait.

sdy.mesh @mesh = <["x"=4]>

func.func @main(
    %w: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
    %a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.sine %a : tensor<8x4xf32>
  %d0 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %w0 = stablehlo.subtract %w, %d0 : tensor<4xf32>
  %1 = stablehlo.sine %0 : tensor<8x4xf32>
  %d1 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %d1 : tensor<4xf32>
  %2 = stablehlo.sine %1 : tensor<8x4xf32>
  %d2 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %w2 = stablehlo.subtract %w, %d2 : tensor<4xf32>
  %3 = stablehlo.sine %2 : tensor<8x4xf32>
  %d3 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %w3 = stablehlo.subtract %w, %d3 : tensor<4xf32>
  return %w0, %w1, %w2, %w3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.sine %arg1 : tensor<2x4xf32>
//>     %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %16 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>       stablehlo.return %16 : tensor<f32>
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     %3 = stablehlo.sine %0 : tensor<2x4xf32>
//>     %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     %5 = stablehlo.subtract %arg0, %2 : tensor<4xf32>
//>     %6 = "stablehlo.all_reduce"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %16 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>       stablehlo.return %16 : tensor<f32>
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     %7 = stablehlo.sine %3 : tensor<2x4xf32>
//>     %8 = stablehlo.reduce(%7 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     %9 = stablehlo.subtract %arg0, %6 : tensor<4xf32>
//>     %10 = "stablehlo.all_reduce"(%8) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %16 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>       stablehlo.return %16 : tensor<f32>
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     %11 = stablehlo.sine %7 : tensor<2x4xf32>
//>     %12 = stablehlo.reduce(%11 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     %13 = "stablehlo.all_reduce"(%12) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %16 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>       stablehlo.return %16 : tensor<f32>
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     %14 = stablehlo.subtract %arg0, %13 : tensor<4xf32>
//>     %15 = stablehlo.subtract %arg0, %10 : tensor<4xf32>
//>     return %5, %9, %15, %14 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
//>   }
//> }
