// Constraints that change nothing, as JAX writes them in manual computations, don't
// hide that a pad and a slice are a shift.
// RUN: shardflow partition --propagate -q --check %s

sdy.mesh @mesh = <["x"=4]>

func.func public @main(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %value: tensor<f32>)
    -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.pad %x, %value, low = [1], high = [0], interior = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<17xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{?}]> : tensor<17xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{?}]> : tensor<17xf32>
  %3 = stablehlo.slice %2 [0:16] : (tensor<17xf32>) -> tensor<16xf32>
  return %3 : tensor<16xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func public @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<f32>) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
//>     %c = stablehlo.constant dense<16> : tensor<4xi64>
//>     %c_0 = stablehlo.constant dense<0> : tensor<4xi64>
//>     %c_1 = stablehlo.constant dense<[-1, 3, 7, 11]> : tensor<4xi64>
//>     %0 = stablehlo.slice %arg0 [3:4] : (tensor<4xf32>) -> tensor<1xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
//>     %2 = stablehlo.concatenate %1, %arg0, dim = 0 : (tensor<1xf32>, tensor<4xf32>) -> tensor<5xf32>
//>     %3 = stablehlo.slice %2 [0:4] : (tensor<5xf32>) -> tensor<4xf32>
//>     %4 = stablehlo.partition_id : tensor<ui32>
//>     %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>     %6 = stablehlo.dynamic_slice %c_1, %5, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>     %8 = stablehlo.iota dim = 0 : tensor<4xi64>
//>     %9 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i64>) -> tensor<4xi64>
//>     %10 = stablehlo.add %8, %9 : tensor<4xi64>
//>     %11 = stablehlo.compare GE, %10, %c_0 : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
//>     %12 = stablehlo.compare LT, %10, %c : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
//>     %13 = stablehlo.and %11, %12 : tensor<4xi1>
//>     %14 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<4xf32>
//>     %15 = stablehlo.select %13, %3, %14 : tensor<4xi1>, tensor<4xf32>
//>     %16 = stablehlo.pad %15, %arg1, low = [0], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
//>     return %16 : tensor<4xf32>
//>   }
//> }
