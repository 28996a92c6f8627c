module @jit_dropout_layer_norm attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg1: tensor<24x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg2: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg3: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg4: tensor<12x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg5: tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<16x24xf32> {jax.result_info = "result[1][0]"}, tensor<24x16xf32> {jax.result_info = "result[1][1]"}, tensor<16xf32> {jax.result_info = "result[1][2]"}, tensor<16xf32> {jax.result_info = "result[1][3]"}) {
    %0 = stablehlo.convert %arg5 : (tensor<2xi32>) -> tensor<2xui32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%arg4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<12x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %6 = stablehlo.subtract %arg4, %5 : tensor<12x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %7 = call @_var(%arg4, %c) : (tensor<12x16xf32>, tensor<i32>) -> tensor<12x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %9 = stablehlo.add %7, %8 : tensor<12x1xf32>
    %10 = stablehlo.rsqrt %9 : tensor<12x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %12 = stablehlo.multiply %6, %11 : tensor<12x16xf32>
    %13 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<12x16xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<12x16xf32>
    %16 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<12x16xf32>
    %18 = stablehlo.add %15, %17 : tensor<12x16xf32>
    %19 = stablehlo.dot_general %18, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x24xf32>) -> tensor<12x24xf32>
    %20 = stablehlo.multiply %19, %19 : tensor<12x24xf32>
    %21 = stablehlo.multiply %20, %19 : tensor<12x24xf32>
    %22 = stablehlo.multiply %19, %19 : tensor<12x24xf32>
    %cst_2 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %24 = stablehlo.multiply %23, %22 : tensor<12x24xf32>
    %cst_3 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %26 = stablehlo.multiply %25, %21 : tensor<12x24xf32>
    %27 = stablehlo.add %19, %26 : tensor<12x24xf32>
    %cst_4 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %29 = stablehlo.multiply %28, %27 : tensor<12x24xf32>
    %30 = stablehlo.tanh %29 : tensor<12x24xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %32 = stablehlo.add %31, %30 : tensor<12x24xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %34 = stablehlo.subtract %33, %30 : tensor<12x24xf32>
    %35 = stablehlo.multiply %32, %34 : tensor<12x24xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %37 = stablehlo.add %36, %30 : tensor<12x24xf32>
    %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %39 = stablehlo.multiply %38, %37 : tensor<12x24xf32>
    %40 = stablehlo.multiply %19, %39 : tensor<12x24xf32>
    %cst_9 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %41 = call @_bernoulli(%0, %cst_9) : (tensor<2xui32>, tensor<f32>) -> tensor<12x24xi1>
    %cst_10 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %43 = stablehlo.divide %40, %42 : tensor<12x24xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = call @_where_0(%41, %43, %cst_11) : (tensor<12x24xi1>, tensor<12x24xf32>, tensor<f32>) -> tensor<12x24xf32>
    %45 = stablehlo.dot_general %44, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x24xf32>, tensor<24x16xf32>) -> tensor<12x16xf32>
    %46 = stablehlo.add %arg4, %45 : tensor<12x16xf32>
    %47 = stablehlo.multiply %46, %46 : tensor<12x16xf32>
    %cst_12 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %49 = stablehlo.multiply %48, %46 : tensor<12x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%47 init: %cst_13) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_14 = stablehlo.constant dense<1.920000e+02> : tensor<f32>
    %51 = stablehlo.divide %50, %cst_14 : tensor<f32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_16 = stablehlo.constant dense<1.920000e+02> : tensor<f32>
    %52 = stablehlo.divide %cst_15, %cst_16 : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %54 = stablehlo.multiply %53, %49 : tensor<12x16xf32>
    %55 = stablehlo.dot_general %54, %44, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<12x24xf32>) -> tensor<16x24xf32>
    %56 = stablehlo.transpose %55, dims = [1, 0] : (tensor<16x24xf32>) -> tensor<24x16xf32>
    %57 = stablehlo.dot_general %54, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<24x16xf32>) -> tensor<12x24xf32>
    %58 = call @_where_1(%41, %57) : (tensor<12x24xi1>, tensor<12x24xf32>) -> tensor<12x24xf32>
    %cst_17 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %60 = stablehlo.divide %58, %59 : tensor<12x24xf32>
    %61 = stablehlo.multiply %19, %60 : tensor<12x24xf32>
    %62 = stablehlo.multiply %60, %39 : tensor<12x24xf32>
    %cst_18 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %64 = stablehlo.multiply %63, %61 : tensor<12x24xf32>
    %65 = stablehlo.multiply %64, %35 : tensor<12x24xf32>
    %cst_19 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %67 = stablehlo.multiply %66, %65 : tensor<12x24xf32>
    %68 = stablehlo.add %62, %67 : tensor<12x24xf32>
    %cst_20 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %70 = stablehlo.multiply %69, %67 : tensor<12x24xf32>
    %71 = stablehlo.multiply %70, %24 : tensor<12x24xf32>
    %72 = stablehlo.add %68, %71 : tensor<12x24xf32>
    %73 = stablehlo.dot_general %72, %18, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x24xf32>, tensor<12x16xf32>) -> tensor<24x16xf32>
    %74 = stablehlo.transpose %73, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %75 = stablehlo.dot_general %72, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x24xf32>, tensor<16x24xf32>) -> tensor<12x16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%75 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<12x16xf32>, tensor<f32>) -> tensor<16xf32>
    %77 = stablehlo.reshape %76 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.reduce(%77 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %79 = stablehlo.multiply %12, %75 : tensor<12x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.reduce(%79 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<12x16xf32>, tensor<f32>) -> tensor<16xf32>
    %81 = stablehlo.reshape %80 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%81 init: %cst_24) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    return %51, %74, %56, %82, %78 : tensor<f32>, tensor<16x24xf32>, tensor<24x16xf32>, tensor<16xf32>, tensor<16xf32>
  }
  func.func private @_var(%arg0: tensor<12x16xf32>, %arg1: tensor<i32>) -> tensor<12x1xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<12x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<12x16xf32>
    %6 = chlo.square %5 : tensor<12x16xf32> -> tensor<12x16xf32>
    %7 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %8 = stablehlo.subtract %cst_1, %7 : tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %11 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<12x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.compare GT, %8, %cst_3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = call @_where(%13, %12, %cst_4) : (tensor<i1>, tensor<12x1xf32>, tensor<f32>) -> tensor<12x1xf32>
    return %14 : tensor<12x1xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<12x1xf32>, %arg2: tensor<f32>) -> tensor<12x1xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<12x1xf32>
    return %2 : tensor<12x1xf32>
  }
  func.func private @_bernoulli(%arg0: tensor<2xui32>, %arg1: tensor<f32>) -> tensor<12x24xi1> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = call @_uniform(%arg0, %cst, %cst_0) : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<12x24xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %2 = stablehlo.compare LT, %0, %1, FLOAT : (tensor<12x24xf32>, tensor<12x24xf32>) -> tensor<12x24xi1>
    return %2 : tensor<12x24xi1>
  }
  func.func private @_uniform(%arg0: tensor<2xui32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<12x24xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.convert %arg2 : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %4 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %7 = stablehlo.reshape %6 : (tensor<1xui32>) -> tensor<ui32>
    %8 = stablehlo.iota dim = 0 : tensor<12x24xui64>
    %9 = stablehlo.iota dim = 1 : tensor<12x24xui64>
    %c = stablehlo.constant dense<24> : tensor<ui64>
    %10 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<12x24xui64>
    %11 = stablehlo.multiply %10, %8 : tensor<12x24xui64>
    %c_0 = stablehlo.constant dense<1> : tensor<ui64>
    %12 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<12x24xui64>
    %13 = stablehlo.multiply %12, %9 : tensor<12x24xui64>
    %14 = stablehlo.add %11, %13 : tensor<12x24xui64>
    %c_1 = stablehlo.constant dense<32> : tensor<ui64>
    %15 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui64>) -> tensor<12x24xui64>
    %16 = stablehlo.shift_right_logical %14, %15 : tensor<12x24xui64>
    %17 = stablehlo.convert %14 : (tensor<12x24xui64>) -> tensor<12x24xui32>
    %18 = stablehlo.convert %16 : (tensor<12x24xui64>) -> tensor<12x24xui32>
    %19:2 = call @threefry2x32(%5, %7, %18, %17) : (tensor<ui32>, tensor<ui32>, tensor<12x24xui32>, tensor<12x24xui32>) -> (tensor<12x24xui32>, tensor<12x24xui32>)
    %20 = stablehlo.xor %19#0, %19#1 : tensor<12x24xui32>
    %c_2 = stablehlo.constant dense<9> : tensor<ui32>
    %21 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
    %22 = stablehlo.shift_right_logical %20, %21 : tensor<12x24xui32>
    %c_3 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %23 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
    %24 = stablehlo.or %22, %23 : tensor<12x24xui32>
    %25 = stablehlo.bitcast_convert %24 : (tensor<12x24xui32>) -> tensor<12x24xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %27 = stablehlo.subtract %25, %26 : tensor<12x24xf32>
    %28 = stablehlo.subtract %3, %2 : tensor<1x1xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<12x24xf32>
    %30 = stablehlo.multiply %27, %29 : tensor<12x24xf32>
    %31 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<12x24xf32>
    %32 = stablehlo.add %30, %31 : tensor<12x24xf32>
    %33 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<12x24xf32>
    %34 = stablehlo.maximum %33, %32 : tensor<12x24xf32>
    return %34 : tensor<12x24xf32>
  }
  func.func private @threefry2x32(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<12x24xui32>, %arg3: tensor<12x24xui32>) -> (tensor<12x24xui32>, tensor<12x24xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<12x24xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<12x24xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<12x24xui32>, tensor<12x24xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.add %iterArg_4, %c_12 : tensor<i32>
      %8 = stablehlo.slice %iterArg_10 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
      %9 = stablehlo.reshape %8 : (tensor<1xui32>) -> tensor<ui32>
      %10 = stablehlo.slice %iterArg_10 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
      %11 = stablehlo.reshape %10 : (tensor<1xui32>) -> tensor<ui32>
      %12 = stablehlo.slice %iterArg_10 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
      %13 = stablehlo.reshape %12 : (tensor<1xui32>) -> tensor<ui32>
      %14 = stablehlo.slice %iterArg_10 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
      %15 = stablehlo.reshape %14 : (tensor<1xui32>) -> tensor<ui32>
      %16 = stablehlo.add %iterArg_5, %iterArg_6 : tensor<12x24xui32>
      %17 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
      %18 = stablehlo.shift_left %iterArg_6, %17 : tensor<12x24xui32>
      %c_13 = stablehlo.constant dense<32> : tensor<ui32>
      %19 = stablehlo.subtract %c_13, %9 : tensor<ui32>
      %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
      %21 = stablehlo.shift_right_logical %iterArg_6, %20 : tensor<12x24xui32>
      %22 = stablehlo.or %18, %21 : tensor<12x24xui32>
      %23 = stablehlo.xor %16, %22 : tensor<12x24xui32>
      %24 = stablehlo.add %16, %23 : tensor<12x24xui32>
      %25 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
      %26 = stablehlo.shift_left %23, %25 : tensor<12x24xui32>
      %c_14 = stablehlo.constant dense<32> : tensor<ui32>
      %27 = stablehlo.subtract %c_14, %11 : tensor<ui32>
      %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
      %29 = stablehlo.shift_right_logical %23, %28 : tensor<12x24xui32>
      %30 = stablehlo.or %26, %29 : tensor<12x24xui32>
      %31 = stablehlo.xor %24, %30 : tensor<12x24xui32>
      %32 = stablehlo.add %24, %31 : tensor<12x24xui32>
      %33 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
      %34 = stablehlo.shift_left %31, %33 : tensor<12x24xui32>
      %c_15 = stablehlo.constant dense<32> : tensor<ui32>
      %35 = stablehlo.subtract %c_15, %13 : tensor<ui32>
      %36 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
      %37 = stablehlo.shift_right_logical %31, %36 : tensor<12x24xui32>
      %38 = stablehlo.or %34, %37 : tensor<12x24xui32>
      %39 = stablehlo.xor %32, %38 : tensor<12x24xui32>
      %40 = stablehlo.add %32, %39 : tensor<12x24xui32>
      %41 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
      %42 = stablehlo.shift_left %39, %41 : tensor<12x24xui32>
      %c_16 = stablehlo.constant dense<32> : tensor<ui32>
      %43 = stablehlo.subtract %c_16, %15 : tensor<ui32>
      %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
      %45 = stablehlo.shift_right_logical %39, %44 : tensor<12x24xui32>
      %46 = stablehlo.or %42, %45 : tensor<12x24xui32>
      %47 = stablehlo.xor %40, %46 : tensor<12x24xui32>
      %48 = stablehlo.broadcast_in_dim %iterArg_7, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
      %49 = stablehlo.add %40, %48 : tensor<12x24xui32>
      %50 = stablehlo.broadcast_in_dim %iterArg_8, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
      %51 = stablehlo.add %47, %50 : tensor<12x24xui32>
      %c_17 = stablehlo.constant dense<1> : tensor<i32>
      %52 = stablehlo.add %iterArg_4, %c_17 : tensor<i32>
      %53 = stablehlo.convert %52 : (tensor<i32>) -> tensor<ui32>
      %54 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<ui32>) -> tensor<12x24xui32>
      %55 = stablehlo.add %51, %54 : tensor<12x24xui32>
      %c_18 = stablehlo.constant dense<1> : tensor<i32>
      %56 = stablehlo.add %iterArg, %c_18 : tensor<i32>
      stablehlo.return %56, %7, %49, %55, %iterArg_8, %iterArg_9, %iterArg_7, %iterArg_11, %iterArg_10 : tensor<i32>, tensor<i32>, tensor<12x24xui32>, tensor<12x24xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<12x24xui32>, tensor<12x24xui32>
  }
  func.func private @_where_0(%arg0: tensor<12x24xi1>, %arg1: tensor<12x24xf32>, %arg2: tensor<f32>) -> tensor<12x24xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<12x24xi1>, tensor<12x24xf32>
    return %2 : tensor<12x24xf32>
  }
  func.func private @_where_1(%arg0: tensor<12x24xi1>, %arg1: tensor<12x24xf32>) -> tensor<12x24xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12x24xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<12x24xi1>, tensor<12x24xf32>
    return %1 : tensor<12x24xf32>
  }
}
