// RUN: shardflow partition -q --check %s

// A part that begins at an unknown place is cut out of a sharded dimension. In
// the loop, the tensor is gathered once, in front of it. Outside, devices
// exchange shards of the other dimension, so that only the part is gathered.

sdy.mesh @mesh = <["x"=4]>

func.func @main(
    %arg0: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %arg1: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %arg2: tensor<i32>)
    -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
        tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<6> : tensor<i32>
  %c_1 = stablehlo.constant dense<1> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<16x8xf32>
  %0:3 = stablehlo.while(%i = %c, %sum = %zeros, %w = %arg0) : tensor<i32>, tensor<16x8xf32>, tensor<32x8xf32>
  cond {
    %2 = stablehlo.compare LT, %i, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.dynamic_slice %w, %i, %c, sizes = [16, 8] : (tensor<32x8xf32>, tensor<i32>, tensor<i32>) -> tensor<16x8xf32>
    %3 = stablehlo.add %sum, %2 : tensor<16x8xf32>
    %4 = stablehlo.add %i, %c_1 : tensor<i32>
    stablehlo.return %4, %3, %w : tensor<i32>, tensor<16x8xf32>, tensor<32x8xf32>
  }
  %1 = stablehlo.dynamic_slice %arg1, %arg2, %c, sizes = [16, 8] : (tensor<32x8xf32>, tensor<i32>, tensor<i32>) -> tensor<16x8xf32>
  return %0#1, %1 : tensor<16x8xf32>, tensor<16x8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<i32>) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<16x8xf32>
//>     %c_0 = stablehlo.constant dense<6> : tensor<i32>
//>     %c_1 = stablehlo.constant dense<1> : tensor<i32>
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<8x8xf32>) -> tensor<32x8xf32>
//>     %1:2 = stablehlo.while(%iterArg = %c, %iterArg_2 = %cst) : tensor<i32>, tensor<16x8xf32>
//>     cond {
//>       %5 = stablehlo.compare LT, %iterArg, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %5 : tensor<i1>
//>     } do {
//>       %5 = stablehlo.add %iterArg, %c_1 : tensor<i32>
//>       %6 = stablehlo.dynamic_slice %0, %iterArg, %c, sizes = [16, 8] : (tensor<32x8xf32>, tensor<i32>, tensor<i32>) -> tensor<16x8xf32>
//>       %7 = stablehlo.add %iterArg_2, %6 : tensor<16x8xf32>
//>       stablehlo.return %5, %7 : tensor<i32>, tensor<16x8xf32>
//>     }
//>     %2 = "stablehlo.all_to_all"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<8x8xf32>) -> tensor<32x2xf32>
//>     %3 = stablehlo.dynamic_slice %2, %arg2, %c, sizes = [16, 2] : (tensor<32x2xf32>, tensor<i32>, tensor<i32>) -> tensor<16x2xf32>
//>     %4 = "stablehlo.all_gather"(%3) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<16x2xf32>) -> tensor<16x8xf32>
//>     return %1#1, %4 : tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//> }
