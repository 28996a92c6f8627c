// Halos between replicas: no channels, since those would mean partitions, and
// replica_id tells a device its number.
// RUN: shardflow partition --check --replicas %s
// RUN: shardflow opt %s -sdy-resolve-permutation-factors=replica-count=2

sdy.mesh @line = <["i"=4]>

func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @line = <["i"=4]> {stablehlo.mesh = {axes = [{name = "i", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %c = stablehlo.constant dense<8> : tensor<2xi64>
//>     %c_0 = stablehlo.constant dense<0> : tensor<2xi64>
//>     %c_1 = stablehlo.constant dense<[-1, 1, 3, 5]> : tensor<4xi64>
//>     %0 = stablehlo.slice %arg0 [1:2] : (tensor<2xf32>) -> tensor<1xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
//>     %2 = stablehlo.concatenate %1, %arg0, dim = 0 : (tensor<1xf32>, tensor<2xf32>) -> tensor<3xf32>
//>     %3 = stablehlo.slice %2 [0:2] : (tensor<3xf32>) -> tensor<2xf32>
//>     %4 = stablehlo.replica_id : tensor<ui32>
//>     %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>     %6 = stablehlo.dynamic_slice %c_1, %5, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>     %8 = stablehlo.iota dim = 0 : tensor<2xi64>
//>     %9 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i64>) -> tensor<2xi64>
//>     %10 = stablehlo.add %8, %9 : tensor<2xi64>
//>     %11 = stablehlo.compare GE, %10, %c_0 : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
//>     %12 = stablehlo.compare LT, %10, %c : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
//>     %13 = stablehlo.and %11, %12 : tensor<2xi1>
//>     %14 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
//>     %15 = stablehlo.select %13, %3, %14 : tensor<2xi1>, tensor<2xf32>
//>     %16 = stablehlo.pad %15, %arg1, low = [0], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
//>     return %16 : tensor<2xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@line, [{"i"}]>, <@line, []>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg2: tensor<2xf32>, %arg3: tensor<f32>) {
//>       %1 = stablehlo.replica_id : tensor<ui32>
//>       %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>       %3 = "stablehlo.collective_permute"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : (tensor<2xf32>) -> tensor<2xf32>
//>       %c = stablehlo.constant dense<1> : tensor<i64>
//>       %4 = stablehlo.compare GE, %2, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>       %5 = stablehlo.broadcast_in_dim %arg3, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : (tensor<f32>) -> tensor<2xf32>
//>       %6 = stablehlo.select %4, %3, %5 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : tensor<i1>, tensor<2xf32>
//>       %7 = stablehlo.concatenate %6, %arg2, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
//>       %8 = stablehlo.pad %7, %arg3, low = [2], high = [2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
//>       %9 = stablehlo.replica_id : tensor<ui32>
//>       %10 = stablehlo.convert %9 : (tensor<ui32>) -> tensor<i64>
//>       %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>       %c_1 = stablehlo.constant dense<3> : tensor<i64>
//>       %11 = stablehlo.multiply %10, %c_0 : tensor<i64>
//>       %12 = stablehlo.add %11, %c_1 : tensor<i64>
//>       %c_2 = stablehlo.constant dense<0> : tensor<i64>
//>       %13 = stablehlo.maximum %12, %c_2 : tensor<i64>
//>       %14 = stablehlo.dynamic_slice %8, %13, sizes = [2] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : (tensor<8xf32>, tensor<i64>) -> tensor<2xf32>
//>       sdy.return %14 : tensor<2xf32>
//>     } : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//> }
