// RUN: shardflow partition -p -q --check %s

// The gradient of a loop, from JAX. Shardy leaves what the backward loop takes
// from the forward one less sharded than it is there, so that it would be gathered
// in each trip. Partitioning propagates further.

module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> (tensor<4x8xf32>, tensor<8x4xf32>) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"data"}, {}]> : tensor<8x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x8x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x8x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:7 = stablehlo.while(%iterArg = %arg1, %iterArg_6 = %arg2, %iterArg_7 = %c, %iterArg_8 = %0, %iterArg_9 = %1, %iterArg_10 = %2, %iterArg_11 = %3) : tensor<4x8xf32>, tensor<8x4xf32>, tensor<i32>, tensor<8x4xf32>, tensor<3x8x4xf32>, tensor<3x8x8xf32>, tensor<3x8x8xf32>
    cond {
      %c_12 = stablehlo.constant dense<3> : tensor<i32>
      %12 = stablehlo.compare LT, %iterArg_7, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %12 = stablehlo.dot_general %iterArg_8, %iterArg, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
      %13 = stablehlo.tanh %12 : tensor<8x8xf32>
      %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %14 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
      %15 = stablehlo.add %14, %13 : tensor<8x8xf32>
      %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %16 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
      %17 = stablehlo.subtract %16, %13 : tensor<8x8xf32>
      %18 = stablehlo.multiply %15, %17 : tensor<8x8xf32>
      %19 = stablehlo.dot_general %13, %iterArg_6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
      %20 = stablehlo.add %iterArg_8, %19 : tensor<8x4xf32>
      %21 = func.call @dynamic_update_index_in_dim(%iterArg_9, %iterArg_8, %iterArg_7) : (tensor<3x8x4xf32>, tensor<8x4xf32>, tensor<i32>) -> tensor<3x8x4xf32>
      %22 = func.call @dynamic_update_index_in_dim_0(%iterArg_10, %18, %iterArg_7) : (tensor<3x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<3x8x8xf32>
      %23 = func.call @dynamic_update_index_in_dim_0(%iterArg_11, %13, %iterArg_7) : (tensor<3x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<3x8x8xf32>
      %c_14 = stablehlo.constant dense<1> : tensor<i32>
      %24 = stablehlo.add %iterArg_7, %c_14 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_6, %24, %20, %21, %22, %23 : tensor<4x8xf32>, tensor<8x4xf32>, tensor<i32>, tensor<8x4xf32>, tensor<3x8x4xf32>, tensor<3x8x8xf32>, tensor<3x8x8xf32>
    }
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %6 = stablehlo.multiply %4#3, %5 : tensor<8x4xf32>
    %7 = stablehlo.multiply %5, %4#3 : tensor<8x4xf32>
    %8 = stablehlo.add %7, %6 : tensor<8x4xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %11:9 = stablehlo.while(%iterArg = %4#4, %iterArg_6 = %4#5, %iterArg_7 = %4#6, %iterArg_8 = %arg1, %iterArg_9 = %arg2, %iterArg_10 = %c_5, %iterArg_11 = %9, %iterArg_12 = %10, %iterArg_13 = %8) : tensor<3x8x4xf32>, tensor<3x8x8xf32>, tensor<3x8x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<i32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>
    cond {
      %c_14 = stablehlo.constant dense<3> : tensor<i32>
      %12 = stablehlo.compare LT, %iterArg_10, %c_14, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %c_14 = stablehlo.constant dense<3> : tensor<i32>
      %12 = stablehlo.subtract %c_14, %iterArg_10 : tensor<i32>
      %c_15 = stablehlo.constant dense<1> : tensor<i32>
      %13 = stablehlo.subtract %12, %c_15 : tensor<i32>
      %14 = func.call @dynamic_index_in_dim(%iterArg, %13) : (tensor<3x8x4xf32>, tensor<i32>) -> tensor<8x4xf32>
      %15 = func.call @dynamic_index_in_dim_1(%iterArg_6, %13) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %16 = func.call @dynamic_index_in_dim_1(%iterArg_7, %13) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %17 = stablehlo.dot_general %iterArg_13, %16, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      %18 = stablehlo.transpose %17, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
      %19 = stablehlo.add %iterArg_12, %18 : tensor<8x4xf32>
      %20 = stablehlo.dot_general %iterArg_13, %iterArg_9, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
      %21 = stablehlo.multiply %20, %15 : tensor<8x8xf32>
      %22 = stablehlo.dot_general %21, %14, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
      %23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
      %24 = stablehlo.add %iterArg_11, %23 : tensor<4x8xf32>
      %25 = stablehlo.dot_general %21, %iterArg_8, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<4x8xf32>) -> tensor<8x4xf32>
      %26 = stablehlo.add %iterArg_13, %25 : tensor<8x4xf32>
      %c_16 = stablehlo.constant dense<1> : tensor<i32>
      %27 = stablehlo.add %iterArg_10, %c_16 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %27, %24, %19, %26 : tensor<3x8x4xf32>, tensor<3x8x8xf32>, tensor<3x8x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<i32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>
    }
    return %11#6, %11#7 : tensor<4x8xf32>, tensor<8x4xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x8x4xf32>, %arg1: tensor<8x4xf32>, %arg2: tensor<i32>) -> tensor<3x8x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x4xf32>) -> tensor<1x8x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x8x4xf32>, tensor<1x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x4xf32>
    return %1 : tensor<3x8x4xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<3x8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<i32>) -> tensor<3x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x8xf32>
    return %1 : tensor<3x8x8xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x8x4xf32>, %arg1: tensor<i32>) -> tensor<8x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 4] : (tensor<3x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x4xf32>) -> tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x8x8xf32>, %arg1: tensor<i32>) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<3x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
}

