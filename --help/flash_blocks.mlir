module @jit_flash_blocks attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}, {}]>}, %arg1: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}, {}]>}, %arg2: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}, {}]>}) -> (tensor<2x4x32x8xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg1 : (tensor<2x32x4x8xf32>) -> tensor<2x4x8x4x8xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2, 3, 4] : (tensor<2x4x8x4x8xf32>) -> tensor<4x2x8x4x8xf32>
    %2 = stablehlo.reshape %arg2 : (tensor<2x32x4x8xf32>) -> tensor<2x4x8x4x8xf32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2, 3, 4] : (tensor<2x4x8x4x8xf32>) -> tensor<4x2x8x4x8xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x4x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x4x32x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %7:7 = stablehlo.while(%iterArg = %1, %iterArg_2 = %3, %iterArg_3 = %arg0, %iterArg_4 = %c, %iterArg_5 = %4, %iterArg_6 = %5, %iterArg_7 = %6) : tensor<4x2x8x4x8xf32>, tensor<4x2x8x4x8xf32>, tensor<2x32x4x8xf32>, tensor<i32>, tensor<2x4x32xf32>, tensor<2x4x32xf32>, tensor<2x4x32x8xf32>
    cond {
      %c_8 = stablehlo.constant dense<4> : tensor<i32>
      %11 = stablehlo.compare LT, %iterArg_4, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    } do {
      %11 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_4) : (tensor<4x2x8x4x8xf32>, tensor<i32>) -> tensor<2x8x4x8xf32>
      %12 = func.call @dynamic_index_in_dim(%iterArg_2, %iterArg_4) : (tensor<4x2x8x4x8xf32>, tensor<i32>) -> tensor<2x8x4x8xf32>
      %13 = stablehlo.dot_general %iterArg_3, %11, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x32x4x8xf32>, tensor<2x8x4x8xf32>) -> tensor<2x4x32x8xf32>
      %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %14 = stablehlo.reduce(%13 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x32x8xf32>, tensor<f32>) -> tensor<2x4x32xf32>
      %15 = stablehlo.convert %iterArg_5 : tensor<2x4x32xf32>
      %16 = stablehlo.maximum %15, %14 : tensor<2x4x32xf32>
      %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<2x4x32xf32>) -> tensor<2x4x32x1xf32>
      %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2, 3] : (tensor<2x4x32x1xf32>) -> tensor<2x4x32x8xf32>
      %19 = stablehlo.subtract %13, %18 : tensor<2x4x32x8xf32>
      %20 = stablehlo.exponential %19 : tensor<2x4x32x8xf32>
      %21 = stablehlo.convert %iterArg_5 : tensor<2x4x32xf32>
      %22 = stablehlo.subtract %21, %16 : tensor<2x4x32xf32>
      %23 = stablehlo.exponential %22 : tensor<2x4x32xf32>
      %24 = stablehlo.multiply %iterArg_6, %23 : tensor<2x4x32xf32>
      %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %25 = stablehlo.reduce(%20 init: %cst_9) applies stablehlo.add across dimensions = [3] : (tensor<2x4x32x8xf32>, tensor<f32>) -> tensor<2x4x32xf32>
      %26 = stablehlo.add %24, %25 : tensor<2x4x32xf32>
      %27 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<2x4x32xf32>) -> tensor<2x4x32x1xf32>
      %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2, 3] : (tensor<2x4x32x1xf32>) -> tensor<2x4x32x8xf32>
      %29 = stablehlo.multiply %iterArg_7, %28 : tensor<2x4x32x8xf32>
      %30 = stablehlo.dot_general %20, %12, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x32x8xf32>, tensor<2x8x4x8xf32>) -> tensor<2x4x32x8xf32>
      %31 = stablehlo.add %29, %30 : tensor<2x4x32x8xf32>
      %c_10 = stablehlo.constant dense<1> : tensor<i32>
      %32 = stablehlo.add %iterArg_4, %c_10 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_2, %iterArg_3, %32, %16, %26, %31 : tensor<4x2x8x4x8xf32>, tensor<4x2x8x4x8xf32>, tensor<2x32x4x8xf32>, tensor<i32>, tensor<2x4x32xf32>, tensor<2x4x32xf32>, tensor<2x4x32x8xf32>
    }
    %8 = stablehlo.broadcast_in_dim %7#5, dims = [0, 1, 2] : (tensor<2x4x32xf32>) -> tensor<2x4x32x1xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<2x4x32x1xf32>) -> tensor<2x4x32x8xf32>
    %10 = stablehlo.divide %7#6, %9 : tensor<2x4x32x8xf32>
    return %10 : tensor<2x4x32x8xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x2x8x4x8xf32>, %arg1: tensor<i32>) -> tensor<2x8x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 2, 8, 4, 8] : (tensor<4x2x8x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2x8x4x8xf32>) -> tensor<2x8x4x8xf32>
    return %1 : tensor<2x8x4x8xf32>
  }
}
