module @jit_grouped_query_rope attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x30x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, %arg1: tensor<4x30x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, %arg2: tensor<4x30x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}) -> (tensor<4x30x64xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<30xi32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<30xi32>) -> tensor<30x1xi32>
    %2 = stablehlo.iota dim = 0 : tensor<4xi32>
    %3 = stablehlo.convert %2 : (tensor<4xi32>) -> tensor<4xf32>
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %5 = stablehlo.divide %3, %4 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %7 = stablehlo.power %6, %5 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %9 = stablehlo.divide %8, %7 : tensor<4xf32>
    %10 = stablehlo.convert %1 : (tensor<30x1xi32>) -> tensor<30x1xf32>
    %11 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %12 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<30x1xf32>) -> tensor<30x4xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<30x4xf32>
    %14 = stablehlo.multiply %12, %13 : tensor<30x4xf32>
    %15 = stablehlo.slice %arg0 [0:4, 0:30, 0:8, 0:4] : (tensor<4x30x8x8xf32>) -> tensor<4x30x8x4xf32>
    %16 = stablehlo.slice %arg0 [0:4, 0:30, 0:8, 4:8] : (tensor<4x30x8x8xf32>) -> tensor<4x30x8x4xf32>
    %17 = stablehlo.cosine %14 : tensor<30x4xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 2] : (tensor<30x4xf32>) -> tensor<30x1x4xf32>
    %19 = stablehlo.sine %14 : tensor<30x4xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 2] : (tensor<30x4xf32>) -> tensor<30x1x4xf32>
    %21 = stablehlo.convert %18 : tensor<30x1x4xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [1, 2, 3] : (tensor<30x1x4xf32>) -> tensor<1x30x1x4xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2, 3] : (tensor<1x30x1x4xf32>) -> tensor<4x30x8x4xf32>
    %24 = stablehlo.multiply %15, %23 : tensor<4x30x8x4xf32>
    %25 = stablehlo.convert %20 : tensor<30x1x4xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [1, 2, 3] : (tensor<30x1x4xf32>) -> tensor<1x30x1x4xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2, 3] : (tensor<1x30x1x4xf32>) -> tensor<4x30x8x4xf32>
    %28 = stablehlo.multiply %16, %27 : tensor<4x30x8x4xf32>
    %29 = stablehlo.subtract %24, %28 : tensor<4x30x8x4xf32>
    %30 = stablehlo.convert %18 : tensor<30x1x4xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [1, 2, 3] : (tensor<30x1x4xf32>) -> tensor<1x30x1x4xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x30x1x4xf32>) -> tensor<4x30x8x4xf32>
    %33 = stablehlo.multiply %16, %32 : tensor<4x30x8x4xf32>
    %34 = stablehlo.convert %20 : tensor<30x1x4xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [1, 2, 3] : (tensor<30x1x4xf32>) -> tensor<1x30x1x4xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<1x30x1x4xf32>) -> tensor<4x30x8x4xf32>
    %37 = stablehlo.multiply %15, %36 : tensor<4x30x8x4xf32>
    %38 = stablehlo.add %33, %37 : tensor<4x30x8x4xf32>
    %39 = stablehlo.concatenate %29, %38, dim = 3 : (tensor<4x30x8x4xf32>, tensor<4x30x8x4xf32>) -> tensor<4x30x8x8xf32>
    %40 = stablehlo.reshape %39 : (tensor<4x30x8x8xf32>) -> tensor<4x30x2x4x8xf32>
    %41 = stablehlo.iota dim = 0 : tensor<30xi32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0] : (tensor<30xi32>) -> tensor<30x1xi32>
    %43 = stablehlo.iota dim = 0 : tensor<4xi32>
    %44 = stablehlo.convert %43 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %46 = stablehlo.divide %44, %45 : tensor<4xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %48 = stablehlo.power %47, %46 : tensor<4xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %50 = stablehlo.divide %49, %48 : tensor<4xf32>
    %51 = stablehlo.convert %42 : (tensor<30x1xi32>) -> tensor<30x1xf32>
    %52 = stablehlo.broadcast_in_dim %50, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %53 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<30x1xf32>) -> tensor<30x4xf32>
    %54 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<30x4xf32>
    %55 = stablehlo.multiply %53, %54 : tensor<30x4xf32>
    %56 = stablehlo.slice %arg1 [0:4, 0:30, 0:2, 0:4] : (tensor<4x30x2x8xf32>) -> tensor<4x30x2x4xf32>
    %57 = stablehlo.slice %arg1 [0:4, 0:30, 0:2, 4:8] : (tensor<4x30x2x8xf32>) -> tensor<4x30x2x4xf32>
    %58 = stablehlo.cosine %55 : tensor<30x4xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 2] : (tensor<30x4xf32>) -> tensor<30x1x4xf32>
    %60 = stablehlo.sine %55 : tensor<30x4xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 2] : (tensor<30x4xf32>) -> tensor<30x1x4xf32>
    %62 = stablehlo.convert %59 : tensor<30x1x4xf32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [1, 2, 3] : (tensor<30x1x4xf32>) -> tensor<1x30x1x4xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2, 3] : (tensor<1x30x1x4xf32>) -> tensor<4x30x2x4xf32>
    %65 = stablehlo.multiply %56, %64 : tensor<4x30x2x4xf32>
    %66 = stablehlo.convert %61 : tensor<30x1x4xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [1, 2, 3] : (tensor<30x1x4xf32>) -> tensor<1x30x1x4xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2, 3] : (tensor<1x30x1x4xf32>) -> tensor<4x30x2x4xf32>
    %69 = stablehlo.multiply %57, %68 : tensor<4x30x2x4xf32>
    %70 = stablehlo.subtract %65, %69 : tensor<4x30x2x4xf32>
    %71 = stablehlo.convert %59 : tensor<30x1x4xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [1, 2, 3] : (tensor<30x1x4xf32>) -> tensor<1x30x1x4xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2, 3] : (tensor<1x30x1x4xf32>) -> tensor<4x30x2x4xf32>
    %74 = stablehlo.multiply %57, %73 : tensor<4x30x2x4xf32>
    %75 = stablehlo.convert %61 : tensor<30x1x4xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [1, 2, 3] : (tensor<30x1x4xf32>) -> tensor<1x30x1x4xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2, 3] : (tensor<1x30x1x4xf32>) -> tensor<4x30x2x4xf32>
    %78 = stablehlo.multiply %56, %77 : tensor<4x30x2x4xf32>
    %79 = stablehlo.add %74, %78 : tensor<4x30x2x4xf32>
    %80 = stablehlo.concatenate %70, %79, dim = 3 : (tensor<4x30x2x4xf32>, tensor<4x30x2x4xf32>) -> tensor<4x30x2x8xf32>
    %81 = stablehlo.dot_general %80, %40, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<4x30x2x8xf32>, tensor<4x30x2x4x8xf32>) -> tensor<4x2x30x30x4xf32>
    %82 = stablehlo.transpose %81, dims = [0, 1, 4, 3, 2] : (tensor<4x2x30x30x4xf32>) -> tensor<4x2x4x30x30xf32>
    %83 = stablehlo.iota dim = 0 : tensor<30xi32>
    %cst_5 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x2x4x30x30xf32>
    %85 = stablehlo.divide %82, %84 : tensor<4x2x4x30x30xf32>
    %86 = stablehlo.tanh %85 : tensor<4x2x4x30x30xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x2x4x30x30xf32>
    %88 = stablehlo.multiply %87, %86 : tensor<4x2x4x30x30xf32>
    %89 = stablehlo.broadcast_in_dim %83, dims = [0] : (tensor<30xi32>) -> tensor<30x1xi32>
    %90 = stablehlo.broadcast_in_dim %83, dims = [1] : (tensor<30xi32>) -> tensor<1x30xi32>
    %91 = stablehlo.broadcast_in_dim %89, dims = [0, 1] : (tensor<30x1xi32>) -> tensor<30x30xi32>
    %92 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<1x30xi32>) -> tensor<30x30xi32>
    %93 = stablehlo.compare GE, %91, %92, SIGNED : (tensor<30x30xi32>, tensor<30x30xi32>) -> tensor<30x30xi1>
    %94 = stablehlo.broadcast_in_dim %83, dims = [0] : (tensor<30xi32>) -> tensor<30x1xi32>
    %95 = stablehlo.broadcast_in_dim %83, dims = [1] : (tensor<30xi32>) -> tensor<1x30xi32>
    %96 = stablehlo.broadcast_in_dim %94, dims = [0, 1] : (tensor<30x1xi32>) -> tensor<30x30xi32>
    %97 = stablehlo.broadcast_in_dim %95, dims = [0, 1] : (tensor<1x30xi32>) -> tensor<30x30xi32>
    %98 = stablehlo.subtract %96, %97 : tensor<30x30xi32>
    %c = stablehlo.constant dense<8> : tensor<i32>
    %99 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<30x30xi32>
    %100 = stablehlo.compare LT, %98, %99, SIGNED : (tensor<30x30xi32>, tensor<30x30xi32>) -> tensor<30x30xi1>
    %101 = stablehlo.and %93, %100 : tensor<30x30xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %102 = call @_where(%101, %88, %cst_7) : (tensor<30x30xi1>, tensor<4x2x4x30x30xf32>, tensor<f32>) -> tensor<4x2x4x30x30xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %103 = stablehlo.reduce(%102 init: %cst_8) applies stablehlo.maximum across dimensions = [4] : (tensor<4x2x4x30x30xf32>, tensor<f32>) -> tensor<4x2x4x30xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x2x4x30xf32>
    %105 = stablehlo.maximum %104, %103 : tensor<4x2x4x30xf32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [0, 1, 2, 3] : (tensor<4x2x4x30xf32>) -> tensor<4x2x4x30x1xf32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2, 3, 4] : (tensor<4x2x4x30x1xf32>) -> tensor<4x2x4x30x30xf32>
    %108 = stablehlo.subtract %102, %107 : tensor<4x2x4x30x30xf32>
    %109 = stablehlo.exponential %108 : tensor<4x2x4x30x30xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.reduce(%109 init: %cst_10) applies stablehlo.add across dimensions = [4] : (tensor<4x2x4x30x30xf32>, tensor<f32>) -> tensor<4x2x4x30xf32>
    %111 = stablehlo.broadcast_in_dim %110, dims = [0, 1, 2, 3] : (tensor<4x2x4x30xf32>) -> tensor<4x2x4x30x1xf32>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1, 2, 3, 4] : (tensor<4x2x4x30x1xf32>) -> tensor<4x2x4x30x30xf32>
    %113 = stablehlo.divide %109, %112 : tensor<4x2x4x30x30xf32>
    %114 = stablehlo.dot_general %arg2, %113, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<4x30x2x8xf32>, tensor<4x2x4x30x30xf32>) -> tensor<4x2x8x4x30xf32>
    %115 = stablehlo.transpose %114, dims = [0, 4, 1, 3, 2] : (tensor<4x2x8x4x30xf32>) -> tensor<4x30x2x4x8xf32>
    %116 = stablehlo.reshape %115 : (tensor<4x30x2x4x8xf32>) -> tensor<4x30x64xf32>
    return %116 : tensor<4x30x64xf32>
  }
  func.func private @_where(%arg0: tensor<30x30xi1>, %arg1: tensor<4x2x4x30x30xf32>, %arg2: tensor<f32>) -> tensor<4x2x4x30x30xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [3, 4] : (tensor<30x30xi1>) -> tensor<4x2x4x30x30xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x2x4x30x30xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<4x2x4x30x30xi1>, tensor<4x2x4x30x30xf32>
    return %3 : tensor<4x2x4x30x30xf32>
  }
}
