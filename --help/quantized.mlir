module @jit_quantized attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, %arg1: tensor<32x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> (tensor<16x24xf32> {jax.result_info = "result[0]"}, tensor<16x24xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.abs %arg0 : tensor<16x32xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %cst_0 = stablehlo.constant dense<1.270000e+02> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<16x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999971E-10> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<16x1xf32>
    %7 = stablehlo.abs %arg1 : tensor<32x24xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_2) applies stablehlo.maximum across dimensions = [0] : (tensor<32x24xf32>, tensor<f32>) -> tensor<24xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<24xf32>) -> tensor<1x24xf32>
    %cst_3 = stablehlo.constant dense<1.270000e+02> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1x24xf32>
    %11 = stablehlo.divide %9, %10 : tensor<1x24xf32>
    %cst_4 = stablehlo.constant dense<9.99999971E-10> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1x24xf32>
    %13 = stablehlo.add %11, %12 : tensor<1x24xf32>
    %14 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x32xf32>
    %15 = stablehlo.divide %arg0, %14 : tensor<16x32xf32>
    %16 = call @round(%15) : (tensor<16x32xf32>) -> tensor<16x32xf32>
    %17 = stablehlo.convert %16 : (tensor<16x32xf32>) -> tensor<16x32xi8>
    %18 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x24xf32>) -> tensor<32x24xf32>
    %19 = stablehlo.divide %arg1, %18 : tensor<32x24xf32>
    %20 = call @round_0(%19) : (tensor<32x24xf32>) -> tensor<32x24xf32>
    %21 = stablehlo.convert %20 : (tensor<32x24xf32>) -> tensor<32x24xi8>
    %22 = stablehlo.dot_general %17, %21, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xi8>, tensor<32x24xi8>) -> tensor<16x24xi32>
    %23 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x24xf32>) -> tensor<32x24xf32>
    %24 = stablehlo.divide %arg1, %23 : tensor<32x24xf32>
    %cst_5 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<32x24xf32>
    %26 = stablehlo.divide %24, %25 : tensor<32x24xf32>
    %27 = call @round_0(%26) : (tensor<32x24xf32>) -> tensor<32x24xf32>
    %c = stablehlo.constant dense<-8> : tensor<i32>
    %c_6 = stablehlo.constant dense<7> : tensor<i32>
    %28 = call @clip(%27, %c, %c_6) : (tensor<32x24xf32>, tensor<i32>, tensor<i32>) -> tensor<32x24xf32>
    %29 = stablehlo.convert %28 : (tensor<32x24xf32>) -> tensor<32x24xi4>
    %30 = stablehlo.convert %22 : (tensor<16x24xi32>) -> tensor<16x24xf32>
    %31 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x24xf32>
    %32 = stablehlo.multiply %30, %31 : tensor<16x24xf32>
    %33 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x24xf32>) -> tensor<16x24xf32>
    %34 = stablehlo.multiply %32, %33 : tensor<16x24xf32>
    %35 = stablehlo.convert %29 : (tensor<32x24xi4>) -> tensor<32x24xf32>
    %36 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x24xf32>) -> tensor<32x24xf32>
    %37 = stablehlo.multiply %35, %36 : tensor<32x24xf32>
    %38 = stablehlo.dot_general %arg0, %37, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32x24xf32>) -> tensor<16x24xf32>
    return %34, %38 : tensor<16x24xf32>, tensor<16x24xf32>
  }
  func.func private @round(%arg0: tensor<16x32xf32>) -> tensor<16x32xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<16x32xf32>
    return %0 : tensor<16x32xf32>
  }
  func.func private @round_0(%arg0: tensor<32x24xf32>) -> tensor<32x24xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<32x24xf32>
    return %0 : tensor<32x24xf32>
  }
  func.func private @clip(%arg0: tensor<32x24xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<32x24xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<32x24xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<32x24xf32>
    %3 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<32x24xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<32x24xf32>
    return %5 : tensor<32x24xf32>
  }
}
