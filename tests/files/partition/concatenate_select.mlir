// Devices select among the operands of a concatenation only where they may differ.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @mesh = <["x"=4]>

func.func public @main(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
    -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // A roll: device 0 gets the last element as the others get that of their neighbour.
  %0 = stablehlo.slice %x [15:16] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<16xf32>) -> tensor<1xf32>
  %1 = stablehlo.slice %x [0:15] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>) -> tensor<15xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<1xf32>, tensor<15xf32>) -> tensor<16xf32>
  // The first element is from %y on device 0 only. The other three of each shard are from %x.
  %3 = stablehlo.concatenate %y, %1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<1xf32>, tensor<15xf32>) -> tensor<16xf32>
  return %2, %3 : tensor<16xf32>, tensor<16xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]>
//>   func.func public @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
//>     %0 = stablehlo.slice %arg0 [3:4] : (tensor<4xf32>) -> tensor<1xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
//>     %2 = stablehlo.concatenate %1, %arg0, dim = 0 : (tensor<1xf32>, tensor<4xf32>) -> tensor<5xf32>
//>     %3 = stablehlo.slice %2 [0:4] : (tensor<5xf32>) -> tensor<4xf32>
//>     %c = stablehlo.constant dense<1> : tensor<1xi64>
//>     %c_0 = stablehlo.constant dense<[0, 4, 8, 12]> : tensor<4xi64>
//>     %c_1 = stablehlo.constant dense<[4, 5, 5, 5]> : tensor<4xi64>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %4 = stablehlo.pad %arg1, %cst, low = [4], high = [4], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<9xf32>
//>     %5 = stablehlo.partition_id : tensor<ui32>
//>     %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i64>
//>     %7 = stablehlo.dynamic_slice %c_1, %6, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %8 = stablehlo.reshape %7 : (tensor<1xi64>) -> tensor<i64>
//>     %9 = stablehlo.dynamic_slice %4, %8, sizes = [4] : (tensor<9xf32>, tensor<i64>) -> tensor<4xf32>
//>     %10 = stablehlo.slice %arg0 [3:4] : (tensor<4xf32>) -> tensor<1xf32>
//>     %11 = "stablehlo.collective_permute"(%10) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
//>     %12 = stablehlo.concatenate %11, %arg0, dim = 0 : (tensor<1xf32>, tensor<4xf32>) -> tensor<5xf32>
//>     %13 = stablehlo.slice %12 [0:4] : (tensor<5xf32>) -> tensor<4xf32>
//>     %14 = stablehlo.partition_id : tensor<ui32>
//>     %15 = stablehlo.convert %14 : (tensor<ui32>) -> tensor<i64>
//>     %16 = stablehlo.dynamic_slice %c_0, %15, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %17 = stablehlo.reshape %16 : (tensor<1xi64>) -> tensor<i64>
//>     %18 = stablehlo.iota dim = 0 : tensor<1xi64>
//>     %19 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<i64>) -> tensor<1xi64>
//>     %20 = stablehlo.add %18, %19 : tensor<1xi64>
//>     %21 = stablehlo.compare GE, %20, %c : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
//>     %22 = stablehlo.slice %9 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
//>     %23 = stablehlo.slice %13 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
//>     %24 = stablehlo.select %21, %23, %22 : tensor<1xi1>, tensor<1xf32>
//>     %25 = stablehlo.slice %13 [1:4] : (tensor<4xf32>) -> tensor<3xf32>
//>     %26 = stablehlo.concatenate %24, %25, dim = 0 : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
//>     return %3, %26 : tensor<4xf32>, tensor<4xf32>
//>   }
//> }
