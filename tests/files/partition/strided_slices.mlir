// Strided slices along a sharded dimension: devices fetch what they need. The
// nine rows of the second one are uneven on two devices, although nothing has to
// be fetched.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @mesh = <["x"=2]>

func.func public @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                       %arg1: tensor<9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
        tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %arg0 [5:16:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>) -> tensor<4xf32>
  %1 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<9xf32>
  %2 = stablehlo.slice %1 [0:9:5] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<9xf32>) -> tensor<2xf32>
  return %0, %2 : tensor<4xf32>, tensor<2xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2]>
//>   func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %c = stablehlo.constant dense<[5, 3]> : tensor<2xi64>
//>     %0 = stablehlo.slice %arg0 [0:1] : (tensor<8xf32>) -> tensor<1xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
//>     %2 = stablehlo.concatenate %arg0, %1, dim = 0 : (tensor<8xf32>, tensor<1xf32>) -> tensor<9xf32>
//>     %3 = stablehlo.partition_id : tensor<ui32>
//>     %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i64>
//>     %5 = stablehlo.dynamic_slice %c, %4, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>     %6 = stablehlo.reshape %5 : (tensor<1xi64>) -> tensor<i64>
//>     %7 = stablehlo.dynamic_slice %2, %6, sizes = [4] : (tensor<9xf32>, tensor<i64>) -> tensor<4xf32>
//>     %8 = stablehlo.slice %7 [0:4:3] : (tensor<4xf32>) -> tensor<2xf32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %9 = stablehlo.pad %arg1, %cst_0, low = [0], high = [1], interior = [0] : (tensor<9xf32>, tensor<f32>) -> tensor<10xf32>
//>     %10 = stablehlo.partition_id : tensor<ui32>
//>     %11 = stablehlo.convert %10 : (tensor<ui32>) -> tensor<i64>
//>     %c_1 = stablehlo.constant dense<[0, 5]> : tensor<2xi64>
//>     %12 = stablehlo.dynamic_slice %c_1, %11, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>     %13 = stablehlo.reshape %12 : (tensor<1xi64>) -> tensor<i64>
//>     %14 = stablehlo.dynamic_slice %9, %13, sizes = [5] : (tensor<10xf32>, tensor<i64>) -> tensor<5xf32>
//>     %15 = stablehlo.negate %14 : tensor<5xf32>
//>     %16 = stablehlo.iota dim = 0 : tensor<5xi32>
//>     %17 = stablehlo.partition_id : tensor<ui32>
//>     %18 = stablehlo.convert %17 : (tensor<ui32>) -> tensor<i64>
//>     %c_2 = stablehlo.constant dense<[0, 5]> : tensor<2xi64>
//>     %19 = stablehlo.dynamic_slice %c_2, %18, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>     %20 = stablehlo.reshape %19 : (tensor<1xi64>) -> tensor<i64>
//>     %21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
//>     %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<5xi32>
//>     %23 = stablehlo.add %16, %22 : tensor<5xi32>
//>     %c_3 = stablehlo.constant dense<9> : tensor<i32>
//>     %24 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<5xi32>
//>     %25 = stablehlo.compare LT, %23, %24 : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
//>     %26 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5xf32>
//>     %27 = stablehlo.select %25, %15, %26 : tensor<5xi1>, tensor<5xf32>
//>     %28 = stablehlo.pad %27, %cst, low = [0], high = [0], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
//>     %29 = stablehlo.slice %28 [0:1] : (tensor<5xf32>) -> tensor<1xf32>
//>     %30 = stablehlo.slice %29 [0:1:5] : (tensor<1xf32>) -> tensor<1xf32>
//>     return %8, %30 : tensor<2xf32>, tensor<1xf32>
//>   }
//> }
