// A part of a sharded dimension is updated by the devices that have it: nothing
// is gathered, whether the place is known or not.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func public @main(%cache: tensor<16x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>},
                       %new: tensor<3x8x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}]>},
                       %at: tensor<i32>)
    -> (tensor<16x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %new, %at, %zero, %at {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}, {}]>]>} : (tensor<16x8x4xf32>, tensor<3x8x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<16x8x4xf32>
  return %0 : tensor<16x8x4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4, "y"=2]>
//>   func.func public @main(%arg0: tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}, %arg1: tensor<3x4x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}]>}, %arg2: tensor<i32>) -> (tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}) {
//>     %c = stablehlo.constant dense<3> : tensor<i64>
//>     %c_0 = stablehlo.constant dense<13> : tensor<i64>
//>     %c_1 = stablehlo.constant dense<0> : tensor<i64>
//>     %c_2 = stablehlo.constant dense<0> : tensor<i32>
//>     %0 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<i64>
//>     %1 = stablehlo.clamp %c_1, %0, %c_0 : tensor<i64>
//>     %2 = stablehlo.convert %c_2 : (tensor<i32>) -> tensor<i64>
//>     %3 = stablehlo.clamp %c_1, %2, %c_1 : tensor<i64>
//>     %4 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<i64>
//>     %5 = stablehlo.clamp %c_1, %4, %c : tensor<i64>
//>     %c_3 = stablehlo.constant dense<3> : tensor<4xi64>
//>     %c_4 = stablehlo.constant dense<0> : tensor<4xi64>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %c_5 = stablehlo.constant dense<4> : tensor<i64>
//>     %c_6 = stablehlo.constant dense<[0, 0, 4, 4, 8, 8, 12, 12]> : tensor<8xi64>
//>     %c_7 = stablehlo.constant dense<0> : tensor<i64>
//>     %6 = stablehlo.partition_id : tensor<ui32>
//>     %7 = stablehlo.convert %6 : (tensor<ui32>) -> tensor<i64>
//>     %8 = stablehlo.dynamic_slice %c_6, %7, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %9 = stablehlo.reshape %8 : (tensor<1xi64>) -> tensor<i64>
//>     %10 = stablehlo.subtract %1, %9 : tensor<i64>
//>     %11 = stablehlo.subtract %c_5, %10 : tensor<i64>
//>     %12 = stablehlo.dynamic_slice %arg0, %c_7, %3, %5, sizes = [4, 4, 1] : (tensor<4x4x4xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<4x4x1xf32>
//>     %13 = stablehlo.pad %arg1, %cst, low = [4, 0, 0], high = [4, 0, 0], interior = [0, 0, 0] : (tensor<3x4x1xf32>, tensor<f32>) -> tensor<11x4x1xf32>
//>     %14 = stablehlo.dynamic_slice %13, %11, %c_7, %c_7, sizes = [4, 4, 1] : (tensor<11x4x1xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<4x4x1xf32>
//>     %15 = stablehlo.subtract %c_7, %10 : tensor<i64>
//>     %16 = stablehlo.iota dim = 0 : tensor<4xi64>
//>     %17 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<i64>) -> tensor<4xi64>
//>     %18 = stablehlo.add %16, %17 : tensor<4xi64>
//>     %19 = stablehlo.compare GE, %18, %c_4 : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
//>     %20 = stablehlo.compare LT, %18, %c_3 : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
//>     %21 = stablehlo.and %19, %20 : tensor<4xi1>
//>     %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<4xi1>) -> tensor<4x4x1xi1>
//>     %23 = stablehlo.select %22, %14, %12 : tensor<4x4x1xi1>, tensor<4x4x1xf32>
//>     %24 = stablehlo.dynamic_update_slice %arg0, %23, %c_7, %3, %5 : (tensor<4x4x4xf32>, tensor<4x4x1xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<4x4x4xf32>
//>     return %24 : tensor<4x4x4xf32>
//>   }
//> }
