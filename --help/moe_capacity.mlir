module @jit_moe_capacity attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<8x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}]>}, %arg2: tensor<8x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}, %arg3: tensor<4x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<32x8xf32> {jax.result_info = "result[1][0]"}, tensor<8x32x16xf32> {jax.result_info = "result[1][1]"}, tensor<8x16x32xf32> {jax.result_info = "result[1][2]"}) {
    %0 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16x32xf32>, tensor<32x8xf32>) -> tensor<4x16x8xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<4x16x8xf32>, tensor<f32>) -> tensor<4x16xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %3 = stablehlo.maximum %2, %1 : tensor<4x16xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<4x16xf32>) -> tensor<4x16x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<4x16x1xf32>) -> tensor<4x16x8xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<4x16x8xf32>
    %7 = stablehlo.exponential %6 : tensor<4x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x16x8xf32>, tensor<f32>) -> tensor<4x16xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4x16xf32>) -> tensor<4x16x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<4x16x1xf32>) -> tensor<4x16x8xf32>
    %11 = stablehlo.divide %7, %10 : tensor<4x16x8xf32>
    %12 = stablehlo.multiply %9, %9 : tensor<4x16x1xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x16x1xf32>
    %14 = stablehlo.divide %13, %12 : tensor<4x16x1xf32>
    %15 = call @argmax(%11) : (tensor<4x16x8xf32>) -> tensor<4x16xi32>
    %16 = call @_one_hot(%15) : (tensor<4x16xi32>) -> tensor<4x16x8xf32>
    %17 = call @cumsum(%16) : (tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
    %18 = stablehlo.multiply %17, %16 : tensor<4x16x8xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %20 = stablehlo.subtract %18, %19 : tensor<4x16x8xf32>
    %21 = stablehlo.convert %20 : (tensor<4x16x8xf32>) -> tensor<4x16x8xi32>
    %22 = call @_one_hot_1(%21) : (tensor<4x16x8xi32>) -> tensor<4x16x8x4xf32>
    %23 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<4x16x8xf32>) -> tensor<4x16x8x1xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2, 3] : (tensor<4x16x8x1xf32>) -> tensor<4x16x8x4xf32>
    %25 = stablehlo.multiply %22, %24 : tensor<4x16x8x4xf32>
    %26 = stablehlo.dot_general %arg3, %25, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x16x32xf32>, tensor<4x16x8x4xf32>) -> tensor<4x32x8x4xf32>
    %27 = stablehlo.transpose %26, dims = [2, 0, 3, 1] : (tensor<4x32x8x4xf32>) -> tensor<8x4x4x32xf32>
    %28 = sdy.sharding_constraint %27 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x4x4x32xf32>
    %29 = stablehlo.dot_general %28, %arg1, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x32xf32>, tensor<8x32x16xf32>) -> tensor<8x4x4x16xf32>
    %30 = call @relu(%29) : (tensor<8x4x4x16xf32>) -> tensor<8x4x4x16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %32 = stablehlo.compare GT, %29, %31, FLOAT : (tensor<8x4x4x16xf32>, tensor<8x4x4x16xf32>) -> tensor<8x4x4x16xi1>
    %33 = stablehlo.dot_general %30, %arg2, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x16xf32>, tensor<8x16x32xf32>) -> tensor<8x4x4x32xf32>
    %34 = sdy.sharding_constraint %33 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x4x4x32xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %35 = stablehlo.reduce(%11 init: %cst_5) applies stablehlo.maximum across dimensions = [2] : (tensor<4x16x8xf32>, tensor<f32>) -> tensor<4x16xf32>
    %36 = stablehlo.reshape %35 : (tensor<4x16xf32>) -> tensor<4x16x1xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2] : (tensor<4x16x1xf32>) -> tensor<4x16x8xf32>
    %38 = stablehlo.compare EQ, %11, %37, FLOAT : (tensor<4x16x8xf32>, tensor<4x16x8xf32>) -> tensor<4x16x8xi1>
    %39 = stablehlo.convert %38 : (tensor<4x16x8xi1>) -> tensor<4x16x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%39 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<4x16x8xf32>, tensor<f32>) -> tensor<4x16xf32>
    %41 = stablehlo.broadcast_in_dim %35, dims = [0, 1] : (tensor<4x16xf32>) -> tensor<4x16x1x1xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<4x16x1x1xf32>) -> tensor<4x16x8x4xf32>
    %43 = stablehlo.multiply %25, %42 : tensor<4x16x8x4xf32>
    %44 = stablehlo.dot_general %43, %34, batching_dims = [0] x [1], contracting_dims = [3, 2] x [2, 0], precision = [DEFAULT, DEFAULT] : (tensor<4x16x8x4xf32>, tensor<8x4x4x32xf32>) -> tensor<4x16x32xf32>
    %45 = sdy.sharding_constraint %44 <@mesh, [{"data"}, {}, {}]> : tensor<4x16x32xf32>
    %46 = stablehlo.multiply %45, %45 : tensor<4x16x32xf32>
    %cst_7 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x16x32xf32>
    %48 = stablehlo.multiply %47, %45 : tensor<4x16x32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%46 init: %cst_8) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x16x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_9 = stablehlo.constant dense<2.048000e+03> : tensor<f32>
    %50 = stablehlo.divide %49, %cst_9 : tensor<f32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_11 = stablehlo.constant dense<2.048000e+03> : tensor<f32>
    %51 = stablehlo.divide %cst_10, %cst_11 : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<f32>) -> tensor<4x16x32xf32>
    %53 = stablehlo.multiply %52, %48 : tensor<4x16x32xf32>
    %54 = sdy.sharding_constraint %53 <@mesh, [{"data"}, {}, {}]> : tensor<4x16x32xf32>
    %55 = stablehlo.dot_general %54, %43, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x16x32xf32>, tensor<4x16x8x4xf32>) -> tensor<4x32x8x4xf32>
    %56 = stablehlo.transpose %55, dims = [2, 0, 3, 1] : (tensor<4x32x8x4xf32>) -> tensor<8x4x4x32xf32>
    %57 = stablehlo.dot_general %54, %34, batching_dims = [0] x [1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x16x32xf32>, tensor<8x4x4x32xf32>) -> tensor<4x16x8x4xf32>
    %58 = stablehlo.multiply %25, %57 : tensor<4x16x8x4xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_12) applies stablehlo.add across dimensions = [2, 3] : (tensor<4x16x8x4xf32>, tensor<f32>) -> tensor<4x16xf32>
    %60 = stablehlo.reshape %59 : (tensor<4x16xf32>) -> tensor<4x16x1x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.reduce(%60 init: %cst_13) applies stablehlo.add across dimensions = [2, 3] : (tensor<4x16x1x1xf32>, tensor<f32>) -> tensor<4x16xf32>
    %62 = stablehlo.divide %61, %40 : tensor<4x16xf32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0, 1] : (tensor<4x16xf32>) -> tensor<4x16x8xf32>
    %64 = stablehlo.multiply %63, %39 : tensor<4x16x8xf32>
    %65 = sdy.sharding_constraint %56 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x4x4x32xf32>
    %66 = stablehlo.dot_general %65, %30, batching_dims = [0] x [0], contracting_dims = [1, 2] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x32xf32>, tensor<8x4x4x16xf32>) -> tensor<8x32x16xf32>
    %67 = stablehlo.transpose %66, dims = [0, 2, 1] : (tensor<8x32x16xf32>) -> tensor<8x16x32xf32>
    %68 = stablehlo.dot_general %65, %arg2, batching_dims = [0] x [0], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x32xf32>, tensor<8x16x32xf32>) -> tensor<8x4x4x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %70 = stablehlo.select %32, %68, %69 : tensor<8x4x4x16xi1>, tensor<8x4x4x16xf32>
    %71 = stablehlo.dot_general %70, %28, batching_dims = [0] x [0], contracting_dims = [1, 2] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x16xf32>, tensor<8x4x4x32xf32>) -> tensor<8x16x32xf32>
    %72 = stablehlo.transpose %71, dims = [0, 2, 1] : (tensor<8x16x32xf32>) -> tensor<8x32x16xf32>
    %73 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<4x16x1xf32>) -> tensor<4x16x8xf32>
    %74 = stablehlo.multiply %64, %73 : tensor<4x16x8xf32>
    %75 = stablehlo.multiply %74, %7 : tensor<4x16x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%75 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<4x16x8xf32>, tensor<f32>) -> tensor<4x16xf32>
    %77 = stablehlo.reshape %76 : (tensor<4x16xf32>) -> tensor<4x16x1xf32>
    %78 = stablehlo.negate %77 : tensor<4x16x1xf32>
    %79 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<4x16x1xf32>) -> tensor<4x16x8xf32>
    %80 = stablehlo.divide %64, %79 : tensor<4x16x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.reduce(%78 init: %cst_16) applies stablehlo.add across dimensions = [2] : (tensor<4x16x1xf32>, tensor<f32>) -> tensor<4x16xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1] : (tensor<4x16xf32>) -> tensor<4x16x8xf32>
    %83 = stablehlo.add %80, %82 : tensor<4x16x8xf32>
    %84 = stablehlo.multiply %83, %7 : tensor<4x16x8xf32>
    %85 = stablehlo.dot_general %84, %arg3, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x16x8xf32>, tensor<4x16x32xf32>) -> tensor<8x32xf32>
    %86 = stablehlo.transpose %85, dims = [1, 0] : (tensor<8x32xf32>) -> tensor<32x8xf32>
    return %50, %86, %72, %67 : tensor<f32>, tensor<32x8xf32>, tensor<8x32x16xf32>, tensor<8x16x32xf32>
  }
  func.func private @argmax(%arg0: tensor<4x16x8xf32>) -> tensor<4x16xi32> {
    %0 = stablehlo.iota dim = 2 : tensor<4x16x8xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [2] : (tensor<4x16x8xf32>, tensor<4x16x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x16xf32>, tensor<4x16xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<4x16xi32>
  }
  func.func private @_one_hot(%arg0: tensor<4x16xi32>) -> tensor<4x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<4x16xi32>) -> tensor<4x16x1xi32>
    %1 = stablehlo.iota dim = 2 : tensor<1x1x8xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<4x16x1xi32>) -> tensor<4x16x8xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x8xi32>) -> tensor<4x16x8xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<4x16x8xi32>, tensor<4x16x8xi32>) -> tensor<4x16x8xi1>
    %5 = stablehlo.convert %4 : (tensor<4x16x8xi1>) -> tensor<4x16x8xf32>
    return %5 : tensor<4x16x8xf32>
  }
  func.func private @cumsum(%arg0: tensor<4x16x8xf32>) -> tensor<4x16x8xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
    return %0 : tensor<4x16x8xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<4x16x8xf32>) -> tensor<4x16x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [15, 0], [0, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 16, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x16x8xf32>, tensor<f32>) -> tensor<4x16x8xf32>
    return %1 : tensor<4x16x8xf32>
  }
  func.func private @_one_hot_1(%arg0: tensor<4x16x8xi32>) -> tensor<4x16x8x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2] : (tensor<4x16x8xi32>) -> tensor<4x16x8x1xi32>
    %1 = stablehlo.iota dim = 3 : tensor<1x1x1x4xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2, 3] : (tensor<4x16x8x1xi32>) -> tensor<4x16x8x4xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xi32>) -> tensor<4x16x8x4xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<4x16x8x4xi32>, tensor<4x16x8x4xi32>) -> tensor<4x16x8x4xi1>
    %5 = stablehlo.convert %4 : (tensor<4x16x8x4xi1>) -> tensor<4x16x8x4xf32>
    return %5 : tensor<4x16x8x4xf32>
  }
  func.func private @relu(%arg0: tensor<8x4x4x16xf32>) -> tensor<8x4x4x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x4x4x16xf32>
    return %1 : tensor<8x4x4x16xf32>
  }
}
