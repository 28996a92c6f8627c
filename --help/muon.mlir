module @jit_muon attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, %arg1: tensor<24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) -> (tensor<24x32xf32> {jax.result_info = "result"}) {
    %0 = call @norm(%arg1) : (tensor<24x32xf32>) -> tensor<f32>
    %cst = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %1 = stablehlo.add %0, %cst : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<24x32xf32>
    %3 = stablehlo.divide %arg1, %2 : tensor<24x32xf32>
    %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<24x32xf32>) -> tensor<32x24xf32>
    %5 = stablehlo.dot_general %3, %4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x32xf32>, tensor<32x24xf32>) -> tensor<24x24xf32>
    %cst_0 = stablehlo.constant dense<3.400000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<24x32xf32>
    %7 = stablehlo.multiply %6, %3 : tensor<24x32xf32>
    %cst_1 = stablehlo.constant dense<-4.700000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %9 = stablehlo.multiply %8, %5 : tensor<24x24xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %11 = stablehlo.multiply %10, %5 : tensor<24x24xf32>
    %12 = stablehlo.dot_general %11, %5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
    %13 = stablehlo.add %9, %12 : tensor<24x24xf32>
    %14 = stablehlo.dot_general %13, %3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x24xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %15 = stablehlo.add %7, %14 : tensor<24x32xf32>
    %16 = stablehlo.transpose %15, dims = [1, 0] : (tensor<24x32xf32>) -> tensor<32x24xf32>
    %17 = stablehlo.dot_general %15, %16, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x32xf32>, tensor<32x24xf32>) -> tensor<24x24xf32>
    %cst_3 = stablehlo.constant dense<3.400000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<24x32xf32>
    %19 = stablehlo.multiply %18, %15 : tensor<24x32xf32>
    %cst_4 = stablehlo.constant dense<-4.700000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %21 = stablehlo.multiply %20, %17 : tensor<24x24xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %23 = stablehlo.multiply %22, %17 : tensor<24x24xf32>
    %24 = stablehlo.dot_general %23, %17, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
    %25 = stablehlo.add %21, %24 : tensor<24x24xf32>
    %26 = stablehlo.dot_general %25, %15, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x24xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %27 = stablehlo.add %19, %26 : tensor<24x32xf32>
    %28 = stablehlo.transpose %27, dims = [1, 0] : (tensor<24x32xf32>) -> tensor<32x24xf32>
    %29 = stablehlo.dot_general %27, %28, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x32xf32>, tensor<32x24xf32>) -> tensor<24x24xf32>
    %cst_6 = stablehlo.constant dense<3.400000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<24x32xf32>
    %31 = stablehlo.multiply %30, %27 : tensor<24x32xf32>
    %cst_7 = stablehlo.constant dense<-4.700000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %33 = stablehlo.multiply %32, %29 : tensor<24x24xf32>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %35 = stablehlo.multiply %34, %29 : tensor<24x24xf32>
    %36 = stablehlo.dot_general %35, %29, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
    %37 = stablehlo.add %33, %36 : tensor<24x24xf32>
    %38 = stablehlo.dot_general %37, %27, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x24xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %39 = stablehlo.add %31, %38 : tensor<24x32xf32>
    %cst_9 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<24x32xf32>
    %41 = stablehlo.multiply %40, %39 : tensor<24x32xf32>
    %42 = stablehlo.subtract %arg0, %41 : tensor<24x32xf32>
    return %42 : tensor<24x32xf32>
  }
  func.func private @norm(%arg0: tensor<24x32xf32>) -> tensor<f32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<24x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<24x32xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.sqrt %1 : tensor<f32>
    return %2 : tensor<f32>
  }
}
