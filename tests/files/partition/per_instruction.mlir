// Chosen ops are partitioned alone.
// RUN: shardflow opt %s '-sdy-per-instruction-partitioning=filter=pad,selectHigh=1'

sdy.mesh @line = <["i"=2]>

// The add is number 0, the first pad number 1, the second number 2.
func.func @chosen(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
  %1 = stablehlo.pad %0, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.pad %1, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

//> module {
//>   sdy.mesh @line = <["i"=2]>
//>   func.func @chosen(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %0 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
//>     %1 = sdy.manual_computation(%0, %arg1) in_shardings=[<@line, [{"i"}]>, <@line, []>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg2: tensor<4xf32>, %arg3: tensor<f32>) {
//>       %3 = stablehlo.partition_id : tensor<ui32>
//>       %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i64>
//>       %5 = "stablehlo.collective_permute"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
//>       %c = stablehlo.constant dense<1> : tensor<i64>
//>       %6 = stablehlo.compare GE, %4, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>       %7 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<4xf32>
//>       %8 = stablehlo.select %6, %5, %7 : tensor<i1>, tensor<4xf32>
//>       %9 = stablehlo.concatenate %8, %arg2, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
//>       %10 = stablehlo.pad %9, %arg3, low = [4], high = [4], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
//>       %11 = stablehlo.partition_id : tensor<ui32>
//>       %12 = stablehlo.convert %11 : (tensor<ui32>) -> tensor<i64>
//>       %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>       %c_1 = stablehlo.constant dense<7> : tensor<i64>
//>       %13 = stablehlo.multiply %12, %c_0 : tensor<i64>
//>       %14 = stablehlo.add %13, %c_1 : tensor<i64>
//>       %c_2 = stablehlo.constant dense<0> : tensor<i64>
//>       %15 = stablehlo.maximum %14, %c_2 : tensor<i64>
//>       %16 = stablehlo.dynamic_slice %10, %15, sizes = [4] : (tensor<16xf32>, tensor<i64>) -> tensor<4xf32>
//>       sdy.return %16 : tensor<4xf32>
//>     } : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
//>     %2 = stablehlo.pad %1, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
//>     return %2 : tensor<8xf32>
//>   }
//> }
