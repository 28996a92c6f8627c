// Reductions along sharded dimensions: every device reduces its shard, and the
// results of the shards are combined.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @line = <["i"=4]>

func.func public @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>},
                       %arg1: tensor<16x8xi1> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>},
                       %arg2: tensor<16x8xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>},
                       %arg3: tensor<1x16x2xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}, {}]>},
                       %arg4: tensor<1x16x2xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}, {}]>})
    -> (tensor<8xf32>, tensor<8xi1>, tensor<8xi32>, tensor<8xf32>, tensor<8xi32>, tensor<3x2x2xf32>) {
  // A product that begins with 2: shards begin with 1.
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %two) applies stablehlo.multiply across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %1 = stablehlo.reduce(%arg1 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<16x8xi1>, tensor<i1>) -> tensor<8xi1>
  // No collective combines bits, but the results of the shards are few.
  %none = stablehlo.constant dense<5> : tensor<i32>
  %2 = stablehlo.reduce(%arg2 init: %none) applies stablehlo.xor across dimensions = [0] : (tensor<16x8xi32>, tensor<i32>) -> tensor<8xi32>
  // The largest, and where it is.
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %iota = stablehlo.iota dim = 0 : tensor<16x8xi32>
  %3:2 = stablehlo.reduce(%arg0 init: %low), (%iota init: %zero) across dimensions = [0] : (tensor<16x8xf32>, tensor<16x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<i32>, %s: tensor<i32>) {
    %g = stablehlo.compare GT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %e = stablehlo.compare EQ, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %l = stablehlo.compare LT, %r, %s, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b = stablehlo.and %e, %l : tensor<i1>
    %t = stablehlo.or %g, %b : tensor<i1>
    %x = stablehlo.select %g, %p, %q : tensor<i1>, tensor<f32>
    %y = stablehlo.select %t, %r, %s : tensor<i1>, tensor<i32>
    stablehlo.return %x, %y : tensor<f32>, tensor<i32>
  }
  // The gradient of a kernel: both operands are sharded along the rows that are
  // contracted. One row comes from each neighbour; the sums are combined.
  %4 = stablehlo.convolution(%arg3, %arg4) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {stride = [1], pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x2xf32>, tensor<1x16x2xf32>) -> tensor<3x2x2xf32>
  return %0, %1, %2, %3#0, %3#1, %4 : tensor<8xf32>, tensor<8xi1>, tensor<8xi32>, tensor<8xf32>, tensor<8xi32>, tensor<3x2x2xf32>
}

