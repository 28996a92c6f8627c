module @jit_conjugate_gradient attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) -> (tensor<16xf32> {jax.result_info = "result[0]"}, tensor<16xf32> {jax.result_info = "result[1]"}, tensor<16xf32> {jax.result_info = "result[2]"}, tensor<i32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32xf32>) -> tensor<16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3:5 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %2, %iterArg_1 = %1, %iterArg_2 = %1, %iterArg_3 = %c) : tensor<32x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<i32>
    cond {
      %c_4 = stablehlo.constant dense<8> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg_3, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %5 = stablehlo.dot_general %iterArg_1, %iterArg_1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16xf32>) -> tensor<f32>
      %cst_5 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
      %6 = stablehlo.compare GT, %5, %cst_5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %c_6 = stablehlo.constant dense<false> : tensor<i1>
      %7 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i1>) -> tensor<i1>
      %8 = stablehlo.compare NE, %4, %7, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %9 = stablehlo.convert %8 : tensor<i1>
      %10 = stablehlo.and %9, %6 : tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %4 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
      %5 = stablehlo.dot_general %iterArg, %iterArg_2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x16xf32>, tensor<16xf32>) -> tensor<32xf32>
      %6 = stablehlo.dot_general %4, %5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32xf32>) -> tensor<16xf32>
      %7 = stablehlo.add %6, %iterArg_2 : tensor<16xf32>
      %8 = stablehlo.dot_general %iterArg_1, %iterArg_1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16xf32>) -> tensor<f32>
      %9 = stablehlo.dot_general %iterArg_2, %7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16xf32>) -> tensor<f32>
      %10 = stablehlo.divide %8, %9 : tensor<f32>
      %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<16xf32>
      %12 = stablehlo.multiply %11, %7 : tensor<16xf32>
      %13 = stablehlo.subtract %iterArg_1, %12 : tensor<16xf32>
      %14 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<16xf32>
      %15 = stablehlo.multiply %14, %iterArg_2 : tensor<16xf32>
      %16 = stablehlo.add %iterArg_0, %15 : tensor<16xf32>
      %17 = stablehlo.dot_general %13, %13, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16xf32>) -> tensor<f32>
      %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<16xf32>
      %19 = stablehlo.multiply %iterArg_2, %18 : tensor<16xf32>
      %20 = stablehlo.dot_general %iterArg_1, %iterArg_1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16xf32>) -> tensor<f32>
      %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<16xf32>
      %22 = stablehlo.divide %19, %21 : tensor<16xf32>
      %23 = stablehlo.add %13, %22 : tensor<16xf32>
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %24 = stablehlo.add %iterArg_3, %c_4 : tensor<i32>
      stablehlo.return %iterArg, %16, %13, %23, %24 : tensor<32x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<i32>
    }
    return %3#1, %3#2, %3#3, %3#4 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<i32>
  }
}
