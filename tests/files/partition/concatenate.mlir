// A concatenation along a sharded dimension sends only what is needed.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @mesh = <["x"=4]>

// A roll is one permute.
func.func public @main(%arg0: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %arg1: tensor<97xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
    -> (tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
        tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
        tensor<100xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %arg0 [13:16, 0:6] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<16x6xf32>) -> tensor<3x6xf32>
  %1 = stablehlo.slice %arg0 [0:13, 0:6] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<16x6xf32>) -> tensor<13x6xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<3x6xf32>, tensor<13x6xf32>) -> tensor<16x6xf32>

  // Every device has the zeros, and gets one row of its neighbour.
  %zero = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} dense<0.0> : tensor<1x6xf32>
  %3 = stablehlo.slice %arg0 [0:15, 0:6] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<16x6xf32>) -> tensor<15x6xf32>
  %4 = stablehlo.concatenate %zero, %3, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<1x6xf32>, tensor<15x6xf32>) -> tensor<16x6xf32>

  // One operand that every device has, and one that is exchanged.
  %5 = stablehlo.slice %arg0 [1:4, 2:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<16x6xf32>) -> tensor<3x1xf32>
  %6 = stablehlo.reshape %5 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<3x1xf32>) -> tensor<3xf32>
  %7 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<97xf32>
  %8 = stablehlo.concatenate %6, %7, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<3xf32>, tensor<97xf32>) -> tensor<100xf32>
  return %2, %4, %8 : tensor<16x6xf32>, tensor<16x6xf32>, tensor<100xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]>
