// XLA's CPU compiler cuts the operand of an all_to_all into a slice for each device. It
// would compute tanh (@main, @transposed) once for each slice, so a barrier stands in
// between. In @empty, 5 columns are padded to 8 for 4 devices: one device is sent a slice
// of nothing but padding. An argument (@argument) needs no barrier.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @mesh = <["x"=4]>

func.func public @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

func.func public @transposed(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

func.func public @empty(%a: tensor<8x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<f32> {
  %0 = sdy.reshard %a <@mesh, [{}, {"x"}]> : tensor<8x5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x5xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func public @argument(%a: tensor<8x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<f32> {
  %0 = sdy.reshard %a <@mesh, [{}, {"x"}]> : tensor<8x7xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x7xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]>
//>   func.func public @main(%arg0: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
//>     %0 = stablehlo.tanh %arg0 : tensor<2x8xf32>
//>     %1 = stablehlo.optimization_barrier %0 : tensor<2x8xf32>
//>     %2 = "stablehlo.all_to_all"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<2x8xf32>) -> tensor<8x2xf32>
//>     return %2 : tensor<8x2xf32>
//>   }
//>   func.func public @transposed(%arg0: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = stablehlo.tanh %arg0 : tensor<2x8xf32>
//>     %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x8xf32>) -> tensor<8x2xf32>
//>     %2 = stablehlo.optimization_barrier %1 : tensor<8x2xf32>
//>     %3 = "stablehlo.all_to_all"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<8x2xf32>) -> tensor<2x8xf32>
//>     return %3 : tensor<2x8xf32>
//>   }
//>   func.func public @empty(%arg0: tensor<2x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<f32> {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.pad %arg0, %cst_0, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x8xf32>
//>     %1 = stablehlo.optimization_barrier %0 : tensor<2x8xf32>
//>     %2 = "stablehlo.all_to_all"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<2x8xf32>) -> tensor<8x2xf32>
//>     %3 = stablehlo.iota dim = 0 : tensor<2xi32>
//>     %4 = stablehlo.partition_id : tensor<ui32>
//>     %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi64>
//>     %6 = stablehlo.dynamic_slice %c, %5, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>     %8 = stablehlo.convert %7 : (tensor<i64>) -> tensor<i32>
//>     %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %10 = stablehlo.add %3, %9 : tensor<2xi32>
//>     %c_1 = stablehlo.constant dense<5> : tensor<i32>
//>     %11 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %12 = stablehlo.compare LT, %10, %11 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
//>     %13 = stablehlo.broadcast_in_dim %12, dims = [1] : (tensor<2xi1>) -> tensor<8x2xi1>
//>     %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
//>     %15 = stablehlo.select %13, %2, %14 : tensor<8x2xi1>, tensor<8x2xf32>
//>     %16 = stablehlo.reduce(%15 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<f32>
//>     %17 = "stablehlo.all_reduce"(%16) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %18 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %18 : tensor<f32>
//>     }) : (tensor<f32>) -> tensor<f32>
//>     return %17 : tensor<f32>
//>   }
//>   func.func public @argument(%arg0: tensor<2x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<f32> {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.pad %arg0, %cst_0, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x7xf32>, tensor<f32>) -> tensor<2x8xf32>
//>     %1 = "stablehlo.all_to_all"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<2x8xf32>) -> tensor<8x2xf32>
//>     %2 = stablehlo.iota dim = 0 : tensor<2xi32>
//>     %3 = stablehlo.partition_id : tensor<ui32>
//>     %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi64>
//>     %5 = stablehlo.dynamic_slice %c, %4, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %6 = stablehlo.reshape %5 : (tensor<1xi64>) -> tensor<i64>
//>     %7 = stablehlo.convert %6 : (tensor<i64>) -> tensor<i32>
//>     %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %9 = stablehlo.add %2, %8 : tensor<2xi32>
//>     %c_1 = stablehlo.constant dense<7> : tensor<i32>
//>     %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %11 = stablehlo.compare LT, %9, %10 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
//>     %12 = stablehlo.broadcast_in_dim %11, dims = [1] : (tensor<2xi1>) -> tensor<8x2xi1>
//>     %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
//>     %14 = stablehlo.select %12, %1, %13 : tensor<8x2xi1>, tensor<8x2xf32>
//>     %15 = stablehlo.reduce(%14 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<f32>
//>     %16 = "stablehlo.all_reduce"(%15) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %17 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %17 : tensor<f32>
//>     }) : (tensor<f32>) -> tensor<f32>
//>     return %16 : tensor<f32>
//>   }
//> }
