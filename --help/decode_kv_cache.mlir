module @jit_decode_kv_cache attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x1x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, %arg1: tensor<4x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, %arg2: tensor<4x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, %arg3: tensor<4x1x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, %arg4: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<4x1x4x8xf32> {jax.result_info = "result[0]"}, tensor<4x32x4x8xf32> {jax.result_info = "result[1]"}, tensor<4x32x4x8xf32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<32> : tensor<i32>
    %0 = call @remainder(%arg4, %c) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare LT, %0, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_1 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.add %0, %c_1 : tensor<i32>
    %3 = stablehlo.select %1, %2, %0 : tensor<i1>, tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.dynamic_update_slice %arg1, %arg3, %c_2, %3, %c_3, %c_4 : (tensor<4x32x4x8xf32>, tensor<4x1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x32x4x8xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x1x4x8xf32>
    %6 = stablehlo.multiply %arg3, %5 : tensor<4x1x4x8xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.compare LT, %0, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_6 = stablehlo.constant dense<32> : tensor<i32>
    %8 = stablehlo.add %0, %c_6 : tensor<i32>
    %9 = stablehlo.select %7, %8, %0 : tensor<i1>, tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.dynamic_update_slice %arg2, %6, %c_7, %9, %c_8, %c_9 : (tensor<4x32x4x8xf32>, tensor<4x1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x32x4x8xf32>
    %11 = stablehlo.dot_general %arg0, %4, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x1x4x8xf32>, tensor<4x32x4x8xf32>) -> tensor<4x4x1x32xf32>
    %12 = stablehlo.iota dim = 0 : tensor<32xi32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [3] : (tensor<32xi32>) -> tensor<1x1x1x32xi32>
    %14 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1x1x1x32xi32>
    %15 = stablehlo.compare LE, %13, %14, SIGNED : (tensor<1x1x1x32xi32>, tensor<1x1x1x32xi32>) -> tensor<1x1x1x32xi1>
    %cst_10 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %16 = call @_where_0(%15, %11, %cst_10) : (tensor<1x1x1x32xi1>, tensor<4x4x1x32xf32>, tensor<f32>) -> tensor<4x4x1x32xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_11) applies stablehlo.maximum across dimensions = [3] : (tensor<4x4x1x32xf32>, tensor<f32>) -> tensor<4x4x1xf32>
    %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x4x1xf32>
    %19 = stablehlo.maximum %18, %17 : tensor<4x4x1xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<4x4x1xf32>) -> tensor<4x4x1x1xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3] : (tensor<4x4x1x1xf32>) -> tensor<4x4x1x32xf32>
    %22 = stablehlo.subtract %16, %21 : tensor<4x4x1x32xf32>
    %23 = stablehlo.exponential %22 : tensor<4x4x1x32xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_13) applies stablehlo.add across dimensions = [3] : (tensor<4x4x1x32xf32>, tensor<f32>) -> tensor<4x4x1xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<4x4x1xf32>) -> tensor<4x4x1x1xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<4x4x1x1xf32>) -> tensor<4x4x1x32xf32>
    %27 = stablehlo.divide %23, %26 : tensor<4x4x1x32xf32>
    %28 = stablehlo.dot_general %10, %27, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x32x4x8xf32>, tensor<4x4x1x32xf32>) -> tensor<4x4x8x1xf32>
    %29 = stablehlo.transpose %28, dims = [0, 3, 1, 2] : (tensor<4x4x8x1xf32>) -> tensor<4x1x4x8xf32>
    return %29, %4, %10 : tensor<4x1x4x8xf32>, tensor<4x32x4x8xf32>, tensor<4x32x4x8xf32>
  }
  func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.remainder %arg0, %2 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %8 = stablehlo.and %7, %4 : tensor<i1>
    %9 = stablehlo.add %3, %2 : tensor<i32>
    %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i32>
    return %10 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @_where_0(%arg0: tensor<1x1x1x32xi1>, %arg1: tensor<4x4x1x32xf32>, %arg2: tensor<f32>) -> tensor<4x4x1x32xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xi1>) -> tensor<4x4x1x32xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x4x1x32xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<4x4x1x32xi1>, tensor<4x4x1x32xf32>
    return %3 : tensor<4x4x1x32xf32>
  }
}
