module @jit_spectral_solver attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}) -> (tensor<16x16x16xf32> {jax.result_info = "result[0]"}, tensor<2xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<16xf32>
    %cst = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.add %0, %1 : tensor<16xf32>
    %c = stablehlo.constant dense<16> : tensor<i32>
    %3 = call @remainder(%2, %c) : (tensor<16xf32>, tensor<i32>) -> tensor<16xf32>
    %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %5 = stablehlo.subtract %3, %4 : tensor<16xf32>
    %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %7 = stablehlo.divide %5, %6 : tensor<16xf32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %9 = stablehlo.multiply %7, %8 : tensor<16xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<16xf32>) -> tensor<16x1x1xf32>
    %11 = stablehlo.multiply %10, %10 : tensor<16x1x1xf32>
    %12 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<16xf32>) -> tensor<1x16x1xf32>
    %13 = stablehlo.multiply %12, %12 : tensor<1x16x1xf32>
    %14 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<16x1x1xf32>) -> tensor<16x16x1xf32>
    %15 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x16x1xf32>) -> tensor<16x16x1xf32>
    %16 = stablehlo.add %14, %15 : tensor<16x16x1xf32>
    %17 = stablehlo.broadcast_in_dim %9, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %18 = stablehlo.multiply %17, %17 : tensor<1x1x16xf32>
    %19 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<16x16x1xf32>) -> tensor<16x16x16xf32>
    %20 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<16x16x16xf32>
    %21 = stablehlo.add %19, %20 : tensor<16x16x16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %23:5 = stablehlo.while(%iterArg = %9, %iterArg_5 = %21, %iterArg_6 = %c_4, %iterArg_7 = %arg0, %iterArg_8 = %22) : tensor<16xf32>, tensor<16x16x16xf32>, tensor<i32>, tensor<16x16x16xf32>, tensor<2xf32>
    cond {
      %c_9 = stablehlo.constant dense<2> : tensor<i32>
      %24 = stablehlo.compare LT, %iterArg_6, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %24 : tensor<i1>
    } do {
      %24 = func.call @fft(%iterArg_7) : (tensor<16x16x16xf32>) -> tensor<16x16x16xcomplex<f32>>
      %25 = sdy.sharding_constraint %24 <@mesh, [{"data"}, {"model"}, {}]> : tensor<16x16x16xcomplex<f32>>
      %26 = stablehlo.broadcast_in_dim %iterArg, dims = [0] : (tensor<16xf32>) -> tensor<16x1x1xf32>
      %27 = stablehlo.convert %26 : (tensor<16x1x1xf32>) -> tensor<16x1x1xcomplex<f32>>
      %cst_9 = stablehlo.constant dense<(0.000000e+00,1.000000e+00)> : tensor<complex<f32>>
      %28 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<complex<f32>>) -> tensor<16x1x1xcomplex<f32>>
      %29 = stablehlo.multiply %28, %27 : tensor<16x1x1xcomplex<f32>>
      %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<16x1x1xcomplex<f32>>) -> tensor<16x16x16xcomplex<f32>>
      %31 = stablehlo.multiply %30, %25 : tensor<16x16x16xcomplex<f32>>
      %32 = func.call @fft_0(%31) : (tensor<16x16x16xcomplex<f32>>) -> tensor<16x16x16xcomplex<f32>>
      %33 = stablehlo.real %32 : (tensor<16x16x16xcomplex<f32>>) -> tensor<16x16x16xf32>
      %cst_10 = stablehlo.constant dense<0.00999999977> : tensor<f32>
      %34 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<16x16x16xf32>
      %35 = stablehlo.multiply %34, %iterArg_5 : tensor<16x16x16xf32>
      %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %36 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<16x16x16xf32>
      %37 = stablehlo.add %36, %35 : tensor<16x16x16xf32>
      %38 = stablehlo.convert %37 : (tensor<16x16x16xf32>) -> tensor<16x16x16xcomplex<f32>>
      %39 = stablehlo.divide %25, %38 : tensor<16x16x16xcomplex<f32>>
      %40 = func.call @fft_0(%39) : (tensor<16x16x16xcomplex<f32>>) -> tensor<16x16x16xcomplex<f32>>
      %41 = stablehlo.real %40 : (tensor<16x16x16xcomplex<f32>>) -> tensor<16x16x16xf32>
      %cst_12 = stablehlo.constant dense<0.00999999977> : tensor<f32>
      %42 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<16x16x16xf32>
      %43 = stablehlo.multiply %42, %iterArg_7 : tensor<16x16x16xf32>
      %44 = stablehlo.multiply %43, %33 : tensor<16x16x16xf32>
      %45 = stablehlo.subtract %41, %44 : tensor<16x16x16xf32>
      %46 = sdy.sharding_constraint %45 <@mesh, [{"data"}, {"model"}, {}]> : tensor<16x16x16xf32>
      %47 = stablehlo.multiply %45, %45 : tensor<16x16x16xf32>
      %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %48 = stablehlo.reduce(%47 init: %cst_13) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x16x16xf32>, tensor<f32>) -> tensor<f32>
      %cst_14 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
      %49 = stablehlo.divide %48, %cst_14 : tensor<f32>
      %50 = func.call @dynamic_update_index_in_dim(%iterArg_8, %49, %iterArg_6) : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
      %c_15 = stablehlo.constant dense<1> : tensor<i32>
      %51 = stablehlo.add %iterArg_6, %c_15 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_5, %51, %46, %50 : tensor<16xf32>, tensor<16x16x16xf32>, tensor<i32>, tensor<16x16x16xf32>, tensor<2xf32>
    }
    return %23#3, %23#4 : tensor<16x16x16xf32>, tensor<2xf32>
  }
  func.func private @remainder(%arg0: tensor<16xf32>, %arg1: tensor<i32>) -> tensor<16xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.remainder %arg0, %1 : tensor<16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %4 = stablehlo.compare NE, %2, %3, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %6 = stablehlo.compare LT, %2, %5, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.compare LT, %0, %cst_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<16xi1>
    %9 = stablehlo.compare NE, %6, %8, UNSIGNED : (tensor<16xi1>, tensor<16xi1>) -> tensor<16xi1>
    %10 = stablehlo.and %9, %4 : tensor<16xi1>
    %11 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %12 = stablehlo.add %2, %11 : tensor<16xf32>
    %13 = stablehlo.select %10, %12, %2 : tensor<16xi1>, tensor<16xf32>
    return %13 : tensor<16xf32>
  }
  func.func private @fft(%arg0: tensor<16x16x16xf32>) -> tensor<16x16x16xcomplex<f32>> {
    %0 = stablehlo.convert %arg0 : (tensor<16x16x16xf32>) -> tensor<16x16x16xcomplex<f32>>
    %1 = stablehlo.fft %0, type = FFT, length = [16, 16, 16] : (tensor<16x16x16xcomplex<f32>>) -> tensor<16x16x16xcomplex<f32>>
    return %1 : tensor<16x16x16xcomplex<f32>>
  }
  func.func private @fft_0(%arg0: tensor<16x16x16xcomplex<f32>>) -> tensor<16x16x16xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = IFFT, length = [16, 16, 16] : (tensor<16x16x16xcomplex<f32>>) -> tensor<16x16x16xcomplex<f32>>
    return %0 : tensor<16x16x16xcomplex<f32>>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<2xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<2xf32>, tensor<1xf32>, tensor<i32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
