// What a slice takes comes from few devices: only they send, and each of them
// just what its receiver needs.
// RUN: shardflow partition -q --propagate %s

sdy.mesh @mesh = <["x"=4]>

// The result's shards of 2 are halves of the shards of the first two devices.
func.func @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %arg0 [0:8] : (tensor<16xf32>) -> tensor<8xf32>
  // Begins at 12, as 15 is too large: device 3 sends an element to each other
  // one, and all are gathered.
  %c = stablehlo.constant dense<15> : tensor<i32>
  %1 = stablehlo.dynamic_slice %arg0, %c, sizes = [4] : (tensor<16xf32>, tensor<i32>) -> tensor<4xf32>
  // Each device needs two shards, devices 0 and 1 those of %arg0.
  %2 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<4xf32>, tensor<32xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
//>     %c = stablehlo.constant dense<[4, 2, 2, 0]> : tensor<4xi64>
//>     %c_0 = stablehlo.constant dense<[2, 0, 0, 0]> : tensor<4xi64>
//>     %c_1 = stablehlo.constant dense<[0, 2, 0, 0]> : tensor<4xi64>
//>     %0 = stablehlo.partition_id : tensor<ui32>
//>     %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
//>     %2 = stablehlo.dynamic_slice %c_1, %1, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
//>     %4 = stablehlo.dynamic_slice %arg0, %3, sizes = [2] : (tensor<4xf32>, tensor<i64>) -> tensor<2xf32>
//>     %5 = "stablehlo.collective_permute"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[1, 3]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
//>     %6 = stablehlo.partition_id : tensor<ui32>
//>     %7 = stablehlo.convert %6 : (tensor<ui32>) -> tensor<i64>
//>     %8 = stablehlo.dynamic_slice %c_0, %7, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %9 = stablehlo.reshape %8 : (tensor<1xi64>) -> tensor<i64>
//>     %10 = stablehlo.dynamic_slice %arg0, %9, sizes = [2] : (tensor<4xf32>, tensor<i64>) -> tensor<2xf32>
//>     %11 = "stablehlo.collective_permute"(%10) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
//>     %12 = stablehlo.concatenate %5, %11, %arg0, dim = 0 : (tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) -> tensor<8xf32>
//>     %13 = stablehlo.partition_id : tensor<ui32>
//>     %14 = stablehlo.convert %13 : (tensor<ui32>) -> tensor<i64>
//>     %15 = stablehlo.dynamic_slice %c, %14, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %16 = stablehlo.reshape %15 : (tensor<1xi64>) -> tensor<i64>
//>     %17 = stablehlo.dynamic_slice %12, %16, sizes = [2] : (tensor<8xf32>, tensor<i64>) -> tensor<2xf32>
//>     %18 = stablehlo.slice %17 [0:2] : (tensor<2xf32>) -> tensor<2xf32>
//>     %c_2 = stablehlo.constant dense<[6, 5, 4, 3]> : tensor<4xi64>
//>     %c_3 = stablehlo.constant dense<0> : tensor<4xi64>
//>     %c_4 = stablehlo.constant dense<[0, 0, 0, 1]> : tensor<4xi64>
//>     %c_5 = stablehlo.constant dense<[0, 0, 0, 2]> : tensor<4xi64>
//>     %19 = stablehlo.partition_id : tensor<ui32>
//>     %20 = stablehlo.convert %19 : (tensor<ui32>) -> tensor<i64>
//>     %21 = stablehlo.dynamic_slice %c_5, %20, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %22 = stablehlo.reshape %21 : (tensor<1xi64>) -> tensor<i64>
//>     %23 = stablehlo.dynamic_slice %arg0, %22, sizes = [1] : (tensor<4xf32>, tensor<i64>) -> tensor<1xf32>
//>     %24 = "stablehlo.collective_permute"(%23) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, source_target_pairs = dense<[[3, 2]]> : tensor<1x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
//>     %25 = stablehlo.partition_id : tensor<ui32>
//>     %26 = stablehlo.convert %25 : (tensor<ui32>) -> tensor<i64>
//>     %27 = stablehlo.dynamic_slice %c_4, %26, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %28 = stablehlo.reshape %27 : (tensor<1xi64>) -> tensor<i64>
//>     %29 = stablehlo.dynamic_slice %arg0, %28, sizes = [1] : (tensor<4xf32>, tensor<i64>) -> tensor<1xf32>
//>     %30 = "stablehlo.collective_permute"(%29) <{channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>, source_target_pairs = dense<[[3, 1]]> : tensor<1x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
//>     %31 = stablehlo.partition_id : tensor<ui32>
//>     %32 = stablehlo.convert %31 : (tensor<ui32>) -> tensor<i64>
//>     %33 = stablehlo.dynamic_slice %c_3, %32, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %34 = stablehlo.reshape %33 : (tensor<1xi64>) -> tensor<i64>
//>     %35 = stablehlo.dynamic_slice %arg0, %34, sizes = [1] : (tensor<4xf32>, tensor<i64>) -> tensor<1xf32>
//>     %36 = "stablehlo.collective_permute"(%35) <{channel_handle = #stablehlo.channel_handle<handle = 9, type = 1>, source_target_pairs = dense<[[3, 0]]> : tensor<1x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
//>     %37 = stablehlo.concatenate %arg0, %24, %30, %36, dim = 0 : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<7xf32>
//>     %38 = stablehlo.partition_id : tensor<ui32>
//>     %39 = stablehlo.convert %38 : (tensor<ui32>) -> tensor<i64>
//>     %40 = stablehlo.dynamic_slice %c_2, %39, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %41 = stablehlo.reshape %40 : (tensor<1xi64>) -> tensor<i64>
//>     %42 = stablehlo.dynamic_slice %37, %41, sizes = [1] : (tensor<7xf32>, tensor<i64>) -> tensor<1xf32>
//>     %43 = stablehlo.slice %42 [0:1] : (tensor<1xf32>) -> tensor<1xf32>
//>     %44 = "stablehlo.all_gather"(%43) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 10, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<1xf32>) -> tensor<4xf32>
//>     %c_6 = stablehlo.constant dense<16> : tensor<8xi64>
//>     %c_7 = stablehlo.constant dense<[0, 8, 16, 24]> : tensor<4xi64>
//>     %c_8 = stablehlo.constant dense<[4, 4, 0, 4]> : tensor<4xi64>
//>     %c_9 = stablehlo.constant dense<[0, 4, 4, 4]> : tensor<4xi64>
//>     %45 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
//>     %46 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[3, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
//>     %47 = stablehlo.concatenate %arg0, %45, %46, dim = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>
//>     %48 = stablehlo.partition_id : tensor<ui32>
//>     %49 = stablehlo.convert %48 : (tensor<ui32>) -> tensor<i64>
//>     %50 = stablehlo.dynamic_slice %c_9, %49, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %51 = stablehlo.reshape %50 : (tensor<1xi64>) -> tensor<i64>
//>     %52 = stablehlo.dynamic_slice %47, %51, sizes = [8] : (tensor<12xf32>, tensor<i64>) -> tensor<8xf32>
//>     %53 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
//>     %54 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[1, 2], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
//>     %55 = stablehlo.concatenate %53, %54, %arg1, dim = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>
//>     %56 = stablehlo.partition_id : tensor<ui32>
//>     %57 = stablehlo.convert %56 : (tensor<ui32>) -> tensor<i64>
//>     %58 = stablehlo.dynamic_slice %c_8, %57, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %59 = stablehlo.reshape %58 : (tensor<1xi64>) -> tensor<i64>
//>     %60 = stablehlo.dynamic_slice %55, %59, sizes = [8] : (tensor<12xf32>, tensor<i64>) -> tensor<8xf32>
//>     %61 = stablehlo.partition_id : tensor<ui32>
//>     %62 = stablehlo.convert %61 : (tensor<ui32>) -> tensor<i64>
//>     %63 = stablehlo.dynamic_slice %c_7, %62, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %64 = stablehlo.reshape %63 : (tensor<1xi64>) -> tensor<i64>
//>     %65 = stablehlo.iota dim = 0 : tensor<8xi64>
//>     %66 = stablehlo.broadcast_in_dim %64, dims = [] : (tensor<i64>) -> tensor<8xi64>
//>     %67 = stablehlo.add %65, %66 : tensor<8xi64>
//>     %68 = stablehlo.compare GE, %67, %c_6 : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1>
//>     %69 = stablehlo.select %68, %60, %52 : tensor<8xi1>, tensor<8xf32>
//>     return %18, %44, %69 : tensor<2xf32>, tensor<4xf32>, tensor<8xf32>
//>   }
//> }
