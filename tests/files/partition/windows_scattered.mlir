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
//>     %2 = stablehlo.iota dim = 1 : tensor<2x4xi32>
//>     %3 = stablehlo.partition_id : tensor<ui32>
//>     %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 4, 8, 12]> : tensor<4xi64>
//>     %5 = stablehlo.dynamic_slice %c, %4, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %6 = stablehlo.reshape %5 : (tensor<1xi64>) -> tensor<i64>
//>     %7 = stablehlo.convert %6 : (tensor<i64>) -> tensor<i32>
//>     %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
//>     %9 = stablehlo.add %2, %8 : tensor<2x4xi32>
//>     %c_0 = stablehlo.constant dense<15> : tensor<i32>
//>     %10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
//>     %11 = stablehlo.compare LT, %9, %10 : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
//>     %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
//>     %13 = stablehlo.select %11, %0, %12 : tensor<2x4xi1>, tensor<2x4xf32>
//>     %14 = stablehlo.pad %13, %cst, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
//>     %15 = stablehlo.iota dim = 1 : tensor<2x2xi32>
//>     %16 = stablehlo.partition_id : tensor<ui32>
//>     %17 = stablehlo.convert %16 : (tensor<ui32>) -> tensor<i64>
//>     %c_1 = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi64>
//>     %18 = stablehlo.dynamic_slice %c_1, %17, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %19 = stablehlo.reshape %18 : (tensor<1xi64>) -> tensor<i64>
//>     %20 = stablehlo.convert %19 : (tensor<i64>) -> tensor<i32>
//>     %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
//>     %22 = stablehlo.add %15, %21 : tensor<2x2xi32>
//>     %c_2 = stablehlo.constant dense<7> : tensor<i32>
//>     %23 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
//>     %24 = stablehlo.compare LT, %22, %23 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
//>     %25 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
//>     %26 = stablehlo.select %24, %1, %25 : tensor<2x2xi1>, tensor<2x2xf32>
//>     %27 = stablehlo.pad %26, %cst, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
//>     %c_3 = stablehlo.constant dense<[0, 2, 2, 2]> : tensor<4xi64>
//>     %c_4 = stablehlo.constant dense<7> : tensor<2x3xi64>
//>     %c_5 = stablehlo.constant dense<0> : tensor<2x3xi64>
//>     %c_6 = stablehlo.constant dense<[0, 1, 3, 5]> : tensor<4xi64>
//>     %c_7 = stablehlo.constant dense<[1, 0, 0, 0]> : tensor<4xi64>
//>     %c_8 = stablehlo.constant dense<0> : tensor<i64>
//>     %c_9 = stablehlo.constant dense<[2, 0, 0, 0]> : tensor<4xi64>
//>     %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %28 = stablehlo.slice %14 [0:2, 2:4] : (tensor<2x4xf32>) -> tensor<2x2xf32>
//>     %29 = "stablehlo.collective_permute"(%28) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
//>     %30 = stablehlo.slice %14 [0:2, 0:1] : (tensor<2x4xf32>) -> tensor<2x1xf32>
//>     %31 = "stablehlo.collective_permute"(%30) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1], [3, 2]]> : tensor<3x2xi64>}> : (tensor<2x1xf32>) -> tensor<2x1xf32>
//>     %32 = stablehlo.concatenate %29, %14, %31, dim = 1 : (tensor<2x2xf32>, tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x7xf32>
//>     %33 = stablehlo.pad %32, %cst_10, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<2x7xf32>, tensor<f32>) -> tensor<2x9xf32>
//>     %34 = stablehlo.partition_id : tensor<ui32>
//>     %35 = stablehlo.convert %34 : (tensor<ui32>) -> tensor<i64>
//>     %36 = stablehlo.dynamic_slice %c_9, %35, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %37 = stablehlo.reshape %36 : (tensor<1xi64>) -> tensor<i64>
//>     %38 = stablehlo.dynamic_slice %33, %c_8, %37, sizes = [2, 7] : (tensor<2x9xf32>, tensor<i64>, tensor<i64>) -> tensor<2x7xf32>
//>     %39 = stablehlo.slice %27 [0:2, 1:2] : (tensor<2x2xf32>) -> tensor<2x1xf32>
//>     %40 = "stablehlo.collective_permute"(%39) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<2x1xf32>) -> tensor<2x1xf32>
//>     %41 = stablehlo.concatenate %40, %27, dim = 1 : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
//>     %42 = stablehlo.pad %41, %cst_10, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
//>     %43 = stablehlo.partition_id : tensor<ui32>
//>     %44 = stablehlo.convert %43 : (tensor<ui32>) -> tensor<i64>
//>     %45 = stablehlo.dynamic_slice %c_7, %44, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %46 = stablehlo.reshape %45 : (tensor<1xi64>) -> tensor<i64>
//>     %47 = stablehlo.dynamic_slice %42, %c_8, %46, sizes = [2, 3] : (tensor<2x4xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
//>     %48 = stablehlo.partition_id : tensor<ui32>
//>     %49 = stablehlo.convert %48 : (tensor<ui32>) -> tensor<i64>
//>     %50 = stablehlo.dynamic_slice %c_6, %49, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %51 = stablehlo.reshape %50 : (tensor<1xi64>) -> tensor<i64>
//>     %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<i64>) -> tensor<2x3xi64>
//>     %53 = stablehlo.iota dim = 1 : tensor<2x3xi64>
//>     %54 = stablehlo.add %53, %52 : tensor<2x3xi64>
//>     %55 = stablehlo.compare GE, %54, %c_5 : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
//>     %56 = stablehlo.compare LT, %54, %c_4 : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
//>     %57 = stablehlo.and %55, %56 : tensor<2x3xi1>
//>     %58 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
//>     %59 = stablehlo.select %57, %47, %58 : tensor<2x3xi1>, tensor<2x3xf32>
//>     %60 = "stablehlo.select_and_scatter"(%38, %59, %cst) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %80 = stablehlo.compare GE, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       stablehlo.return %80 : tensor<i1>
//>     }, {
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %80 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>       stablehlo.return %80 : tensor<f32>
//>     }) : (tensor<2x7xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x7xf32>
//>     %61 = stablehlo.partition_id : tensor<ui32>
//>     %62 = stablehlo.convert %61 : (tensor<ui32>) -> tensor<i64>
//>     %63 = stablehlo.dynamic_slice %c_3, %62, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %64 = stablehlo.reshape %63 : (tensor<1xi64>) -> tensor<i64>
//>     %65 = stablehlo.dynamic_slice %60, %c_8, %64, sizes = [2, 4] : (tensor<2x7xf32>, tensor<i64>, tensor<i64>) -> tensor<2x4xf32>
//>     %66 = stablehlo.slice %65 [0:2, 0:4] : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>     %67 = stablehlo.iota dim = 1 : tensor<2x4xi32>
//>     %68 = stablehlo.partition_id : tensor<ui32>
//>     %69 = stablehlo.convert %68 : (tensor<ui32>) -> tensor<i64>
//>     %c_11 = stablehlo.constant dense<[0, 4, 8, 12]> : tensor<4xi64>
//>     %70 = stablehlo.dynamic_slice %c_11, %69, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %71 = stablehlo.reshape %70 : (tensor<1xi64>) -> tensor<i64>
//>     %72 = stablehlo.convert %71 : (tensor<i64>) -> tensor<i32>
//>     %73 = stablehlo.broadcast_in_dim %72, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
//>     %74 = stablehlo.add %67, %73 : tensor<2x4xi32>
//>     %c_12 = stablehlo.constant dense<15> : tensor<i32>
//>     %75 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
//>     %76 = stablehlo.compare LT, %74, %75 : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
//>     %77 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
//>     %78 = stablehlo.select %76, %66, %77 : tensor<2x4xi1>, tensor<2x4xf32>
//>     %79 = stablehlo.pad %78, %cst, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
//>     return %79 : tensor<2x4xf32>
//>   }
//> }
