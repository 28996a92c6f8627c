// Reductions along a sharded dimension that begin with a value of their own.
// Each device begins with the neutral element, and the value is combined with
// the result. If devices began with the value, XLA's CPU compiler would drop it,
// because a shard has a single row.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @mesh = <["x"=4]>

func.func public @main(%arg0: tensor<4x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %arg1: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %arg2: tensor<4x3xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %arg3: tensor<i32>)
    -> (tensor<3xi32>, tensor<3xi32>, tensor<3xf32>, tensor<3xi1>, tensor<3xf32>) {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0 = stablehlo.reduce(%arg0 init: %five) applies stablehlo.minimum across dimensions = [0] : (tensor<4x3xi32>, tensor<i32>) -> tensor<3xi32>
  // The value isn't known.
  %1 = stablehlo.reduce(%arg0 init: %arg3) applies stablehlo.maximum across dimensions = [0] : (tensor<4x3xi32>, tensor<i32>) -> tensor<3xi32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %2 = stablehlo.reduce(%arg1 init: %two) applies stablehlo.maximum across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  // Of booleans, false is the smallest.
  %true = stablehlo.constant dense<true> : tensor<i1>
  %3 = stablehlo.reduce(%arg2 init: %true) applies stablehlo.maximum across dimensions = [0] : (tensor<4x3xi1>, tensor<i1>) -> tensor<3xi1>
  // Neutral already.
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %4 = stablehlo.reduce(%arg1 init: %high) applies stablehlo.minimum across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0, %1, %2, %3, %4 : tensor<3xi32>, tensor<3xi32>, tensor<3xf32>, tensor<3xi1>, tensor<3xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]>
//>   func.func public @main(%arg0: tensor<1x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<1x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<1x3xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg3: tensor<i32>) -> (tensor<3xi32>, tensor<3xi32>, tensor<3xf32>, tensor<3xi1>, tensor<3xf32>) {
//>     %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
//>     %c = stablehlo.constant dense<false> : tensor<i1>
//>     %c_0 = stablehlo.constant dense<true> : tensor<i1>
//>     %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
//>     %c_3 = stablehlo.constant dense<-2147483648> : tensor<i32>
//>     %c_4 = stablehlo.constant dense<5> : tensor<i32>
//>     %c_5 = stablehlo.constant dense<2147483647> : tensor<i32>
//>     %0 = stablehlo.reduce(%arg0 init: %c_5) applies stablehlo.minimum across dimensions = [0] : (tensor<1x3xi32>, tensor<i32>) -> tensor<3xi32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<i32>, %arg5: tensor<i32>):
//>       %18 = stablehlo.minimum %arg4, %arg5 : tensor<i32>
//>       stablehlo.return %18 : tensor<i32>
//>     }) : (tensor<3xi32>) -> tensor<3xi32>
//>     %2 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<3xi32>
//>     %3 = stablehlo.minimum %1, %2 : tensor<3xi32>
//>     %4 = stablehlo.reduce(%arg0 init: %c_3) applies stablehlo.maximum across dimensions = [0] : (tensor<1x3xi32>, tensor<i32>) -> tensor<3xi32>
//>     %5 = "stablehlo.all_reduce"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<i32>, %arg5: tensor<i32>):
//>       %18 = stablehlo.maximum %arg4, %arg5 : tensor<i32>
//>       stablehlo.return %18 : tensor<i32>
//>     }) : (tensor<3xi32>) -> tensor<3xi32>
//>     %6 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<i32>) -> tensor<3xi32>
//>     %7 = stablehlo.maximum %5, %6 : tensor<3xi32>
//>     %8 = stablehlo.reduce(%arg1 init: %cst_1) applies stablehlo.maximum across dimensions = [0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<3xf32>
//>     %9 = "stablehlo.all_reduce"(%8) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %18 = stablehlo.maximum %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %18 : tensor<f32>
//>     }) : (tensor<3xf32>) -> tensor<3xf32>
//>     %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3xf32>
//>     %11 = stablehlo.maximum %9, %10 : tensor<3xf32>
//>     %12 = stablehlo.reduce(%arg2 init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<1x3xi1>, tensor<i1>) -> tensor<3xi1>
//>     %13 = "stablehlo.all_reduce"(%12) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<i1>, %arg5: tensor<i1>):
//>       %18 = stablehlo.maximum %arg4, %arg5 : tensor<i1>
//>       stablehlo.return %18 : tensor<i1>
//>     }) : (tensor<3xi1>) -> tensor<3xi1>
//>     %14 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<3xi1>
//>     %15 = stablehlo.maximum %13, %14 : tensor<3xi1>
//>     %16 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.minimum across dimensions = [0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<3xf32>
//>     %17 = "stablehlo.all_reduce"(%16) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//>       %18 = stablehlo.minimum %arg4, %arg5 : tensor<f32>
//>       stablehlo.return %18 : tensor<f32>
//>     }) : (tensor<3xf32>) -> tensor<3xf32>
//>     return %3, %7, %11, %15, %17 : tensor<3xi32>, tensor<3xi32>, tensor<3xf32>, tensor<3xi1>, tensor<3xf32>
//>   }
//> }
