module @jit_gradient_accumulation attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]> {stablehlo.mesh = {axes = [{name = "d", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg1: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg2: tensor<4x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<32x64xf32> {jax.result_info = "result[1]"}, tensor<64x32xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3:7 = stablehlo.while(%iterArg = %arg2, %iterArg_6 = %arg0, %iterArg_7 = %arg1, %iterArg_8 = %c, %iterArg_9 = %0, %iterArg_10 = %1, %iterArg_11 = %2) : tensor<4x16x32xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<i32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<4xf32>
    cond {
      %c_12 = stablehlo.constant dense<4> : tensor<i32>
      %12 = stablehlo.compare LT, %iterArg_8, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %12 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_8) : (tensor<4x16x32xf32>, tensor<i32>) -> tensor<16x32xf32>
      %13 = stablehlo.dot_general %12, %iterArg_6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
      %14 = stablehlo.multiply %13, %13 : tensor<16x64xf32>
      %15 = stablehlo.multiply %14, %13 : tensor<16x64xf32>
      %16 = stablehlo.multiply %13, %13 : tensor<16x64xf32>
      %cst_12 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
      %17 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %18 = stablehlo.multiply %17, %16 : tensor<16x64xf32>
      %cst_13 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %19 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %20 = stablehlo.multiply %19, %15 : tensor<16x64xf32>
      %21 = stablehlo.add %13, %20 : tensor<16x64xf32>
      %cst_14 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %22 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %23 = stablehlo.multiply %22, %21 : tensor<16x64xf32>
      %24 = stablehlo.tanh %23 : tensor<16x64xf32>
      %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %25 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %26 = stablehlo.add %25, %24 : tensor<16x64xf32>
      %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %27 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %28 = stablehlo.subtract %27, %24 : tensor<16x64xf32>
      %29 = stablehlo.multiply %26, %28 : tensor<16x64xf32>
      %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %30 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %31 = stablehlo.add %30, %24 : tensor<16x64xf32>
      %cst_18 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %32 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %33 = stablehlo.multiply %32, %31 : tensor<16x64xf32>
      %34 = stablehlo.multiply %13, %33 : tensor<16x64xf32>
      %35 = stablehlo.dot_general %34, %iterArg_7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
      %36 = stablehlo.subtract %35, %12 : tensor<16x32xf32>
      %37 = stablehlo.multiply %36, %36 : tensor<16x32xf32>
      %cst_19 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %38 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
      %39 = stablehlo.multiply %38, %36 : tensor<16x32xf32>
      %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %40 = stablehlo.reduce(%37 init: %cst_20) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
      %cst_21 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
      %41 = stablehlo.divide %40, %cst_21 : tensor<f32>
      %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %cst_23 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
      %42 = stablehlo.divide %cst_22, %cst_23 : tensor<f32>
      %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
      %44 = stablehlo.multiply %43, %39 : tensor<16x32xf32>
      %45 = stablehlo.dot_general %44, %34, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
      %46 = stablehlo.transpose %45, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
      %47 = stablehlo.dot_general %44, %iterArg_7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<64x32xf32>) -> tensor<16x64xf32>
      %48 = stablehlo.multiply %13, %47 : tensor<16x64xf32>
      %49 = stablehlo.multiply %47, %33 : tensor<16x64xf32>
      %cst_24 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %50 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %51 = stablehlo.multiply %50, %48 : tensor<16x64xf32>
      %52 = stablehlo.multiply %51, %29 : tensor<16x64xf32>
      %cst_25 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %53 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %54 = stablehlo.multiply %53, %52 : tensor<16x64xf32>
      %55 = stablehlo.add %49, %54 : tensor<16x64xf32>
      %cst_26 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %56 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %57 = stablehlo.multiply %56, %54 : tensor<16x64xf32>
      %58 = stablehlo.multiply %57, %18 : tensor<16x64xf32>
      %59 = stablehlo.add %55, %58 : tensor<16x64xf32>
      %60 = stablehlo.dot_general %59, %12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<16x32xf32>) -> tensor<64x32xf32>
      %61 = stablehlo.transpose %60, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
      %62 = stablehlo.add %iterArg_9, %61 : tensor<32x64xf32>
      %63 = stablehlo.add %iterArg_10, %46 : tensor<64x32xf32>
      %64 = func.call @dynamic_update_index_in_dim(%iterArg_11, %41, %iterArg_8) : (tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
      %c_27 = stablehlo.constant dense<1> : tensor<i32>
      %65 = stablehlo.add %iterArg_8, %c_27 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_6, %iterArg_7, %65, %62, %63, %64 : tensor<4x16x32xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<i32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<4xf32>
    }
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3#6 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %5 = stablehlo.divide %4, %cst_3 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %7 = stablehlo.multiply %6, %3#4 : tensor<32x64xf32>
    %8 = stablehlo.subtract %arg0, %7 : tensor<32x64xf32>
    %cst_5 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %10 = stablehlo.multiply %9, %3#5 : tensor<64x32xf32>
    %11 = stablehlo.subtract %arg1, %10 : tensor<64x32xf32>
    return %5, %8, %11 : tensor<f32>, tensor<32x64xf32>, tensor<64x32xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x16x32xf32>, %arg1: tensor<i32>) -> tensor<16x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 32] : (tensor<4x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x32xf32>) -> tensor<16x32xf32>
    return %1 : tensor<16x32xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
