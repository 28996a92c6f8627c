// RUN: shardflow partition --propagate -q --check %s

// What functions take and return needn't be sharded evenly: they are inlined.
// 31 and 30 rows over 4 devices: two permutes of a row each, and no gather.

sdy.mesh @mesh = <["x"=4]>

func.func @main(%arg0: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<32x8xf32> {
  %0 = call @difference(%arg0) : (tensor<32x8xf32>) -> tensor<31x8xf32>
  %1 = call @with_last_row(%0) : (tensor<31x8xf32>) -> tensor<32x8xf32>
  %2 = stablehlo.add %arg0, %1 : tensor<32x8xf32>
  return %2 : tensor<32x8xf32>
}

func.func private @difference(%arg0: tensor<32x8xf32>) -> tensor<31x8xf32> {
  %0 = stablehlo.slice %arg0 [1:32, 0:8] : (tensor<32x8xf32>) -> tensor<31x8xf32>
  %1 = stablehlo.slice %arg0 [0:31, 0:8] : (tensor<32x8xf32>) -> tensor<31x8xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<31x8xf32>
  return %2 : tensor<31x8xf32>
}

func.func private @with_last_row(%arg0: tensor<31x8xf32>) -> tensor<32x8xf32> {
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<31x8xf32>, tensor<f32>) -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = stablehlo.slice %arg0 [0:1, 0:8] : (tensor<8x8xf32>) -> tensor<1x8xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1], [3, 2]]> : tensor<3x2xi64>}> : (tensor<1x8xf32>) -> tensor<1x8xf32>
//>     %2 = stablehlo.concatenate %arg0, %1, dim = 0 : (tensor<8x8xf32>, tensor<1x8xf32>) -> tensor<9x8xf32>
//>     %3 = stablehlo.slice %2 [1:9, 0:8] : (tensor<9x8xf32>) -> tensor<8x8xf32>
//>     %4 = stablehlo.slice %3 [0:8, 0:8] : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %5 = stablehlo.slice %4 [0:8, 0:8] : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %6 = stablehlo.slice %arg0 [0:8, 0:8] : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %7 = stablehlo.subtract %5, %6 : tensor<8x8xf32>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %8 = stablehlo.iota dim = 0 : tensor<8xi32>
//>     %9 = stablehlo.partition_id : tensor<ui32>
//>     %10 = stablehlo.convert %9 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 8, 16, 24]> : tensor<4xi64>
//>     %11 = stablehlo.dynamic_slice %c, %10, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %12 = stablehlo.reshape %11 : (tensor<1xi64>) -> tensor<i64>
//>     %13 = stablehlo.convert %12 : (tensor<i64>) -> tensor<i32>
//>     %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<i32>) -> tensor<8xi32>
//>     %15 = stablehlo.add %8, %14 : tensor<8xi32>
//>     %c_0 = stablehlo.constant dense<31> : tensor<i32>
//>     %16 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8xi32>
//>     %17 = stablehlo.compare LT, %15, %16 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
//>     %18 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<8xi1>) -> tensor<8x8xi1>
//>     %19 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
//>     %20 = stablehlo.select %18, %7, %19 : tensor<8x8xi1>, tensor<8x8xf32>
//>     %21 = stablehlo.pad %20, %cst, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
//>     %22 = stablehlo.add %arg0, %21 : tensor<8x8xf32>
//>     return %22 : tensor<8x8xf32>
//>   }
//> }
