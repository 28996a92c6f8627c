// select_and_scatter whose windows cross the borders of shards: each device handles
// all windows that touch its elements.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @line = <["i"=4]>

// Windows of 3, stride 2, over 15 elements in shards of 4: the last device has 3.
// The window that begins at element 14 would not fit, so the last device handles
// one that doesn't exist: its source is zero.
func.func public @main(%arg0: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}]>},
                       %arg1: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}]>})
    -> (tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}]>}) {
  %x = stablehlo.slice %arg0 [0:2, 0:15] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}]>]>} : (tensor<2x16xf32>) -> tensor<2x15xf32>
  %s = stablehlo.slice %arg1 [0:2, 0:7] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}]>]>} : (tensor<2x8xf32>) -> tensor<2x7xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %zero) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}]>]>} : (tensor<2x15xf32>, tensor<2x7xf32>, tensor<f32>) -> tensor<2x15xf32>
  %1 = stablehlo.pad %0, %zero, low = [0, 0], high = [0, 1], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}]>]>} : (tensor<2x15xf32>, tensor<f32>) -> tensor<2x16xf32>
  return %1 : tensor<2x16xf32>
}

//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   func.func public @main(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}]>}, %arg1: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}]>}) -> (tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.slice %arg0 [0:2, 0:4] : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>     %1 = stablehlo.slice %arg1 [0:2, 0:2] : (tensor<2x2xf32>) -> tensor<2x2xf32>
//>     %2 = stablehlo.iota dim = 0 : tensor<4xi32>
//>     %3 = stablehlo.partition_id : tensor<ui32>
//>     %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 4, 8, 12]> : tensor<4xi64>
//>     %5 = stablehlo.dynamic_slice %c, %4, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %6 = stablehlo.reshape %5 : (tensor<1xi64>) -> tensor<i64>
//>     %7 = stablehlo.convert %6 : (tensor<i64>) -> tensor<i32>
//>     %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i32>) -> tensor<4xi32>
//>     %9 = stablehlo.add %2, %8 : tensor<4xi32>
//>     %c_0 = stablehlo.constant dense<15> : tensor<i32>
//>     %10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
//>     %11 = stablehlo.compare LT, %9, %10 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
//>     %12 = stablehlo.broadcast_in_dim %11, dims = [1] : (tensor<4xi1>) -> tensor<2x4xi1>
//>     %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
//>     %14 = stablehlo.select %12, %0, %13 : tensor<2x4xi1>, tensor<2x4xf32>
//>     %15 = stablehlo.pad %14, %cst, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
//>     %16 = stablehlo.iota dim = 0 : tensor<2xi32>
//>     %17 = stablehlo.partition_id : tensor<ui32>
//>     %18 = stablehlo.convert %17 : (tensor<ui32>) -> tensor<i64>
//>     %c_1 = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi64>
//>     %19 = stablehlo.dynamic_slice %c_1, %18, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %20 = stablehlo.reshape %19 : (tensor<1xi64>) -> tensor<i64>
//>     %21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
//>     %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %23 = stablehlo.add %16, %22 : tensor<2xi32>
//>     %c_2 = stablehlo.constant dense<7> : tensor<i32>
//>     %24 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %25 = stablehlo.compare LT, %23, %24 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
//>     %26 = stablehlo.broadcast_in_dim %25, dims = [1] : (tensor<2xi1>) -> tensor<2x2xi1>
//>     %27 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
//>     %28 = stablehlo.select %26, %1, %27 : tensor<2x2xi1>, tensor<2x2xf32>
//>     %29 = stablehlo.pad %28, %cst, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
//>     %c_3 = stablehlo.constant dense<[0, 2, 2, 2]> : tensor<4xi64>
//>     %c_4 = stablehlo.constant dense<7> : tensor<3xi64>
//>     %c_5 = stablehlo.constant dense<0> : tensor<3xi64>
//>     %c_6 = stablehlo.constant dense<[0, 1, 3, 5]> : tensor<4xi64>
//>     %c_7 = stablehlo.constant dense<[1, 0, 0, 0]> : tensor<4xi64>
//>     %c_8 = stablehlo.constant dense<0> : tensor<i64>
//>     %c_9 = stablehlo.constant dense<[2, 0, 0, 0]> : tensor<4xi64>
//>     %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %30 = stablehlo.slice %15 [0:2, 2:4] : (tensor<2x4xf32>) -> tensor<2x2xf32>
//>     %31 = "stablehlo.collective_permute"(%30) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
//>     %32 = stablehlo.slice %15 [0:2, 0:1] : (tensor<2x4xf32>) -> tensor<2x1xf32>
//>     %33 = "stablehlo.collective_permute"(%32) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1], [3, 2]]> : tensor<3x2xi64>}> : (tensor<2x1xf32>) -> tensor<2x1xf32>
//>     %34 = stablehlo.concatenate %31, %15, %33, dim = 1 : (tensor<2x2xf32>, tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x7xf32>
//>     %35 = stablehlo.pad %34, %cst_10, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<2x7xf32>, tensor<f32>) -> tensor<2x9xf32>
//>     %36 = stablehlo.partition_id : tensor<ui32>
//>     %37 = stablehlo.convert %36 : (tensor<ui32>) -> tensor<i64>
//>     %38 = stablehlo.dynamic_slice %c_9, %37, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %39 = stablehlo.reshape %38 : (tensor<1xi64>) -> tensor<i64>
//>     %40 = stablehlo.dynamic_slice %35, %c_8, %39, sizes = [2, 7] : (tensor<2x9xf32>, tensor<i64>, tensor<i64>) -> tensor<2x7xf32>
//>     %41 = stablehlo.slice %29 [0:2, 1:2] : (tensor<2x2xf32>) -> tensor<2x1xf32>
//>     %42 = "stablehlo.collective_permute"(%41) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<2x1xf32>) -> tensor<2x1xf32>
//>     %43 = stablehlo.concatenate %42, %29, dim = 1 : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
//>     %44 = stablehlo.pad %43, %cst_10, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
//>     %45 = stablehlo.partition_id : tensor<ui32>
//>     %46 = stablehlo.convert %45 : (tensor<ui32>) -> tensor<i64>
//>     %47 = stablehlo.dynamic_slice %c_7, %46, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %48 = stablehlo.reshape %47 : (tensor<1xi64>) -> tensor<i64>
//>     %49 = stablehlo.dynamic_slice %44, %c_8, %48, sizes = [2, 3] : (tensor<2x4xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
//>     %50 = stablehlo.partition_id : tensor<ui32>
//>     %51 = stablehlo.convert %50 : (tensor<ui32>) -> tensor<i64>
//>     %52 = stablehlo.dynamic_slice %c_6, %51, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %53 = stablehlo.reshape %52 : (tensor<1xi64>) -> tensor<i64>
//>     %54 = stablehlo.iota dim = 0 : tensor<3xi64>
//>     %55 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<i64>) -> tensor<3xi64>
//>     %56 = stablehlo.add %54, %55 : tensor<3xi64>
//>     %57 = stablehlo.compare GE, %56, %c_5 : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
//>     %58 = stablehlo.compare LT, %56, %c_4 : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
//>     %59 = stablehlo.and %57, %58 : tensor<3xi1>
//>     %60 = stablehlo.broadcast_in_dim %59, dims = [1] : (tensor<3xi1>) -> tensor<2x3xi1>
//>     %61 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
//>     %62 = stablehlo.select %60, %49, %61 : tensor<2x3xi1>, tensor<2x3xf32>
//>     %63 = "stablehlo.select_and_scatter"(%40, %62, %cst) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %84 = stablehlo.compare GE, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       stablehlo.return %84 : tensor<i1>
//>     }, {
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %84 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>       stablehlo.return %84 : tensor<f32>
//>     }) : (tensor<2x7xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x7xf32>
//>     %64 = stablehlo.partition_id : tensor<ui32>
//>     %65 = stablehlo.convert %64 : (tensor<ui32>) -> tensor<i64>
//>     %66 = stablehlo.dynamic_slice %c_3, %65, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %67 = stablehlo.reshape %66 : (tensor<1xi64>) -> tensor<i64>
//>     %68 = stablehlo.dynamic_slice %63, %c_8, %67, sizes = [2, 4] : (tensor<2x7xf32>, tensor<i64>, tensor<i64>) -> tensor<2x4xf32>
//>     %69 = stablehlo.slice %68 [0:2, 0:4] : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>     %70 = stablehlo.iota dim = 0 : tensor<4xi32>
//>     %71 = stablehlo.partition_id : tensor<ui32>
//>     %72 = stablehlo.convert %71 : (tensor<ui32>) -> tensor<i64>
//>     %c_11 = stablehlo.constant dense<[0, 4, 8, 12]> : tensor<4xi64>
//>     %73 = stablehlo.dynamic_slice %c_11, %72, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %74 = stablehlo.reshape %73 : (tensor<1xi64>) -> tensor<i64>
//>     %75 = stablehlo.convert %74 : (tensor<i64>) -> tensor<i32>
//>     %76 = stablehlo.broadcast_in_dim %75, dims = [] : (tensor<i32>) -> tensor<4xi32>
//>     %77 = stablehlo.add %70, %76 : tensor<4xi32>
//>     %c_12 = stablehlo.constant dense<15> : tensor<i32>
//>     %78 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<4xi32>
//>     %79 = stablehlo.compare LT, %77, %78 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
//>     %80 = stablehlo.broadcast_in_dim %79, dims = [1] : (tensor<4xi1>) -> tensor<2x4xi1>
//>     %81 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
//>     %82 = stablehlo.select %80, %69, %81 : tensor<2x4xi1>, tensor<2x4xf32>
//>     %83 = stablehlo.pad %82, %cst, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
//>     return %83 : tensor<2x4xf32>
//>   }
//> }