//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   func.func public @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg1: tensor<4x8xi1> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg2: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg3: tensor<1x4x2xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}, {}]>}, %arg4: tensor<1x4x2xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}, {}]>}) -> (tensor<8xf32>, tensor<8xi1>, tensor<8xi32>, tensor<8xf32>, tensor<8xi32>, tensor<3x2x2xf32>) {
//>     %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %c_0 = stablehlo.constant dense<5> : tensor<i32>
//>     %c_1 = stablehlo.constant dense<true> : tensor<i1>
//>     %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
//>     %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//>     %0 = stablehlo.reduce(%arg0 init: %cst_3) applies stablehlo.multiply across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
//>       %31 = stablehlo.multiply %arg5, %arg6 : tensor<f32>
//>       stablehlo.return %31 : tensor<f32>
//>     }) : (tensor<8xf32>) -> tensor<8xf32>
//>     %2 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8xf32>
//>     %3 = stablehlo.multiply %1, %2 : tensor<8xf32>
//>     %4 = stablehlo.reduce(%arg1 init: %c_1) applies stablehlo.and across dimensions = [0] : (tensor<4x8xi1>, tensor<i1>) -> tensor<8xi1>
//>     %5 = "stablehlo.all_reduce"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg5: tensor<i1>, %arg6: tensor<i1>):
//>       %31 = stablehlo.minimum %arg5, %arg6 : tensor<i1>
//>       stablehlo.return %31 : tensor<i1>
//>     }) : (tensor<8xi1>) -> tensor<8xi1>
//>     %6 = stablehlo.reshape %arg2 : (tensor<4x8xi32>) -> tensor<1x4x8xi32>
//>     %7 = stablehlo.reduce(%6 init: %c) applies stablehlo.xor across dimensions = [1] : (tensor<1x4x8xi32>, tensor<i32>) -> tensor<1x8xi32>
//>     %8 = "stablehlo.all_gather"(%7) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<1x8xi32>) -> tensor<4x8xi32>
//>     %9 = stablehlo.reduce(%8 init: %c_0) applies stablehlo.xor across dimensions = [0] : (tensor<4x8xi32>, tensor<i32>) -> tensor<8xi32>
//>     %10 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
//>     %11 = stablehlo.iota dim = 0 : tensor<4x8xi32>
//>     %12 = stablehlo.partition_id : tensor<ui32>
//>     %13 = stablehlo.convert %12 : (tensor<ui32>) -> tensor<i64>
//>     %c_4 = stablehlo.constant dense<[0, 4, 8, 12]> : tensor<4xi64>
//>     %14 = stablehlo.dynamic_slice %c_4, %13, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %15 = stablehlo.reshape %14 : (tensor<1xi64>) -> tensor<i64>
//>     %16 = stablehlo.convert %15 : (tensor<i64>) -> tensor<i32>
//>     %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<4x8xi32>
//>     %18 = stablehlo.add %11, %17 : tensor<4x8xi32>
//>     %19 = stablehlo.reshape %18 : (tensor<4x8xi32>) -> tensor<1x4x8xi32>
//>     %20:2 = stablehlo.reduce(%10 init: %cst), (%19 init: %c) across dimensions = [1] : (tensor<1x4x8xf32>, tensor<1x4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x8xf32>, tensor<1x8xi32>)
//>      reducer(%arg5: tensor<f32>, %arg7: tensor<f32>) (%arg6: tensor<i32>, %arg8: tensor<i32>)  {
//>       %31 = stablehlo.compare GT, %arg5, %arg7, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       %32 = stablehlo.compare EQ, %arg5, %arg7, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       %33 = stablehlo.compare LT, %arg6, %arg8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       %34 = stablehlo.and %32, %33 : tensor<i1>
//>       %35 = stablehlo.or %31, %34 : tensor<i1>
//>       %36 = stablehlo.select %31, %arg5, %arg7 : tensor<i1>, tensor<f32>
//>       %37 = stablehlo.select %35, %arg6, %arg8 : tensor<i1>, tensor<i32>
//>       stablehlo.return %36, %37 : tensor<f32>, tensor<i32>
//>     }
//>     %21 = "stablehlo.all_gather"(%20#0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<1x8xf32>) -> tensor<4x8xf32>
//>     %22 = "stablehlo.all_gather"(%20#1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<1x8xi32>) -> tensor<4x8xi32>
//>     %23:2 = stablehlo.reduce(%21 init: %cst), (%22 init: %c) across dimensions = [0] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
//>      reducer(%arg5: tensor<f32>, %arg7: tensor<f32>) (%arg6: tensor<i32>, %arg8: tensor<i32>)  {
//>       %31 = stablehlo.compare GT, %arg5, %arg7, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       %32 = stablehlo.compare EQ, %arg5, %arg7, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       %33 = stablehlo.compare LT, %arg6, %arg8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       %34 = stablehlo.and %32, %33 : tensor<i1>
//>       %35 = stablehlo.or %31, %34 : tensor<i1>
//>       %36 = stablehlo.select %31, %arg5, %arg7 : tensor<i1>, tensor<f32>
//>       %37 = stablehlo.select %35, %arg6, %arg8 : tensor<i1>, tensor<i32>
//>       stablehlo.return %36, %37 : tensor<f32>, tensor<i32>
//>     }
//>     %24 = stablehlo.slice %arg3 [0:1, 3:4, 0:2] : (tensor<1x4x2xf32>) -> tensor<1x1x2xf32>
//>     %25 = "stablehlo.collective_permute"(%24) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
//>     %26 = stablehlo.slice %arg3 [0:1, 0:1, 0:2] : (tensor<1x4x2xf32>) -> tensor<1x1x2xf32>
//>     %27 = "stablehlo.collective_permute"(%26) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1], [3, 2]]> : tensor<3x2xi64>}> : (tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
//>     %28 = stablehlo.concatenate %25, %arg3, %27, dim = 1 : (tensor<1x1x2xf32>, tensor<1x4x2xf32>, tensor<1x1x2xf32>) -> tensor<1x6x2xf32>
//>     %29 = stablehlo.convolution(%28, %arg4) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {stride = [1], pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x2xf32>, tensor<1x4x2xf32>) -> tensor<3x2x2xf32>
//>     %30 = "stablehlo.all_reduce"(%29) <{channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
//>       %31 = stablehlo.add %arg5, %arg6 : tensor<f32>
//>       stablehlo.return %31 : tensor<f32>
//>     }) : (tensor<3x2x2xf32>) -> tensor<3x2x2xf32>
//>     return %3, %5, %9, %23#0, %23#1, %30 : tensor<8xf32>, tensor<8xi1>, tensor<8xi32>, tensor<8xf32>, tensor<8xi32>, tensor<3x2x2xf32>
//>   }
//> }
