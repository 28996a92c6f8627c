// A dimension that is sharded along more, or fewer, axes that don't divide it: 18
// elements are in shards of 9 on two devices, of 5 on four. They are padded to 20 for
// the reshard, so only the element at the border moves in addition.
// RUN: shardflow partition --as-is --check --always-gather %s

sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func public @main(%arg0: tensor<18xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<18xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.exponential %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<18xf32>
  // Device 1 gets element 9 from device 2, and takes elements 5..9.
  %1 = sdy.reshard %0 <@mesh, [{"x", "y"}]> : tensor<18xf32>
  %2 = stablehlo.sine %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y"}]>]>} : tensor<18xf32>
  // Gathered pairs of shards are elements 0..9 and 10..17.
  %3 = sdy.reshard %2 <@mesh, [{"x"}]> : tensor<18xf32>
  return %3 : tensor<18xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2]>
//>   func.func public @main(%arg0: tensor<9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.exponential %arg0 : tensor<9xf32>
//>     %c = stablehlo.constant dense<[0, 0, 1, 1]> : tensor<4xi64>
//>     %1 = stablehlo.slice %0 [0:1] : (tensor<9xf32>) -> tensor<1xf32>
//>     %2 = "stablehlo.collective_permute"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[2, 0], [3, 1]]> : tensor<2x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
//>     %3 = stablehlo.concatenate %0, %2, dim = 0 : (tensor<9xf32>, tensor<1xf32>) -> tensor<10xf32>
//>     %4 = stablehlo.pad %3, %cst, low = [0], high = [1], interior = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<11xf32>
//>     %5 = stablehlo.partition_id : tensor<ui32>
//>     %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i64>
//>     %7 = stablehlo.dynamic_slice %c, %6, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %8 = stablehlo.reshape %7 : (tensor<1xi64>) -> tensor<i64>
//>     %9 = stablehlo.dynamic_slice %4, %8, sizes = [10] : (tensor<11xf32>, tensor<i64>) -> tensor<10xf32>
//>     %10 = stablehlo.pad %9, %cst, low = [0], high = [0], interior = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>
//>     %11 = stablehlo.partition_id : tensor<ui32>
//>     %12 = stablehlo.convert %11 : (tensor<ui32>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<[0, 5, 0, 5]> : tensor<4xi64>
//>     %13 = stablehlo.dynamic_slice %c_0, %12, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %14 = stablehlo.reshape %13 : (tensor<1xi64>) -> tensor<i64>
//>     %15 = stablehlo.dynamic_slice %10, %14, sizes = [5] : (tensor<10xf32>, tensor<i64>) -> tensor<5xf32>
//>     %16 = stablehlo.slice %15 [0:5] : (tensor<5xf32>) -> tensor<5xf32>
//>     %17 = stablehlo.sine %16 : tensor<5xf32>
//>     %18 = stablehlo.iota dim = 0 : tensor<5xi32>
//>     %19 = stablehlo.partition_id : tensor<ui32>
//>     %20 = stablehlo.convert %19 : (tensor<ui32>) -> tensor<i64>
//>     %c_1 = stablehlo.constant dense<[0, 5, 10, 15]> : tensor<4xi64>
//>     %21 = stablehlo.dynamic_slice %c_1, %20, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %22 = stablehlo.reshape %21 : (tensor<1xi64>) -> tensor<i64>
//>     %23 = stablehlo.convert %22 : (tensor<i64>) -> tensor<i32>
//>     %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<i32>) -> tensor<5xi32>
//>     %25 = stablehlo.add %18, %24 : tensor<5xi32>
//>     %c_2 = stablehlo.constant dense<18> : tensor<i32>
//>     %26 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<5xi32>
//>     %27 = stablehlo.compare LT, %25, %26 : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
//>     %28 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5xf32>
//>     %29 = stablehlo.select %27, %17, %28 : tensor<5xi1>, tensor<5xf32>
//>     %30 = stablehlo.pad %29, %cst, low = [0], high = [0], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
//>     %31 = "stablehlo.all_gather"(%30) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<5xf32>) -> tensor<10xf32>
//>     %c_3 = stablehlo.constant dense<[1, 1, 0, 0]> : tensor<4xi64>
//>     %32 = stablehlo.slice %31 [9:10] : (tensor<10xf32>) -> tensor<1xf32>
//>     %33 = "stablehlo.collective_permute"(%32) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
//>     %34 = stablehlo.concatenate %33, %31, dim = 0 : (tensor<1xf32>, tensor<10xf32>) -> tensor<11xf32>
//>     %35 = stablehlo.partition_id : tensor<ui32>
//>     %36 = stablehlo.convert %35 : (tensor<ui32>) -> tensor<i64>
//>     %37 = stablehlo.dynamic_slice %c_3, %36, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %38 = stablehlo.reshape %37 : (tensor<1xi64>) -> tensor<i64>
//>     %39 = stablehlo.dynamic_slice %34, %38, sizes = [9] : (tensor<11xf32>, tensor<i64>) -> tensor<9xf32>
//>     %40 = stablehlo.slice %39 [0:9] : (tensor<9xf32>) -> tensor<9xf32>
//>     return %40 : tensor<9xf32>
//>   }
//> }