//> module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
//>   sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
//>   func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
//>     %0 = stablehlo.partition_id : tensor<ui32>
//>     %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 0, 2, 2, 4, 4, 6, 6]> : tensor<8xi64>
//>     %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>     %4 = stablehlo.dynamic_slice %arg0, %3, %c_0, sizes = [2, 4] : (tensor<8x4xf32>, tensor<i64>, tensor<i64>) -> tensor<2x4xf32>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2x4xf32>
//>     %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2x4xf32>
//>     %c_1 = stablehlo.constant dense<0> : tensor<i32>
//>     %7:7 = stablehlo.while(%iterArg = %arg1, %iterArg_3 = %arg2, %iterArg_4 = %c_1, %iterArg_5 = %4, %iterArg_6 = %5, %iterArg_7 = %6, %iterArg_8 = %6) : tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>, tensor<2x4xf32>, tensor<3x2x4xf32>, tensor<3x2x4xf32>, tensor<3x2x4xf32>
//>     cond {
//>       %c_9 = stablehlo.constant dense<3> : tensor<i32>
//>       %16 = stablehlo.compare LT, %iterArg_4, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %16 : tensor<i1>
//>     } do {
//>       %16 = stablehlo.dot_general %iterArg_5, %iterArg, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
//>       %17 = stablehlo.tanh %16 : tensor<2x4xf32>
//>       %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//>       %18 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
//>       %19 = stablehlo.add %18, %17 : tensor<2x4xf32>
//>       %20 = stablehlo.subtract %18, %17 : tensor<2x4xf32>
//>       %21 = stablehlo.multiply %19, %20 : tensor<2x4xf32>
//>       %22 = stablehlo.dot_general %17, %iterArg_3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
//>       %23 = "stablehlo.all_reduce"(%22) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
//>       ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>         %32 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>         stablehlo.return %32 : tensor<f32>
//>       }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>       %24 = stablehlo.add %iterArg_5, %23 : tensor<2x4xf32>
//>       %25 = stablehlo.broadcast_in_dim %iterArg_5, dims = [1, 2] : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
//>       %26 = stablehlo.dynamic_update_slice %iterArg_6, %25, %iterArg_4, %c_1, %c_1 : (tensor<3x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x4xf32>
//>       %27 = stablehlo.broadcast_in_dim %21, dims = [1, 2] : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
//>       %28 = stablehlo.dynamic_update_slice %iterArg_7, %27, %iterArg_4, %c_1, %c_1 : (tensor<3x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x4xf32>
//>       %29 = stablehlo.broadcast_in_dim %17, dims = [1, 2] : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
//>       %30 = stablehlo.dynamic_update_slice %iterArg_8, %29, %iterArg_4, %c_1, %c_1 : (tensor<3x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x4xf32>
//>       %c_10 = stablehlo.constant dense<1> : tensor<i32>
//>       %31 = stablehlo.add %iterArg_4, %c_10 : tensor<i32>
//>       stablehlo.return %iterArg, %iterArg_3, %31, %24, %26, %28, %30 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>, tensor<2x4xf32>, tensor<3x2x4xf32>, tensor<3x2x4xf32>, tensor<3x2x4xf32>
//>     }
//>     %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//>     %8 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
//>     %9 = stablehlo.multiply %7#3, %8 : tensor<2x4xf32>
//>     %10 = stablehlo.multiply %8, %7#3 : tensor<2x4xf32>
//>     %11 = stablehlo.add %10, %9 : tensor<2x4xf32>
//>     %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
//>     %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
//>     %14:9 = stablehlo.while(%iterArg = %7#4, %iterArg_3 = %7#5, %iterArg_4 = %7#6, %iterArg_5 = %arg1, %iterArg_6 = %arg2, %iterArg_7 = %c_1, %iterArg_8 = %12, %iterArg_9 = %13, %iterArg_10 = %11) : tensor<3x2x4xf32>, tensor<3x2x4xf32>, tensor<3x2x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>
//>     cond {
//>       %c_11 = stablehlo.constant dense<3> : tensor<i32>
//>       %16 = stablehlo.compare LT, %iterArg_7, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %16 : tensor<i1>
//>     } do {
//>       %c_11 = stablehlo.constant dense<3> : tensor<i32>
//>       %16 = stablehlo.subtract %c_11, %iterArg_7 : tensor<i32>
//>       %c_12 = stablehlo.constant dense<1> : tensor<i32>
//>       %17 = stablehlo.subtract %16, %c_12 : tensor<i32>
//>       %18 = stablehlo.dynamic_slice %iterArg, %17, %c_1, %c_1, sizes = [1, 2, 4] : (tensor<3x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
//>       %19 = stablehlo.reshape %18 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
//>       %20 = stablehlo.dynamic_slice %iterArg_3, %17, %c_1, %c_1, sizes = [1, 2, 4] : (tensor<3x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
//>       %21 = stablehlo.reshape %20 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
//>       %22 = stablehlo.dynamic_slice %iterArg_4, %17, %c_1, %c_1, sizes = [1, 2, 4] : (tensor<3x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
//>       %23 = stablehlo.reshape %22 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
//>       %24 = stablehlo.dot_general %iterArg_10, %23, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
//>       %25 = stablehlo.dot_general %iterArg_10, %iterArg_6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
//>       %26 = stablehlo.multiply %25, %21 : tensor<2x4xf32>
//>       %27 = stablehlo.dot_general %26, %19, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
//>       %28:2 = "stablehlo.all_reduce"(%24, %27) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
//>       ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>         %37 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>         stablehlo.return %37 : tensor<f32>
//>       }) : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
//>       %29 = stablehlo.transpose %28#1, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>       %30 = stablehlo.add %iterArg_8, %29 : tensor<4x4xf32>
//>       %31 = stablehlo.dot_general %26, %iterArg_5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
//>       %32 = "stablehlo.all_reduce"(%31) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
//>       ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>         %37 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>         stablehlo.return %37 : tensor<f32>
//>       }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>       %33 = stablehlo.add %iterArg_10, %32 : tensor<2x4xf32>
//>       %34 = stablehlo.add %iterArg_7, %c_12 : tensor<i32>
//>       %35 = stablehlo.transpose %28#0, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>       %36 = stablehlo.add %iterArg_9, %35 : tensor<4x4xf32>
//>       stablehlo.return %iterArg, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %34, %30, %36, %33 : tensor<3x2x4xf32>, tensor<3x2x4xf32>, tensor<3x2x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>
//>     }
//>     %15 = "stablehlo.all_gather"(%14#7) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<8x4xf32>
//>     return %14#6, %15 : tensor<4x4xf32>, tensor<8x4xf32>
//>   }
//> }
