module @jit_vit_patches attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x36x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg1: tensor<12x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<17x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<4x16xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<4x36x3xf32>) -> tensor<4x9x4x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<4x9x4x3xf32>) -> tensor<4x9x12xf32>
    %2 = stablehlo.dot_general %1, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9x12xf32>, tensor<12x16xf32>) -> tensor<4x9x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x1x16xf32>
    %4 = stablehlo.concatenate %3, %2, dim = 1 : (tensor<4x1x16xf32>, tensor<4x9x16xf32>) -> tensor<4x10x16xf32>
    %5 = stablehlo.slice %arg2 [0:10, 0:16] : (tensor<17x16xf32>) -> tensor<10x16xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [1, 2] : (tensor<10x16xf32>) -> tensor<1x10x16xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<1x10x16xf32>) -> tensor<4x10x16xf32>
    %8 = stablehlo.add %4, %7 : tensor<4x10x16xf32>
    %9 = stablehlo.dot_general %8, %8, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x10x16xf32>, tensor<4x10x16xf32>) -> tensor<4x10x10xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.maximum across dimensions = [2] : (tensor<4x10x10xf32>, tensor<f32>) -> tensor<4x10xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x10xf32>
    %12 = stablehlo.maximum %11, %10 : tensor<4x10xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<4x10xf32>) -> tensor<4x10x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<4x10x1xf32>) -> tensor<4x10x10xf32>
    %15 = stablehlo.subtract %9, %14 : tensor<4x10x10xf32>
    %16 = stablehlo.exponential %15 : tensor<4x10x10xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<4x10x10xf32>, tensor<f32>) -> tensor<4x10xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<4x10xf32>) -> tensor<4x10x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<4x10x1xf32>) -> tensor<4x10x10xf32>
    %20 = stablehlo.divide %16, %19 : tensor<4x10x10xf32>
    %21 = stablehlo.dot_general %20, %8, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x10x10xf32>, tensor<4x10x16xf32>) -> tensor<4x10x16xf32>
    %22 = stablehlo.slice %21 [0:4, 0:1, 0:16] : (tensor<4x10x16xf32>) -> tensor<4x1x16xf32>
    %23 = stablehlo.reshape %22 : (tensor<4x1x16xf32>) -> tensor<4x16xf32>
    return %23 : tensor<4x16xf32>
  }
}
