// RUN: shardflow partition -q -p --check %s
// RUN: shardflow partition -q -p --check --combine-bytes 16 %s
// RUN: shardflow partition -q -p --check --combine-gathers %s

// The gradients of two weights are summed by one all_reduce. The first weight
// is updated after it. The maximum has an all_reduce of its own, and so has the
// sum of a norm, on which the others depend. The all_gathers are combined only
// if asked for.

sdy.mesh @mesh = <["x"=4]>

func.func @main(
    %w: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
    %v: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
    %a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
        tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %norm = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %norms = stablehlo.broadcast_in_dim %norm, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %0 = stablehlo.divide %a, %norms : tensor<8x4xf32>
  %dw = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %dw : tensor<4xf32>
  %most = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.sine %b : tensor<8x2xf32>
  %dv = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x2xf32>, tensor<f32>) -> tensor<2xf32>
  %v1 = stablehlo.subtract %v, %dv : tensor<2xf32>
  return %w1, %v1, %most, %0, %1 : tensor<4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<8x4xf32>, tensor<8x2xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg3: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %0 = stablehlo.reduce(%arg2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %14 = stablehlo.add %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %14 : tensor<f32>
//>     }) : (tensor<f32>) -> tensor<f32>
//>     %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
//>     %3 = stablehlo.divide %arg2, %2 : tensor<2x4xf32>
//>     %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     %5 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     %6 = "stablehlo.all_reduce"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %14 = stablehlo.maximum %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %14 : tensor<f32>
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     %7 = stablehlo.sine %arg3 : tensor<2x2xf32>
//>     %8 = stablehlo.reduce(%7 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
//>     %9:2 = "stablehlo.all_reduce"(%4, %8) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %14 = stablehlo.add %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %14 : tensor<f32>
//>     }) : (tensor<4xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
//>     %10 = stablehlo.subtract %arg1, %9#1 : tensor<2xf32>
//>     %11 = "stablehlo.all_gather"(%3) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<8x4xf32>
//>     %12 = "stablehlo.all_gather"(%7) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<8x2xf32>
//>     %13 = stablehlo.subtract %arg0, %9#0 : tensor<4xf32>
//>     return %13, %10, %6, %11, %12 : tensor<4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<8x4xf32>, tensor<8x2xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg3: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %0 = stablehlo.reduce(%arg2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %15 = stablehlo.add %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %15 : tensor<f32>
//>     }) : (tensor<f32>) -> tensor<f32>
//>     %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
//>     %3 = stablehlo.divide %arg2, %2 : tensor<2x4xf32>
//>     %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     %5 = "stablehlo.all_reduce"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %15 = stablehlo.add %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %15 : tensor<f32>
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     %6 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     %7 = "stablehlo.all_reduce"(%6) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %15 = stablehlo.maximum %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %15 : tensor<f32>
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     %8 = stablehlo.sine %arg3 : tensor<2x2xf32>
//>     %9 = stablehlo.reduce(%8 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
//>     %10 = "stablehlo.all_reduce"(%9) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %15 = stablehlo.add %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %15 : tensor<f32>
//>     }) : (tensor<2xf32>) -> tensor<2xf32>
//>     %11 = stablehlo.subtract %arg1, %10 : tensor<2xf32>
//>     %12 = "stablehlo.all_gather"(%3) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<8x4xf32>
//>     %13 = "stablehlo.all_gather"(%8) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<8x2xf32>
//>     %14 = stablehlo.subtract %arg0, %5 : tensor<4xf32>
//>     return %14, %11, %7, %12, %13 : tensor<4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<8x4xf32>, tensor<8x2xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg3: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %0 = stablehlo.reduce(%arg2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %13 = stablehlo.add %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %13 : tensor<f32>
//>     }) : (tensor<f32>) -> tensor<f32>
//>     %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
//>     %3 = stablehlo.divide %arg2, %2 : tensor<2x4xf32>
//>     %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     %5 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     %6 = "stablehlo.all_reduce"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %13 = stablehlo.maximum %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %13 : tensor<f32>
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     %7 = stablehlo.sine %arg3 : tensor<2x2xf32>
//>     %8 = stablehlo.reduce(%7 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
//>     %9:2 = "stablehlo.all_reduce"(%4, %8) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %13 = stablehlo.add %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %13 : tensor<f32>
//>     }) : (tensor<4xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
//>     %10 = stablehlo.subtract %arg1, %9#1 : tensor<2xf32>
//>     %11:2 = "stablehlo.all_gather"(%3, %7) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2x4xf32>, tensor<2x2xf32>) -> (tensor<8x4xf32>, tensor<8x2xf32>)
//>     %12 = stablehlo.subtract %arg0, %9#0 : tensor<4xf32>
//>     return %12, %10, %6, %11#0, %11#1 : tensor<4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<8x4xf32>, tensor<8x2xf32>
//>   }
//> }
