// Without halos, a pad that only shifts is computed on the whole dimension, as are
// slices; and devices are replicas.
// RUN: shardflow opt %s '-sdy-per-instruction-partitioning=filter=pad,slice enable-halo-exchange=false'
// RUN: shardflow opt %s '-sdy-per-instruction-partitioning=filter=pad replica-count=2'

sdy.mesh @line = <["i"=2]>

func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.slice %0 [1:7] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @line = <["i"=2]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@line, [{"i"}]>, <@line, []>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg2: tensor<4xf32>, %arg3: tensor<f32>) {
//>       %2 = "stablehlo.all_gather"(%arg2) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
//>       %3 = stablehlo.pad %2, %arg3, low = [1], high = [-1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
//>       %4 = stablehlo.partition_id : tensor<ui32>
//>       %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>       %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
//>       %6 = stablehlo.dynamic_slice %c, %5, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>       %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>       %8 = stablehlo.dynamic_slice %3, %7, sizes = [4] : (tensor<8xf32>, tensor<i64>) -> tensor<4xf32>
//>       sdy.return %8 : tensor<4xf32>
//>     } : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
//>     %1 = sdy.manual_computation(%0) in_shardings=[<@line, [{"i"}]>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg2: tensor<4xf32>) {
//>       %2 = "stablehlo.all_gather"(%arg2) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
//>       %3 = stablehlo.slice %2 [1:7] : (tensor<8xf32>) -> tensor<6xf32>
//>       %4 = stablehlo.partition_id : tensor<ui32>
//>       %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>       %c = stablehlo.constant dense<[0, 3]> : tensor<2xi64>
//>       %6 = stablehlo.dynamic_slice %c, %5, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>       %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>       %8 = stablehlo.dynamic_slice %3, %7, sizes = [3] : (tensor<6xf32>, tensor<i64>) -> tensor<3xf32>
//>       sdy.return %8 : tensor<3xf32>
//>     } : (tensor<8xf32>) -> tensor<6xf32>
//>     return %1 : tensor<6xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @line = <["i"=2]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@line, [{"i"}]>, <@line, []>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg2: tensor<4xf32>, %arg3: tensor<f32>) {
//>       %2 = stablehlo.replica_id : tensor<ui32>
//>       %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i64>
//>       %4 = "stablehlo.collective_permute"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
//>       %c = stablehlo.constant dense<1> : tensor<i64>
//>       %5 = stablehlo.compare GE, %3, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>       %6 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<4xf32>
//>       %7 = stablehlo.select %5, %4, %6 : tensor<i1>, tensor<4xf32>
//>       %8 = stablehlo.concatenate %7, %arg2, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
//>       %9 = stablehlo.pad %8, %arg3, low = [4], high = [4], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
//>       %10 = stablehlo.replica_id : tensor<ui32>
//>       %11 = stablehlo.convert %10 : (tensor<ui32>) -> tensor<i64>
//>       %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>       %c_1 = stablehlo.constant dense<7> : tensor<i64>
//>       %12 = stablehlo.multiply %11, %c_0 : tensor<i64>
//>       %13 = stablehlo.add %12, %c_1 : tensor<i64>
//>       %c_2 = stablehlo.constant dense<0> : tensor<i64>
//>       %14 = stablehlo.maximum %13, %c_2 : tensor<i64>
//>       %15 = stablehlo.dynamic_slice %9, %14, sizes = [4] : (tensor<16xf32>, tensor<i64>) -> tensor<4xf32>
//>       sdy.return %15 : tensor<4xf32>
//>     } : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
//>     %1 = stablehlo.slice %0 [1:7] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>) -> tensor<6xf32>
//>     return %1 : tensor<6xf32>
//>   }
//> }
//! %s:9:8: warning: op 'stablehlo.replica_id' is unknown to SDY sharding rule registry
//!   %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
//!        ^
