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
//>     %c = stablehlo.constant dense<3> : tensor<4x6xi64>
//>     %c_1 = stablehlo.constant dense<[0, 4, 8, 12]> : tensor<4xi64>
//>     %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.slice %arg0 [1:4, 0:6] : (tensor<4x6xf32>) -> tensor<3x6xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[3, 0], [0, 1], [1, 2], [2, 3]]> : tensor<4x2xi64>}> : (tensor<3x6xf32>) -> tensor<3x6xf32>
//>     %2 = stablehlo.pad %1, %cst_2, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x6xf32>, tensor<f32>) -> tensor<4x6xf32>
//>     %3 = stablehlo.concatenate %1, %arg0, dim = 0 : (tensor<3x6xf32>, tensor<4x6xf32>) -> tensor<7x6xf32>
//>     %4 = stablehlo.slice %3 [0:4, 0:6] : (tensor<7x6xf32>) -> tensor<4x6xf32>
//>     %5 = stablehlo.partition_id : tensor<ui32>
//>     %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i64>
//>     %7 = stablehlo.dynamic_slice %c_1, %6, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %8 = stablehlo.reshape %7 : (tensor<1xi64>) -> tensor<i64>
//>     %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i64>) -> tensor<4x6xi64>
//>     %10 = stablehlo.iota dim = 0 : tensor<4x6xi64>
//>     %11 = stablehlo.add %10, %9 : tensor<4x6xi64>
//>     %12 = stablehlo.compare GE, %11, %c : (tensor<4x6xi64>, tensor<4x6xi64>) -> tensor<4x6xi1>
//>     %13 = stablehlo.select %12, %4, %2 : tensor<4x6xi1>, tensor<4x6xf32>
//>     %c_3 = stablehlo.constant dense<1> : tensor<4x6xi64>
//>     %c_4 = stablehlo.constant dense<[0, 4, 8, 12]> : tensor<4xi64>
//>     %c_5 = stablehlo.constant dense<[4, 5, 5, 5]> : tensor<4xi64>
//>     %c_6 = stablehlo.constant dense<0> : tensor<i64>
//>     %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %14 = stablehlo.pad %cst_0, %cst_7, low = [4, 0], high = [4, 0], interior = [0, 0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<9x6xf32>
//>     %15 = stablehlo.partition_id : tensor<ui32>
//>     %16 = stablehlo.convert %15 : (tensor<ui32>) -> tensor<i64>
//>     %17 = stablehlo.dynamic_slice %c_5, %16, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %18 = stablehlo.reshape %17 : (tensor<1xi64>) -> tensor<i64>
//>     %19 = stablehlo.dynamic_slice %14, %18, %c_6, sizes = [4, 6] : (tensor<9x6xf32>, tensor<i64>, tensor<i64>) -> tensor<4x6xf32>
//>     %20 = stablehlo.slice %arg0 [3:4, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
//>     %21 = "stablehlo.collective_permute"(%20) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<1x6xf32>) -> tensor<1x6xf32>
//>     %22 = stablehlo.concatenate %21, %arg0, dim = 0 : (tensor<1x6xf32>, tensor<4x6xf32>) -> tensor<5x6xf32>
//>     %23 = stablehlo.slice %22 [0:4, 0:6] : (tensor<5x6xf32>) -> tensor<4x6xf32>
//>     %24 = stablehlo.partition_id : tensor<ui32>
//>     %25 = stablehlo.convert %24 : (tensor<ui32>) -> tensor<i64>
//>     %26 = stablehlo.dynamic_slice %c_4, %25, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %27 = stablehlo.reshape %26 : (tensor<1xi64>) -> tensor<i64>
//>     %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<i64>) -> tensor<4x6xi64>
//>     %29 = stablehlo.iota dim = 0 : tensor<4x6xi64>
//>     %30 = stablehlo.add %29, %28 : tensor<4x6xi64>
//>     %31 = stablehlo.compare GE, %30, %c_3 : (tensor<4x6xi64>, tensor<4x6xi64>) -> tensor<4x6xi1>
//>     %32 = stablehlo.select %31, %23, %19 : tensor<4x6xi1>, tensor<4x6xf32>
//>     %33 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<4x6xf32>) -> tensor<16x6xf32>
//>     %34 = stablehlo.slice %33 [1:4, 2:3] : (tensor<16x6xf32>) -> tensor<3x1xf32>
//>     %35 = stablehlo.reshape %34 : (tensor<3x1xf32>) -> tensor<3xf32>
//>     %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %36 = stablehlo.pad %arg1, %cst_8, low = [0], high = [3], interior = [0] : (tensor<97xf32>, tensor<f32>) -> tensor<100xf32>
//>     %37 = stablehlo.partition_id : tensor<ui32>
//>     %38 = stablehlo.convert %37 : (tensor<ui32>) -> tensor<i64>
//>     %c_9 = stablehlo.constant dense<[0, 25, 50, 75]> : tensor<4xi64>
//>     %39 = stablehlo.dynamic_slice %c_9, %38, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %40 = stablehlo.reshape %39 : (tensor<1xi64>) -> tensor<i64>
//>     %41 = stablehlo.dynamic_slice %36, %40, sizes = [25] : (tensor<100xf32>, tensor<i64>) -> tensor<25xf32>
//>     %42 = stablehlo.negate %41 : tensor<25xf32>
//>     %43 = stablehlo.iota dim = 0 : tensor<25xi32>
//>     %44 = stablehlo.partition_id : tensor<ui32>
//>     %45 = stablehlo.convert %44 : (tensor<ui32>) -> tensor<i64>
//>     %c_10 = stablehlo.constant dense<[0, 25, 50, 75]> : tensor<4xi64>
//>     %46 = stablehlo.dynamic_slice %c_10, %45, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %47 = stablehlo.reshape %46 : (tensor<1xi64>) -> tensor<i64>
//>     %48 = stablehlo.convert %47 : (tensor<i64>) -> tensor<i32>
//>     %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<i32>) -> tensor<25xi32>
//>     %50 = stablehlo.add %43, %49 : tensor<25xi32>
//>     %c_11 = stablehlo.constant dense<97> : tensor<i32>
//>     %51 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<25xi32>
//>     %52 = stablehlo.compare LT, %50, %51 : (tensor<25xi32>, tensor<25xi32>) -> tensor<25xi1>
//>     %53 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<25xf32>
//>     %54 = stablehlo.select %52, %42, %53 : tensor<25xi1>, tensor<25xf32>
//>     %55 = stablehlo.pad %54, %cst, low = [0], high = [0], interior = [0] : (tensor<25xf32>, tensor<f32>) -> tensor<25xf32>
//>     %c_12 = stablehlo.constant dense<3> : tensor<25xi64>
//>     %c_13 = stablehlo.constant dense<[0, 25, 50, 75]> : tensor<4xi64>
//>     %c_14 = stablehlo.constant dense<[25, 28, 28, 28]> : tensor<4xi64>
//>     %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %56 = stablehlo.pad %35, %cst_15, low = [25], high = [25], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<53xf32>
//>     %57 = stablehlo.partition_id : tensor<ui32>
//>     %58 = stablehlo.convert %57 : (tensor<ui32>) -> tensor<i64>
//>     %59 = stablehlo.dynamic_slice %c_14, %58, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %60 = stablehlo.reshape %59 : (tensor<1xi64>) -> tensor<i64>
//>     %61 = stablehlo.dynamic_slice %56, %60, sizes = [25] : (tensor<53xf32>, tensor<i64>) -> tensor<25xf32>
//>     %62 = stablehlo.slice %55 [22:25] : (tensor<25xf32>) -> tensor<3xf32>
//>     %63 = "stablehlo.collective_permute"(%62) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<3xf32>) -> tensor<3xf32>
//>     %64 = stablehlo.concatenate %63, %55, dim = 0 : (tensor<3xf32>, tensor<25xf32>) -> tensor<28xf32>
//>     %65 = stablehlo.slice %64 [0:25] : (tensor<28xf32>) -> tensor<25xf32>
//>     %66 = stablehlo.partition_id : tensor<ui32>
//>     %67 = stablehlo.convert %66 : (tensor<ui32>) -> tensor<i64>
//>     %68 = stablehlo.dynamic_slice %c_13, %67, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %69 = stablehlo.reshape %68 : (tensor<1xi64>) -> tensor<i64>
//>     %70 = stablehlo.broadcast_in_dim %69, dims = [] : (tensor<i64>) -> tensor<25xi64>
//>     %71 = stablehlo.iota dim = 0 : tensor<25xi64>
//>     %72 = stablehlo.add %71, %70 : tensor<25xi64>
//>     %73 = stablehlo.compare GE, %72, %c_12 : (tensor<25xi64>, tensor<25xi64>) -> tensor<25xi1>
//>     %74 = stablehlo.select %73, %65, %61 : tensor<25xi1>, tensor<25xf32>
//>     return %13, %32, %74 : tensor<4x6xf32>, tensor<4x6xf32>, tensor<25xf32>
//>   }
//> }
