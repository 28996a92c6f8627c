// For large matrices, computing twice as much takes longer than the all_reduce.
// RUN: shardflow partition --propagate -q --check --always-gather %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func public @main(%arg0: tensor<4096x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                       %arg1: tensor<16384x65536xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<4096x65536xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4096x16384xf32>, tensor<16384x65536xf32>) -> tensor<4096x65536xf32>
  return %0 : tensor<4096x65536xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
//>   func.func public @main(%arg0: tensor<1024x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<16384x65536xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<1024x65536xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = stablehlo.partition_id : tensor<ui32>
//>     %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 8192, 0, 8192, 0, 8192, 0, 8192]> : tensor<8xi64>
//>     %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>     %4 = stablehlo.dynamic_slice %arg1, %3, %c_0, sizes = [8192, 65536] : (tensor<16384x65536xf32>, tensor<i64>, tensor<i64>) -> tensor<8192x65536xf32>
//>     %5 = stablehlo.dot_general %arg0, %4, contracting_dims = [1] x [0] : (tensor<1024x8192xf32>, tensor<8192x65536xf32>) -> tensor<1024x65536xf32>
//>     %6 = "stablehlo.all_reduce"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %7 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>       stablehlo.return %7 : tensor<f32>
//>     }) : (tensor<1024x65536xf32>) -> tensor<1024x65536xf32>
//>     return %6 : tensor<1024x65536xf32>
//>   }
//> }
