module @jit_loop_shared_weight_grad attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]> {stablehlo.mesh = {axes = [{name = "d", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg1: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<32x32xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x16x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x16x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:5 = stablehlo.while(%iterArg = %arg0, %iterArg_7 = %c, %iterArg_8 = %arg1, %iterArg_9 = %0, %iterArg_10 = %1) : tensor<32x32xf32>, tensor<i32>, tensor<16x32xf32>, tensor<6x16x32xf32>, tensor<6x16x32xf32>
    cond {
      %c_11 = stablehlo.constant dense<6> : tensor<i32>
      %14 = stablehlo.compare LT, %iterArg_7, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %14 : tensor<i1>
    } do {
      %14 = stablehlo.dot_general %iterArg_8, %iterArg, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>
      %15 = stablehlo.tanh %14 : tensor<16x32xf32>
      %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %16 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
      %17 = stablehlo.add %16, %15 : tensor<16x32xf32>
      %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %18 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
      %19 = stablehlo.subtract %18, %15 : tensor<16x32xf32>
      %20 = stablehlo.multiply %17, %19 : tensor<16x32xf32>
      %21 = sdy.sharding_constraint %15 <@mesh, [{"d"}, {}]> : tensor<16x32xf32>
      %22 = func.call @dynamic_update_index_in_dim(%iterArg_9, %iterArg_8, %iterArg_7) : (tensor<6x16x32xf32>, tensor<16x32xf32>, tensor<i32>) -> tensor<6x16x32xf32>
      %23 = func.call @dynamic_update_index_in_dim(%iterArg_10, %20, %iterArg_7) : (tensor<6x16x32xf32>, tensor<16x32xf32>, tensor<i32>) -> tensor<6x16x32xf32>
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %24 = stablehlo.add %iterArg_7, %c_13 : tensor<i32>
      stablehlo.return %iterArg, %24, %21, %22, %23 : tensor<32x32xf32>, tensor<i32>, tensor<16x32xf32>, tensor<6x16x32xf32>, tensor<6x16x32xf32>
    }
    %3 = stablehlo.multiply %2#2, %2#2 : tensor<16x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %5 = stablehlo.divide %4, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %6 = stablehlo.divide %cst_3, %cst_4 : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %8 = stablehlo.multiply %2#2, %7 : tensor<16x32xf32>
    %9 = stablehlo.multiply %7, %2#2 : tensor<16x32xf32>
    %10 = stablehlo.add %9, %8 : tensor<16x32xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %12:6 = stablehlo.while(%iterArg = %2#3, %iterArg_7 = %2#4, %iterArg_8 = %arg0, %iterArg_9 = %c_6, %iterArg_10 = %11, %iterArg_11 = %10) : tensor<6x16x32xf32>, tensor<6x16x32xf32>, tensor<32x32xf32>, tensor<i32>, tensor<32x32xf32>, tensor<16x32xf32>
    cond {
      %c_12 = stablehlo.constant dense<6> : tensor<i32>
      %14 = stablehlo.compare LT, %iterArg_9, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %14 : tensor<i1>
    } do {
      %c_12 = stablehlo.constant dense<6> : tensor<i32>
      %14 = stablehlo.subtract %c_12, %iterArg_9 : tensor<i32>
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.subtract %14, %c_13 : tensor<i32>
      %16 = func.call @dynamic_index_in_dim(%iterArg, %15) : (tensor<6x16x32xf32>, tensor<i32>) -> tensor<16x32xf32>
      %17 = func.call @dynamic_index_in_dim(%iterArg_7, %15) : (tensor<6x16x32xf32>, tensor<i32>) -> tensor<16x32xf32>
      %18 = sdy.sharding_constraint %iterArg_11 <@mesh, [{"d"}, {}]> : tensor<16x32xf32>
      %19 = stablehlo.multiply %18, %17 : tensor<16x32xf32>
      %20 = stablehlo.dot_general %19, %16, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<32x32xf32>
      %21 = stablehlo.transpose %20, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
      %22 = stablehlo.add %iterArg_10, %21 : tensor<32x32xf32>
      %23 = stablehlo.dot_general %19, %iterArg_8, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>
      %c_14 = stablehlo.constant dense<1> : tensor<i32>
      %24 = stablehlo.add %iterArg_9, %c_14 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_7, %iterArg_8, %24, %22, %23 : tensor<6x16x32xf32>, tensor<6x16x32xf32>, tensor<32x32xf32>, tensor<i32>, tensor<32x32xf32>, tensor<16x32xf32>
    }
    %13 = stablehlo.subtract %arg0, %12#4 : tensor<32x32xf32>
    return %5, %13 : tensor<f32>, tensor<32x32xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<6x16x32xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<i32>) -> tensor<6x16x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<6x16x32xf32>, tensor<1x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x16x32xf32>
    return %1 : tensor<6x16x32xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<6x16x32xf32>, %arg1: tensor<i32>) -> tensor<16x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 32] : (tensor<6x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x32xf32>) -> tensor<16x32xf32>
    return %1 : tensor<16x32xf32>
  }
}
