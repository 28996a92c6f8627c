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
//>     %c = stablehlo.constant dense<1> : tensor<1xi64>
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
//>     %18 = stablehlo.iota dim = 0 : tensor<1xi64>
//>     %19 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<i64>) -> tensor<1xi64>
//>     %20 = stablehlo.add %18, %19 : tensor<1xi64>
//>     %21 = stablehlo.compare GE, %20, %c : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
//>     %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<1xi1>) -> tensor<1x6xi1>
//>     %23 = stablehlo.slice %9 [0:1, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
//>     %24 = stablehlo.slice %13 [0:1, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
//>     %25 = stablehlo.select %22, %24, %23 : tensor<1x6xi1>, tensor<1x6xf32>
//>     %26 = stablehlo.slice %13 [1:4, 0:6] : (tensor<4x6xf32>) -> tensor<3x6xf32>
//>     %27 = stablehlo.concatenate %25, %26, dim = 0 : (tensor<1x6xf32>, tensor<3x6xf32>) -> tensor<4x6xf32>
//>     %28 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<4x6xf32>) -> tensor<16x6xf32>
//>     %29 = stablehlo.slice %28 [1:4, 2:3] : (tensor<16x6xf32>) -> tensor<3x1xf32>
//>     %30 = stablehlo.reshape %29 : (tensor<3x1xf32>) -> tensor<3xf32>
//>     %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %31 = stablehlo.pad %arg1, %cst_5, low = [0], high = [3], interior = [0] : (tensor<97xf32>, tensor<f32>) -> tensor<100xf32>
//>     %32 = stablehlo.partition_id : tensor<ui32>
//>     %33 = stablehlo.convert %32 : (tensor<ui32>) -> tensor<i64>
//>     %c_6 = stablehlo.constant dense<[0, 25, 50, 75]> : tensor<4xi64>
//>     %34 = stablehlo.dynamic_slice %c_6, %33, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %35 = stablehlo.reshape %34 : (tensor<1xi64>) -> tensor<i64>
//>     %36 = stablehlo.dynamic_slice %31, %35, sizes = [25] : (tensor<100xf32>, tensor<i64>) -> tensor<25xf32>
//>     %37 = stablehlo.negate %36 : tensor<25xf32>
//>     %38 = stablehlo.iota dim = 0 : tensor<25xi32>
//>     %39 = stablehlo.partition_id : tensor<ui32>
//>     %40 = stablehlo.convert %39 : (tensor<ui32>) -> tensor<i64>
//>     %c_7 = stablehlo.constant dense<[0, 25, 50, 75]> : tensor<4xi64>
//>     %41 = stablehlo.dynamic_slice %c_7, %40, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %42 = stablehlo.reshape %41 : (tensor<1xi64>) -> tensor<i64>
//>     %43 = stablehlo.convert %42 : (tensor<i64>) -> tensor<i32>
//>     %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<i32>) -> tensor<25xi32>
//>     %45 = stablehlo.add %38, %44 : tensor<25xi32>
//>     %c_8 = stablehlo.constant dense<97> : tensor<i32>
//>     %46 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<25xi32>
//>     %47 = stablehlo.compare LT, %45, %46 : (tensor<25xi32>, tensor<25xi32>) -> tensor<25xi1>
//>     %48 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<25xf32>
//>     %49 = stablehlo.select %47, %37, %48 : tensor<25xi1>, tensor<25xf32>
//>     %50 = stablehlo.pad %49, %cst, low = [0], high = [0], interior = [0] : (tensor<25xf32>, tensor<f32>) -> tensor<25xf32>
//>     %c_9 = stablehlo.constant dense<3> : tensor<3xi64>
//>     %c_10 = stablehlo.constant dense<[0, 25, 50, 75]> : tensor<4xi64>
//>     %c_11 = stablehlo.constant dense<[25, 28, 28, 28]> : tensor<4xi64>
//>     %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %51 = stablehlo.pad %30, %cst_12, low = [25], high = [25], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<53xf32>
//>     %52 = stablehlo.partition_id : tensor<ui32>
//>     %53 = stablehlo.convert %52 : (tensor<ui32>) -> tensor<i64>
//>     %54 = stablehlo.dynamic_slice %c_11, %53, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %55 = stablehlo.reshape %54 : (tensor<1xi64>) -> tensor<i64>
//>     %56 = stablehlo.dynamic_slice %51, %55, sizes = [25] : (tensor<53xf32>, tensor<i64>) -> tensor<25xf32>
//>     %57 = stablehlo.slice %50 [22:25] : (tensor<25xf32>) -> tensor<3xf32>
//>     %58 = "stablehlo.collective_permute"(%57) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<3xf32>) -> tensor<3xf32>
//>     %59 = stablehlo.concatenate %58, %50, dim = 0 : (tensor<3xf32>, tensor<25xf32>) -> tensor<28xf32>
//>     %60 = stablehlo.slice %59 [0:25] : (tensor<28xf32>) -> tensor<25xf32>
//>     %61 = stablehlo.partition_id : tensor<ui32>
//>     %62 = stablehlo.convert %61 : (tensor<ui32>) -> tensor<i64>
//>     %63 = stablehlo.dynamic_slice %c_10, %62, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %64 = stablehlo.reshape %63 : (tensor<1xi64>) -> tensor<i64>
//>     %65 = stablehlo.iota dim = 0 : tensor<3xi64>
//>     %66 = stablehlo.broadcast_in_dim %64, dims = [] : (tensor<i64>) -> tensor<3xi64>
//>     %67 = stablehlo.add %65, %66 : tensor<3xi64>
//>     %68 = stablehlo.compare GE, %67, %c_9 : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
//>     %69 = stablehlo.slice %56 [0:3] : (tensor<25xf32>) -> tensor<3xf32>
//>     %70 = stablehlo.slice %60 [0:3] : (tensor<25xf32>) -> tensor<3xf32>
//>     %71 = stablehlo.select %68, %70, %69 : tensor<3xi1>, tensor<3xf32>
//>     %72 = stablehlo.slice %60 [3:25] : (tensor<25xf32>) -> tensor<22xf32>
//>     %73 = stablehlo.concatenate %71, %72, dim = 0 : (tensor<3xf32>, tensor<22xf32>) -> tensor<25xf32>
//>     return %3, %27, %73 : tensor<4x6xf32>, tensor<4x6xf32>, tensor<25xf32>
//>   }
//> }
