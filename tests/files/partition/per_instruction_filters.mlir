// Which of the sharded ops are partitioned: by their numbers, by parts of their names,
// all of them.
// RUN: shardflow opt %s -sdy-per-instruction-partitioning=filter=selectLow=2
// RUN: shardflow opt %s -sdy-per-instruction-partitioning=filter=selectHigh=0
// RUN: shardflow opt %s "-sdy-per-instruction-partitioning=filter='selectLow=0, selectHigh=0'"
// RUN: shardflow opt %s -sdy-per-instruction-partitioning=filter=tan,abs
// RUN: shardflow opt %s -sdy-per-instruction-partitioning

sdy.mesh @line = <["i"=2]>

func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
  %1 = stablehlo.negate %arg0 : tensor<8xf32>
  %2 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
  %3 = stablehlo.add %2, %1 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
  return %3 : tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @line = <["i"=2]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
//>     %1 = stablehlo.negate %arg0 : tensor<8xf32>
//>     %2 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
//>     %3 = sdy.manual_computation(%2, %1) in_shardings=[<@line, [{"i"}]>, <@line, [{}]>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg1: tensor<4xf32>, %arg2: tensor<8xf32>) {
//>       %4 = stablehlo.partition_id : tensor<ui32>
//>       %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>       %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
//>       %6 = stablehlo.dynamic_slice %c, %5, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>       %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>       %8 = stablehlo.dynamic_slice %arg2, %7, sizes = [4] : (tensor<8xf32>, tensor<i64>) -> tensor<4xf32>
//>       %9 = stablehlo.add %arg1, %8 : tensor<4xf32>
//>       sdy.return %9 : tensor<4xf32>
//>     } : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
//>     return %3 : tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @line = <["i"=2]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{}]>}) -> tensor<8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@line, [{}]>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg1: tensor<8xf32>) {
//>       %4 = stablehlo.partition_id : tensor<ui32>
//>       %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>       %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
//>       %6 = stablehlo.dynamic_slice %c, %5, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>       %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>       %8 = stablehlo.dynamic_slice %arg1, %7, sizes = [4] : (tensor<8xf32>, tensor<i64>) -> tensor<4xf32>
//>       %9 = stablehlo.abs %8 : tensor<4xf32>
//>       sdy.return %9 : tensor<4xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = stablehlo.negate %arg0 : tensor<8xf32>
//>     %2 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
//>     %3 = stablehlo.add %2, %1 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
//>     return %3 : tensor<8xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   sdy.mesh @line = <["i"=2]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{}]>}) -> tensor<8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@line, [{}]>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg1: tensor<8xf32>) {
//>       %4 = stablehlo.partition_id : tensor<ui32>
//>       %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>       %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
//>       %6 = stablehlo.dynamic_slice %c, %5, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>       %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>       %8 = stablehlo.dynamic_slice %arg1, %7, sizes = [4] : (tensor<8xf32>, tensor<i64>) -> tensor<4xf32>
//>       %9 = stablehlo.abs %8 : tensor<4xf32>
//>       sdy.return %9 : tensor<4xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = stablehlo.negate %arg0 : tensor<8xf32>
//>     %2 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
//>     %3 = stablehlo.add %2, %1 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
//>     return %3 : tensor<8xf32>
//>   }
//> }
//# RUN 4
//> module {
//>   sdy.mesh @line = <["i"=2]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{}]>}) -> tensor<8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@line, [{}]>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg1: tensor<8xf32>) {
//>       %4 = stablehlo.partition_id : tensor<ui32>
//>       %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>       %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
//>       %6 = stablehlo.dynamic_slice %c, %5, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>       %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>       %8 = stablehlo.dynamic_slice %arg1, %7, sizes = [4] : (tensor<8xf32>, tensor<i64>) -> tensor<4xf32>
//>       %9 = stablehlo.abs %8 : tensor<4xf32>
//>       sdy.return %9 : tensor<4xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = stablehlo.negate %arg0 : tensor<8xf32>
//>     %2 = sdy.manual_computation(%0) in_shardings=[<@line, [{"i"}]>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg1: tensor<4xf32>) {
//>       %4 = stablehlo.tanh %arg1 : tensor<4xf32>
//>       sdy.return %4 : tensor<4xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %3 = stablehlo.add %2, %1 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
//>     return %3 : tensor<8xf32>
//>   }
//> }
//# RUN 5
//> module {
//>   sdy.mesh @line = <["i"=2]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{}]>}) -> tensor<8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@line, [{}]>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg1: tensor<8xf32>) {
//>       %4 = stablehlo.partition_id : tensor<ui32>
//>       %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>       %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
//>       %6 = stablehlo.dynamic_slice %c, %5, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>       %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>       %8 = stablehlo.dynamic_slice %arg1, %7, sizes = [4] : (tensor<8xf32>, tensor<i64>) -> tensor<4xf32>
//>       %9 = stablehlo.abs %8 : tensor<4xf32>
//>       sdy.return %9 : tensor<4xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = stablehlo.negate %arg0 : tensor<8xf32>
//>     %2 = sdy.manual_computation(%0) in_shardings=[<@line, [{"i"}]>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg1: tensor<4xf32>) {
//>       %4 = stablehlo.tanh %arg1 : tensor<4xf32>
//>       sdy.return %4 : tensor<4xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %3 = sdy.manual_computation(%2, %1) in_shardings=[<@line, [{"i"}]>, <@line, [{}]>] out_shardings=[<@line, [{"i"}]>] manual_axes={"i"} (%arg1: tensor<4xf32>, %arg2: tensor<8xf32>) {
//>       %4 = stablehlo.partition_id : tensor<ui32>
//>       %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>       %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
//>       %6 = stablehlo.dynamic_slice %c, %5, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>       %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>       %8 = stablehlo.dynamic_slice %arg2, %7, sizes = [4] : (tensor<8xf32>, tensor<i64>) -> tensor<4xf32>
//>       %9 = stablehlo.add %arg1, %8 : tensor<4xf32>
//>       sdy.return %9 : tensor<4xf32>
//>     } : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
//>     return %3 : tensor<8xf32>
//>   }
//> }
