module @jit_ring_attention attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]> {stablehlo.mesh = {axes = [{name = "d", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}, {}]>}, %arg1: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}, {}]>}, %arg2: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}, {}]>}) -> (tensor<2x32x4x8xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0, %arg1, %arg2) in_shardings=[<@mesh, [{}, {"d"}, {}, {}]>, <@mesh, [{}, {"d"}, {}, {}]>, <@mesh, [{}, {"d"}, {}, {}]>] out_shardings=[<@mesh, [{}, {"d"}, {}, {}]>] manual_axes={"d"} (%arg3: tensor<2x4x4x8xf32>, %arg4: tensor<2x4x4x8xf32>, %arg5: tensor<2x4x4x8xf32>) {
      %1 = stablehlo.transpose %arg3, dims = [0, 2, 1, 3] : (tensor<2x4x4x8xf32>) -> tensor<2x4x4x8xf32>
      %c = stablehlo.constant dense<0> : tensor<i32>
      %2 = stablehlo.convert %c : (tensor<i32>) -> tensor<f32>
      %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<2x4x4x8xf32>
      %4 = stablehlo.multiply %1, %3 : tensor<2x4x4x8xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [3] : (tensor<2x4x4x8xf32>, tensor<f32>) -> tensor<2x4x4xf32>
      %cst_0 = stablehlo.constant dense<1.000000e+30> : tensor<f32>
      %6 = stablehlo.convert %cst_0 : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %8 = stablehlo.subtract %5, %7 : tensor<2x4x4xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.reduce(%4 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<2x4x4x8xf32>, tensor<f32>) -> tensor<2x4x4xf32>
      %c_2 = stablehlo.constant dense<0> : tensor<i32>
      %10:7 = stablehlo.while(%iterArg = %arg3, %iterArg_3 = %c_2, %iterArg_4 = %8, %iterArg_5 = %9, %iterArg_6 = %4, %iterArg_7 = %arg4, %iterArg_8 = %arg5) : tensor<2x4x4x8xf32>, tensor<i32>, tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<2x4x4x8xf32>, tensor<2x4x4x8xf32>, tensor<2x4x4x8xf32>
      cond {
        %c_9 = stablehlo.constant dense<8> : tensor<i32>
        %15 = stablehlo.compare LT, %iterArg_3, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %15 : tensor<i1>
      } do {
        %15 = stablehlo.dot_general %iterArg, %iterArg_7, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4x8xf32>, tensor<2x4x4x8xf32>) -> tensor<2x4x4x4xf32>
        %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %16 = stablehlo.reduce(%15 init: %cst_9) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x4x4xf32>, tensor<f32>) -> tensor<2x4x4xf32>
        %17 = stablehlo.maximum %iterArg_4, %16 : tensor<2x4x4xf32>
        %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<2x4x4xf32>) -> tensor<2x4x4x1xf32>
        %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2, 3] : (tensor<2x4x4x1xf32>) -> tensor<2x4x4x4xf32>
        %20 = stablehlo.subtract %15, %19 : tensor<2x4x4x4xf32>
        %21 = stablehlo.exponential %20 : tensor<2x4x4x4xf32>
        %22 = stablehlo.subtract %iterArg_4, %17 : tensor<2x4x4xf32>
        %23 = stablehlo.exponential %22 : tensor<2x4x4xf32>
        %24 = stablehlo.multiply %iterArg_5, %23 : tensor<2x4x4xf32>
        %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %25 = stablehlo.reduce(%21 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<2x4x4x4xf32>, tensor<f32>) -> tensor<2x4x4xf32>
        %26 = stablehlo.add %24, %25 : tensor<2x4x4xf32>
        %27 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<2x4x4xf32>) -> tensor<2x4x4x1xf32>
        %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2, 3] : (tensor<2x4x4x1xf32>) -> tensor<2x4x4x8xf32>
        %29 = stablehlo.multiply %iterArg_6, %28 : tensor<2x4x4x8xf32>
        %30 = stablehlo.dot_general %21, %iterArg_8, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4x4xf32>, tensor<2x4x4x8xf32>) -> tensor<2x4x4x8xf32>
        %31 = stablehlo.add %29, %30 : tensor<2x4x4x8xf32>
        %32 = "stablehlo.collective_permute"(%iterArg_7) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0]]> : tensor<8x2xi64>}> : (tensor<2x4x4x8xf32>) -> tensor<2x4x4x8xf32>
        %33 = "stablehlo.collective_permute"(%iterArg_8) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0]]> : tensor<8x2xi64>}> : (tensor<2x4x4x8xf32>) -> tensor<2x4x4x8xf32>
        %c_11 = stablehlo.constant dense<1> : tensor<i32>
        %34 = stablehlo.add %iterArg_3, %c_11 : tensor<i32>
        stablehlo.return %iterArg, %34, %17, %26, %31, %32, %33 : tensor<2x4x4x8xf32>, tensor<i32>, tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<2x4x4x8xf32>, tensor<2x4x4x8xf32>, tensor<2x4x4x8xf32>
      }
      %11 = stablehlo.broadcast_in_dim %10#3, dims = [0, 1, 2] : (tensor<2x4x4xf32>) -> tensor<2x4x4x1xf32>
      %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2, 3] : (tensor<2x4x4x1xf32>) -> tensor<2x4x4x8xf32>
      %13 = stablehlo.divide %10#4, %12 : tensor<2x4x4x8xf32>
      %14 = stablehlo.transpose %13, dims = [0, 2, 1, 3] : (tensor<2x4x4x8xf32>) -> tensor<2x4x4x8xf32>
      sdy.return %14 : tensor<2x4x4x8xf32>
    } : (tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>) -> tensor<2x32x4x8xf32>
    return %0 : tensor<2x32x4x8xf32>
  }
}
