// What becomes of ops about which only the rule is known.
// RUN: shardflow partition -q --check --rules tests/files/partition/own.rules %s

sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %c: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // Partial sums are added up.
  %0 = "my.matmul"(%a, %b) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.custom_call @sum(%b) : (tensor<4x4xf32>) -> tensor<4xf32>
  // Padding could hold anything, so an uneven reduced dimension is gathered.
  %2 = stablehlo.slice %a [0:4, 0:3] : (tensor<4x4xf32>) -> tensor<4x3xf32>
  %3 = stablehlo.slice %b [0:3, 0:4] : (tensor<4x4xf32>) -> tensor<3x4xf32>
  %4 = "my.matmul"(%2, %3) : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.custom_call @sum(%3) : (tensor<3x4xf32>) -> tensor<4xf32>
  // The whole dimension is gathered.
  %6 = "my.flip"(%c) : (tensor<4xf32>) -> tensor<4xf32>
  %7 = "my.sort"(%c) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %4, %1, %5, %6, %7 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
//>     %0 = "my.matmul"(%arg0, %arg1) : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
//>     %1 = stablehlo.slice %arg0 [0:4, 0:2] : (tensor<4x2xf32>) -> tensor<4x2xf32>
//>     %2 = stablehlo.slice %arg1 [0:2, 0:4] : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>     %3 = "stablehlo.all_gather"(%1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
//>     %4 = stablehlo.slice %3 [0:4, 0:3] : (tensor<4x4xf32>) -> tensor<4x3xf32>
//>     %5 = "stablehlo.all_gather"(%2) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
//>     %6 = stablehlo.slice %5 [0:3, 0:4] : (tensor<4x4xf32>) -> tensor<3x4xf32>
//>     %7 = "my.matmul"(%4, %6) : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
//>     %8 = stablehlo.custom_call @sum(%arg1) : (tensor<2x4xf32>) -> tensor<4xf32>
//>     %9:2 = "stablehlo.all_reduce"(%0, %8) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %24 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %24 : tensor<f32>
//>     }) : (tensor<4x4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
//>     %10 = stablehlo.custom_call @sum(%6) : (tensor<3x4xf32>) -> tensor<4xf32>
//>     %11 = "stablehlo.all_gather"(%arg2) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
//>     %12 = "my.flip"(%11) : (tensor<4xf32>) -> tensor<4xf32>
//>     %13 = stablehlo.partition_id : tensor<ui32>
//>     %14 = stablehlo.convert %13 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
//>     %15 = stablehlo.dynamic_slice %c, %14, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>     %16 = stablehlo.reshape %15 : (tensor<1xi64>) -> tensor<i64>
//>     %17 = stablehlo.dynamic_slice %12, %16, sizes = [2] : (tensor<4xf32>, tensor<i64>) -> tensor<2xf32>
//>     %18 = "my.sort"(%11) : (tensor<4xf32>) -> tensor<4xf32>
//>     %19 = stablehlo.partition_id : tensor<ui32>
//>     %20 = stablehlo.convert %19 : (tensor<ui32>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
//>     %21 = stablehlo.dynamic_slice %c_0, %20, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>     %22 = stablehlo.reshape %21 : (tensor<1xi64>) -> tensor<i64>
//>     %23 = stablehlo.dynamic_slice %18, %22, sizes = [2] : (tensor<4xf32>, tensor<i64>) -> tensor<2xf32>
//>     return %9#0, %7, %9#1, %10, %17, %23 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xf32>
//>   }
//> }
