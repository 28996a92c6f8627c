module @jit_audio_conv1d attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<16x1x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) -> (tensor<8x7x9xf32> {jax.result_info = "result[0]"}, tensor<8x16x4xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<16xf32>
    %cst = stablehlo.constant dense<6.28318548> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.multiply %1, %0 : tensor<16xf32>
    %cst_0 = stablehlo.constant dense<1.500000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %4 = stablehlo.divide %2, %3 : tensor<16xf32>
    %5 = stablehlo.cosine %4 : tensor<16xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<16xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %9 = stablehlo.multiply %8, %7 : tensor<16xf32>
    %10 = stablehlo.slice %arg0 [0:8, 0:16] : (tensor<8x64xf32>) -> tensor<8x16xf32>
    %11 = stablehlo.slice %arg0 [0:8, 8:24] : (tensor<8x64xf32>) -> tensor<8x16xf32>
    %12 = stablehlo.slice %arg0 [0:8, 16:32] : (tensor<8x64xf32>) -> tensor<8x16xf32>
    %13 = stablehlo.slice %arg0 [0:8, 24:40] : (tensor<8x64xf32>) -> tensor<8x16xf32>
    %14 = stablehlo.slice %arg0 [0:8, 32:48] : (tensor<8x64xf32>) -> tensor<8x16xf32>
    %15 = stablehlo.slice %arg0 [0:8, 40:56] : (tensor<8x64xf32>) -> tensor<8x16xf32>
    %16 = stablehlo.slice %arg0 [0:8, 48:64] : (tensor<8x64xf32>) -> tensor<8x16xf32>
    %17 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<8x16xf32>) -> tensor<8x1x16xf32>
    %18 = stablehlo.broadcast_in_dim %11, dims = [0, 2] : (tensor<8x16xf32>) -> tensor<8x1x16xf32>
    %19 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<8x16xf32>) -> tensor<8x1x16xf32>
    %20 = stablehlo.broadcast_in_dim %13, dims = [0, 2] : (tensor<8x16xf32>) -> tensor<8x1x16xf32>
    %21 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<8x16xf32>) -> tensor<8x1x16xf32>
    %22 = stablehlo.broadcast_in_dim %15, dims = [0, 2] : (tensor<8x16xf32>) -> tensor<8x1x16xf32>
    %23 = stablehlo.broadcast_in_dim %16, dims = [0, 2] : (tensor<8x16xf32>) -> tensor<8x1x16xf32>
    %24 = stablehlo.concatenate %17, %18, %19, %20, %21, %22, %23, dim = 1 : (tensor<8x1x16xf32>, tensor<8x1x16xf32>, tensor<8x1x16xf32>, tensor<8x1x16xf32>, tensor<8x1x16xf32>, tensor<8x1x16xf32>, tensor<8x1x16xf32>) -> tensor<8x7x16xf32>
    %25 = stablehlo.broadcast_in_dim %9, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x7x16xf32>
    %27 = stablehlo.multiply %24, %26 : tensor<8x7x16xf32>
    %28 = call @fft(%27) : (tensor<8x7x16xf32>) -> tensor<8x7x9xcomplex<f32>>
    %29 = stablehlo.real %28 : (tensor<8x7x9xcomplex<f32>>) -> tensor<8x7x9xf32>
    %30 = stablehlo.imag %28 : (tensor<8x7x9xcomplex<f32>>) -> tensor<8x7x9xf32>
    %31 = stablehlo.abs %29 : tensor<8x7x9xf32>
    %32 = stablehlo.abs %30 : tensor<8x7x9xf32>
    %33 = stablehlo.maximum %31, %32 : tensor<8x7x9xf32>
    %cst_3 = stablehlo.constant dense<9.22337203E+18> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x7x9xf32>
    %35 = stablehlo.compare GE, %33, %34, FLOAT : (tensor<8x7x9xf32>, tensor<8x7x9xf32>) -> tensor<8x7x9xi1>
    %cst_4 = stablehlo.constant dense<2.44140625E-4> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x7x9xf32>
    %37 = stablehlo.compare LE, %33, %36, FLOAT : (tensor<8x7x9xf32>, tensor<8x7x9xf32>) -> tensor<8x7x9xi1>
    %cst_5 = stablehlo.constant dense<2.64697796E-23> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x7x9xf32>
    %cst_6 = stablehlo.constant dense<3.77789319E+22> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x7x9xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x7x9xf32>
    %41 = stablehlo.multiply %29, %38 : tensor<8x7x9xf32>
    %42 = stablehlo.multiply %29, %39 : tensor<8x7x9xf32>
    %43 = stablehlo.select %37, %42, %29 : tensor<8x7x9xi1>, tensor<8x7x9xf32>
    %44 = stablehlo.select %35, %41, %43 : tensor<8x7x9xi1>, tensor<8x7x9xf32>
    %45 = stablehlo.multiply %30, %38 : tensor<8x7x9xf32>
    %46 = stablehlo.multiply %30, %39 : tensor<8x7x9xf32>
    %47 = stablehlo.select %37, %46, %30 : tensor<8x7x9xi1>, tensor<8x7x9xf32>
    %48 = stablehlo.select %35, %45, %47 : tensor<8x7x9xi1>, tensor<8x7x9xf32>
    %49 = stablehlo.select %37, %38, %40 : tensor<8x7x9xi1>, tensor<8x7x9xf32>
    %50 = stablehlo.select %35, %39, %49 : tensor<8x7x9xi1>, tensor<8x7x9xf32>
    %51 = chlo.square %44 : tensor<8x7x9xf32> -> tensor<8x7x9xf32>
    %52 = chlo.square %48 : tensor<8x7x9xf32> -> tensor<8x7x9xf32>
    %53 = stablehlo.add %51, %52 : tensor<8x7x9xf32>
    %54 = stablehlo.sqrt %53 : tensor<8x7x9xf32>
    %55 = stablehlo.multiply %54, %50 : tensor<8x7x9xf32>
    %cst_8 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x7x9xf32>
    %57 = stablehlo.compare EQ, %31, %56, FLOAT : (tensor<8x7x9xf32>, tensor<8x7x9xf32>) -> tensor<8x7x9xi1>
    %58 = stablehlo.compare EQ, %32, %56, FLOAT : (tensor<8x7x9xf32>, tensor<8x7x9xf32>) -> tensor<8x7x9xi1>
    %59 = stablehlo.or %57, %58 : tensor<8x7x9xi1>
    %60 = stablehlo.select %59, %56, %55 : tensor<8x7x9xi1>, tensor<8x7x9xf32>
    %61 = stablehlo.divide %44, %54 : tensor<8x7x9xf32>
    %62 = stablehlo.divide %48, %54 : tensor<8x7x9xf32>
    %63 = stablehlo.multiply %60, %60 : tensor<8x7x9xf32>
    %64 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %65 = stablehlo.convolution(%64, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [4], pad = [[6, 6]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x64x1xf32>, tensor<16x1x4xf32>) -> tensor<8x16x4xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x7x9xf32>
    %67 = stablehlo.add %63, %66 : tensor<8x7x9xf32>
    %68 = stablehlo.log %67 : tensor<8x7x9xf32>
    %69 = call @cumsum(%65) : (tensor<8x16x4xf32>) -> tensor<8x16x4xf32>
    return %68, %69 : tensor<8x7x9xf32>, tensor<8x16x4xf32>
  }
  func.func private @fft(%arg0: tensor<8x7x16xf32>) -> tensor<8x7x9xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [16] : (tensor<8x7x16xf32>) -> tensor<8x7x9xcomplex<f32>>
    return %0 : tensor<8x7x9xcomplex<f32>>
  }
  func.func private @cumsum(%arg0: tensor<8x16x4xf32>) -> tensor<8x16x4xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<8x16x4xf32>) -> tensor<8x16x4xf32>
    return %0 : tensor<8x16x4xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<8x16x4xf32>) -> tensor<8x16x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [15, 0], [0, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 16, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x16x4xf32>, tensor<f32>) -> tensor<8x16x4xf32>
    return %1 : tensor<8x16x4xf32>
  }
}