//>   func.func public @main(%arg0: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<97xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<25xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<1x6xf32>
//>     %0 = stablehlo.slice %arg0 [1:4, 0:6] : (tensor<4x6xf32>) -> tensor<3x6xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<3x6xf32>) -> tensor<3x6xf32>
//>     %2 = stablehlo.concatenate %1, %arg0, dim = 0 : (tensor<3x6xf32>, tensor<4x6xf32>) -> tensor<7x6xf32>
//>     %3 = stablehlo.slice %2 [0:4, 0:6] : (tensor<7x6xf32>) -> tensor<4x6xf32>
//>     %c = stablehlo.constant dense<1> : tensor<1x6xi64>
//>     %c_1 = stablehlo.constant dense<[0, 4, 8, 12]> : tensor<4xi64>
//>     %c_2 = stablehlo.constant dense<[4, 5, 5, 5]> : tensor<4xi64>
//>     %c_3 = stablehlo.constant dense<0> : tensor<i64>
//>     %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %4 = stablehlo.pad %cst_0, %cst_4, low = [4, 0], high = [4, 0], interior = [0, 0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<9x6xf32>
//>     %5 = stablehlo.partition_id : tensor<ui32>
//>     %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i64>
//>     %7 = stablehlo.dynamic_slice %c_2, %6, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %8 = stablehlo.reshape %7 : (tensor<1xi64>) -> tensor<i64>
//>     %9 = stablehlo.dynamic_slice %4, %8, %c_3, sizes = [4, 6] : (tensor<9x6xf32>, tensor<i64>, tensor<i64>) -> tensor<4x6xf32>
//>     %10 = stablehlo.slice %arg0 [3:4, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
//>     %11 = "stablehlo.collective_permute"(%10) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<1x6xf32>) -> tensor<1x6xf32>
//>     %12 = stablehlo.concatenate %11, %arg0, dim = 0 : (tensor<1x6xf32>, tensor<4x6xf32>) -> tensor<5x6xf32>
//>     %13 = stablehlo.slice %12 [0:4, 0:6] : (tensor<5x6xf32>) -> tensor<4x6xf32>
//>     %14 = stablehlo.partition_id : tensor<ui32>
//>     %15 = stablehlo.convert %14 : (tensor<ui32>) -> tensor<i64>
//>     %16 = stablehlo.dynamic_slice %c_1, %15, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %17 = stablehlo.reshape %16 : (tensor<1xi64>) -> tensor<i64>
//>     %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<i64>) -> tensor<1x6xi64>
//>     %19 = stablehlo.iota dim = 0 : tensor<1x6xi64>
//>     %20 = stablehlo.add %19, %18 : tensor<1x6xi64>
//>     %21 = stablehlo.compare GE, %20, %c : (tensor<1x6xi64>, tensor<1x6xi64>) -> tensor<1x6xi1>
//>     %22 = stablehlo.slice %9 [0:1, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
//>     %23 = stablehlo.slice %13 [0:1, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
//>     %24 = stablehlo.select %21, %23, %22 : tensor<1x6xi1>, tensor<1x6xf32>
//>     %25 = stablehlo.slice %13 [1:4, 0:6] : (tensor<4x6xf32>) -> tensor<3x6xf32>
//>     %26 = stablehlo.concatenate %24, %25, dim = 0 : (tensor<1x6xf32>, tensor<3x6xf32>) -> tensor<4x6xf32>
//>     %27 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<4x6xf32>) -> tensor<16x6xf32>
//>     %28 = stablehlo.slice %27 [1:4, 2:3] : (tensor<16x6xf32>) -> tensor<3x1xf32>
//>     %29 = stablehlo.reshape %28 : (tensor<3x1xf32>) -> tensor<3xf32>
//>     %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %30 = stablehlo.pad %arg1, %cst_5, low = [0], high = [3], interior = [0] : (tensor<97xf32>, tensor<f32>) -> tensor<100xf32>
//>     %31 = stablehlo.partition_id : tensor<ui32>
//>     %32 = stablehlo.convert %31 : (tensor<ui32>) -> tensor<i64>
//>     %c_6 = stablehlo.constant dense<[0, 25, 50, 75]> : tensor<4xi64>
//>     %33 = stablehlo.dynamic_slice %c_6, %32, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %34 = stablehlo.reshape %33 : (tensor<1xi64>) -> tensor<i64>
//>     %35 = stablehlo.dynamic_slice %30, %34, sizes = [25] : (tensor<100xf32>, tensor<i64>) -> tensor<25xf32>
//>     %36 = stablehlo.negate %35 : tensor<25xf32>
//>     %37 = stablehlo.iota dim = 0 : tensor<25xi32>
//>     %38 = stablehlo.partition_id : tensor<ui32>
//>     %39 = stablehlo.convert %38 : (tensor<ui32>) -> tensor<i64>
//>     %c_7 = stablehlo.constant dense<[0, 25, 50, 75]> : tensor<4xi64>
//>     %40 = stablehlo.dynamic_slice %c_7, %39, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %41 = stablehlo.reshape %40 : (tensor<1xi64>) -> tensor<i64>
//>     %42 = stablehlo.convert %41 : (tensor<i64>) -> tensor<i32>
//>     %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<i32>) -> tensor<25xi32>
//>     %44 = stablehlo.add %37, %43 : tensor<25xi32>
//>     %c_8 = stablehlo.constant dense<97> : tensor<i32>
//>     %45 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<25xi32>
//>     %46 = stablehlo.compare LT, %44, %45 : (tensor<25xi32>, tensor<25xi32>) -> tensor<25xi1>
//>     %47 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<25xf32>
//>     %48 = stablehlo.select %46, %36, %47 : tensor<25xi1>, tensor<25xf32>
//>     %49 = stablehlo.pad %48, %cst, low = [0], high = [0], interior = [0] : (tensor<25xf32>, tensor<f32>) -> tensor<25xf32>
//>     %c_9 = stablehlo.constant dense<3> : tensor<3xi64>
//>     %c_10 = stablehlo.constant dense<[0, 25, 50, 75]> : tensor<4xi64>
//>     %c_11 = stablehlo.constant dense<[25, 28, 28, 28]> : tensor<4xi64>
//>     %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %50 = stablehlo.pad %29, %cst_12, low = [25], high = [25], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<53xf32>
//>     %51 = stablehlo.partition_id : tensor<ui32>
//>     %52 = stablehlo.convert %51 : (tensor<ui32>) -> tensor<i64>
//>     %53 = stablehlo.dynamic_slice %c_11, %52, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %54 = stablehlo.reshape %53 : (tensor<1xi64>) -> tensor<i64>
//>     %55 = stablehlo.dynamic_slice %50, %54, sizes = [25] : (tensor<53xf32>, tensor<i64>) -> tensor<25xf32>
//>     %56 = stablehlo.slice %49 [22:25] : (tensor<25xf32>) -> tensor<3xf32>
//>     %57 = "stablehlo.collective_permute"(%56) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<3xf32>) -> tensor<3xf32>
//>     %58 = stablehlo.concatenate %57, %49, dim = 0 : (tensor<3xf32>, tensor<25xf32>) -> tensor<28xf32>
//>     %59 = stablehlo.slice %58 [0:25] : (tensor<28xf32>) -> tensor<25xf32>
//>     %60 = stablehlo.partition_id : tensor<ui32>
//>     %61 = stablehlo.convert %60 : (tensor<ui32>) -> tensor<i64>
//>     %62 = stablehlo.dynamic_slice %c_10, %61, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %63 = stablehlo.reshape %62 : (tensor<1xi64>) -> tensor<i64>
//>     %64 = stablehlo.broadcast_in_dim %63, dims = [] : (tensor<i64>) -> tensor<3xi64>
//>     %65 = stablehlo.iota dim = 0 : tensor<3xi64>
//>     %66 = stablehlo.add %65, %64 : tensor<3xi64>
//>     %67 = stablehlo.compare GE, %66, %c_9 : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
//>     %68 = stablehlo.slice %55 [0:3] : (tensor<25xf32>) -> tensor<3xf32>
//>     %69 = stablehlo.slice %59 [0:3] : (tensor<25xf32>) -> tensor<3xf32>
//>     %70 = stablehlo.select %67, %69, %68 : tensor<3xi1>, tensor<3xf32>
//>     %71 = stablehlo.slice %59 [3:25] : (tensor<25xf32>) -> tensor<22xf32>
//>     %72 = stablehlo.concatenate %70, %71, dim = 0 : (tensor<3xf32>, tensor<22xf32>) -> tensor<25xf32>
//>     return %3, %26, %72 : tensor<4x6xf32>, tensor<4x6xf32>, tensor<25xf32>
//>   }
//> }
