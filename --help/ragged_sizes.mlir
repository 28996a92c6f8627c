module @jit_ragged_sizes attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<5x7x11xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %arg1: tensor<11x13xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<13x35xf32> {jax.result_info = "result[0]"}, tensor<13xf32> {jax.result_info = "result[1]"}, tensor<5x7x13xf32> {jax.result_info = "result[2]"}, tensor<3x4x13xf32> {jax.result_info = "result[3]"}, tensor<13x35xf32> {jax.result_info = "result[4]"}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"data"}, {"model"}, {}]> : tensor<5x7x11xf32>
    %1 = sdy.sharding_constraint %arg1 <@mesh, [{}, {"model"}]> : tensor<11x13xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<5x7x11xf32>, tensor<11x13xf32>) -> tensor<5x7x13xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"data"}, {}, {"model"}]> : tensor<5x7x13xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<5x7x13xf32>, tensor<f32>) -> tensor<5x7xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<5x7xf32>) -> tensor<5x7x1xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<5x7x1xf32>) -> tensor<5x7x13xf32>
    %7 = stablehlo.subtract %3, %6 : tensor<5x7x13xf32>
    %8 = stablehlo.transpose %7, dims = [2, 0, 1] : (tensor<5x7x13xf32>) -> tensor<13x5x7xf32>
    %9 = stablehlo.reshape %8 : (tensor<13x5x7xf32>) -> tensor<13x35xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<13x35xf32>, tensor<f32>) -> tensor<13xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<13xf32>
    %12 = stablehlo.maximum %11, %10 : tensor<13xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<13xf32>) -> tensor<13x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<13x1xf32>) -> tensor<13x35xf32>
    %15 = stablehlo.subtract %9, %14 : tensor<13x35xf32>
    %16 = stablehlo.exponential %15 : tensor<13x35xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<13x35xf32>, tensor<f32>) -> tensor<13xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<13xf32>) -> tensor<13x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<13x1xf32>) -> tensor<13x35xf32>
    %20 = stablehlo.divide %16, %19 : tensor<13x35xf32>
    %21 = sdy.sharding_constraint %20 <@mesh, [{"model"}, {"data"}]> : tensor<13x35xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x7x13xf32>, tensor<f32>) -> tensor<13xf32>
    %23 = call @_flip(%7) : (tensor<5x7x13xf32>) -> tensor<5x7x13xf32>
    %24 = stablehlo.slice %7 [1:4, 0:7:2, 0:13] : (tensor<5x7x13xf32>) -> tensor<3x4x13xf32>
    %25 = call @tril(%9) : (tensor<13x35xf32>) -> tensor<13x35xf32>
    return %21, %22, %23, %24, %25 : tensor<13x35xf32>, tensor<13xf32>, tensor<5x7x13xf32>, tensor<3x4x13xf32>, tensor<13x35xf32>
  }
  func.func private @_flip(%arg0: tensor<5x7x13xf32>) -> tensor<5x7x13xf32> {
    %0 = stablehlo.reverse %arg0, dims = [1] : tensor<5x7x13xf32>
    return %0 : tensor<5x7x13xf32>
  }
  func.func private @tril(%arg0: tensor<13x35xf32>) -> tensor<13x35xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<13x35xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<13x35xi32>
    %2 = stablehlo.add %0, %1 : tensor<13x35xi32>
    %3 = stablehlo.iota dim = 1 : tensor<13x35xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<13x35xi32>, tensor<13x35xi32>) -> tensor<13x35xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<13x35xf32>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<13x35xi1>, tensor<13x35xf32>
    return %6 : tensor<13x35xf32>
  }
}
