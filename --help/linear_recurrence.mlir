module @jit_linear_recurrence attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}]>}, %arg1: tensor<4x32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}]>}) -> (tensor<4x32x8xf32> {jax.result_info = "result[0]"}, tensor<4x32x8xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.negate %arg0 : tensor<4x32x8xf32>
    %1 = stablehlo.exponential %0 : tensor<4x32x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x32x8xf32>
    %3 = stablehlo.add %2, %1 : tensor<4x32x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x32x8xf32>
    %5 = stablehlo.divide %4, %3 : tensor<4x32x8xf32>
    %6 = stablehlo.slice %5 [0:4, 0:31:2, 0:8] : (tensor<4x32x8xf32>) -> tensor<4x16x8xf32>
    %7 = stablehlo.slice %arg1 [0:4, 0:31:2, 0:8] : (tensor<4x32x8xf32>) -> tensor<4x16x8xf32>
    %8 = stablehlo.slice %5 [0:4, 1:32:2, 0:8] : (tensor<4x32x8xf32>) -> tensor<4x16x8xf32>
    %9 = stablehlo.slice %arg1 [0:4, 1:32:2, 0:8] : (tensor<4x32x8xf32>) -> tensor<4x16x8xf32>
    %10 = stablehlo.multiply %8, %6 : tensor<4x16x8xf32>
    %11 = stablehlo.multiply %8, %7 : tensor<4x16x8xf32>
    %12 = stablehlo.add %11, %9 : tensor<4x16x8xf32>
    %13 = stablehlo.slice %10 [0:4, 0:15:2, 0:8] : (tensor<4x16x8xf32>) -> tensor<4x8x8xf32>
    %14 = stablehlo.slice %12 [0:4, 0:15:2, 0:8] : (tensor<4x16x8xf32>) -> tensor<4x8x8xf32>
    %15 = stablehlo.slice %10 [0:4, 1:16:2, 0:8] : (tensor<4x16x8xf32>) -> tensor<4x8x8xf32>
    %16 = stablehlo.slice %12 [0:4, 1:16:2, 0:8] : (tensor<4x16x8xf32>) -> tensor<4x8x8xf32>
    %17 = stablehlo.multiply %15, %13 : tensor<4x8x8xf32>
    %18 = stablehlo.multiply %15, %14 : tensor<4x8x8xf32>
    %19 = stablehlo.add %18, %16 : tensor<4x8x8xf32>
    %20 = stablehlo.slice %17 [0:4, 0:7:2, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x4x8xf32>
    %21 = stablehlo.slice %19 [0:4, 0:7:2, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x4x8xf32>
    %22 = stablehlo.slice %17 [0:4, 1:8:2, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x4x8xf32>
    %23 = stablehlo.slice %19 [0:4, 1:8:2, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x4x8xf32>
    %24 = stablehlo.multiply %22, %20 : tensor<4x4x8xf32>
    %25 = stablehlo.multiply %22, %21 : tensor<4x4x8xf32>
    %26 = stablehlo.add %25, %23 : tensor<4x4x8xf32>
    %27 = stablehlo.slice %24 [0:4, 0:3:2, 0:8] : (tensor<4x4x8xf32>) -> tensor<4x2x8xf32>
    %28 = stablehlo.slice %26 [0:4, 0:3:2, 0:8] : (tensor<4x4x8xf32>) -> tensor<4x2x8xf32>
    %29 = stablehlo.slice %24 [0:4, 1:4:2, 0:8] : (tensor<4x4x8xf32>) -> tensor<4x2x8xf32>
    %30 = stablehlo.slice %26 [0:4, 1:4:2, 0:8] : (tensor<4x4x8xf32>) -> tensor<4x2x8xf32>
    %31 = stablehlo.multiply %29, %27 : tensor<4x2x8xf32>
    %32 = stablehlo.multiply %29, %28 : tensor<4x2x8xf32>
    %33 = stablehlo.add %32, %30 : tensor<4x2x8xf32>
    %34 = stablehlo.slice %33 [0:4, 0:1:2, 0:8] : (tensor<4x2x8xf32>) -> tensor<4x1x8xf32>
    %35 = stablehlo.slice %31 [0:4, 1:2:2, 0:8] : (tensor<4x2x8xf32>) -> tensor<4x1x8xf32>
    %36 = stablehlo.slice %33 [0:4, 1:2:2, 0:8] : (tensor<4x2x8xf32>) -> tensor<4x1x8xf32>
    %37 = stablehlo.multiply %35, %34 : tensor<4x1x8xf32>
    %38 = stablehlo.add %37, %36 : tensor<4x1x8xf32>
    %39 = stablehlo.slice %38 [0:4, 0:0, 0:8] : (tensor<4x1x8xf32>) -> tensor<4x0x8xf32>
    %40 = stablehlo.slice %31 [0:4, 2:2:2, 0:8] : (tensor<4x2x8xf32>) -> tensor<4x0x8xf32>
    %41 = stablehlo.slice %33 [0:4, 2:2:2, 0:8] : (tensor<4x2x8xf32>) -> tensor<4x0x8xf32>
    %42 = stablehlo.multiply %40, %39 : tensor<4x0x8xf32>
    %43 = stablehlo.add %42, %41 : tensor<4x0x8xf32>
    %44 = stablehlo.slice %33 [0:4, 0:1, 0:8] : (tensor<4x2x8xf32>) -> tensor<4x1x8xf32>
    %45 = stablehlo.concatenate %44, %43, dim = 1 : (tensor<4x1x8xf32>, tensor<4x0x8xf32>) -> tensor<4x1x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.pad %45, %cst_1, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 1, 0] : (tensor<4x1x8xf32>, tensor<f32>) -> tensor<4x2x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.pad %38, %cst_2, low = [0, 1, 0], high = [0, 0, 0], interior = [0, 1, 0] : (tensor<4x1x8xf32>, tensor<f32>) -> tensor<4x2x8xf32>
    %48 = stablehlo.add %46, %47 : tensor<4x2x8xf32>
    %49 = stablehlo.slice %48 [0:4, 0:1, 0:8] : (tensor<4x2x8xf32>) -> tensor<4x1x8xf32>
    %50 = stablehlo.slice %24 [0:4, 2:4:2, 0:8] : (tensor<4x4x8xf32>) -> tensor<4x1x8xf32>
    %51 = stablehlo.slice %26 [0:4, 2:4:2, 0:8] : (tensor<4x4x8xf32>) -> tensor<4x1x8xf32>
    %52 = stablehlo.multiply %50, %49 : tensor<4x1x8xf32>
    %53 = stablehlo.add %52, %51 : tensor<4x1x8xf32>
    %54 = stablehlo.slice %26 [0:4, 0:1, 0:8] : (tensor<4x4x8xf32>) -> tensor<4x1x8xf32>
    %55 = stablehlo.concatenate %54, %53, dim = 1 : (tensor<4x1x8xf32>, tensor<4x1x8xf32>) -> tensor<4x2x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.pad %55, %cst_3, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 1, 0] : (tensor<4x2x8xf32>, tensor<f32>) -> tensor<4x4x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.pad %48, %cst_4, low = [0, 1, 0], high = [0, 0, 0], interior = [0, 1, 0] : (tensor<4x2x8xf32>, tensor<f32>) -> tensor<4x4x8xf32>
    %58 = stablehlo.add %56, %57 : tensor<4x4x8xf32>
    %59 = stablehlo.slice %58 [0:4, 0:3, 0:8] : (tensor<4x4x8xf32>) -> tensor<4x3x8xf32>
    %60 = stablehlo.slice %17 [0:4, 2:8:2, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x3x8xf32>
    %61 = stablehlo.slice %19 [0:4, 2:8:2, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x3x8xf32>
    %62 = stablehlo.multiply %60, %59 : tensor<4x3x8xf32>
    %63 = stablehlo.add %62, %61 : tensor<4x3x8xf32>
    %64 = stablehlo.slice %19 [0:4, 0:1, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x1x8xf32>
    %65 = stablehlo.concatenate %64, %63, dim = 1 : (tensor<4x1x8xf32>, tensor<4x3x8xf32>) -> tensor<4x4x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.pad %65, %cst_5, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 1, 0] : (tensor<4x4x8xf32>, tensor<f32>) -> tensor<4x8x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.pad %58, %cst_6, low = [0, 1, 0], high = [0, 0, 0], interior = [0, 1, 0] : (tensor<4x4x8xf32>, tensor<f32>) -> tensor<4x8x8xf32>
    %68 = stablehlo.add %66, %67 : tensor<4x8x8xf32>
    %69 = stablehlo.slice %68 [0:4, 0:7, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x7x8xf32>
    %70 = stablehlo.slice %10 [0:4, 2:16:2, 0:8] : (tensor<4x16x8xf32>) -> tensor<4x7x8xf32>
    %71 = stablehlo.slice %12 [0:4, 2:16:2, 0:8] : (tensor<4x16x8xf32>) -> tensor<4x7x8xf32>
    %72 = stablehlo.multiply %70, %69 : tensor<4x7x8xf32>
    %73 = stablehlo.add %72, %71 : tensor<4x7x8xf32>
    %74 = stablehlo.slice %12 [0:4, 0:1, 0:8] : (tensor<4x16x8xf32>) -> tensor<4x1x8xf32>
    %75 = stablehlo.concatenate %74, %73, dim = 1 : (tensor<4x1x8xf32>, tensor<4x7x8xf32>) -> tensor<4x8x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.pad %75, %cst_7, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 1, 0] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4x16x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.pad %68, %cst_8, low = [0, 1, 0], high = [0, 0, 0], interior = [0, 1, 0] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4x16x8xf32>
    %78 = stablehlo.add %76, %77 : tensor<4x16x8xf32>
    %79 = stablehlo.slice %78 [0:4, 0:15, 0:8] : (tensor<4x16x8xf32>) -> tensor<4x15x8xf32>
    %80 = stablehlo.slice %5 [0:4, 2:32:2, 0:8] : (tensor<4x32x8xf32>) -> tensor<4x15x8xf32>
    %81 = stablehlo.slice %arg1 [0:4, 2:32:2, 0:8] : (tensor<4x32x8xf32>) -> tensor<4x15x8xf32>
    %82 = stablehlo.multiply %80, %79 : tensor<4x15x8xf32>
    %83 = stablehlo.add %82, %81 : tensor<4x15x8xf32>
    %84 = stablehlo.slice %arg1 [0:4, 0:1, 0:8] : (tensor<4x32x8xf32>) -> tensor<4x1x8xf32>
    %85 = stablehlo.concatenate %84, %83, dim = 1 : (tensor<4x1x8xf32>, tensor<4x15x8xf32>) -> tensor<4x16x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.pad %85, %cst_9, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 1, 0] : (tensor<4x16x8xf32>, tensor<f32>) -> tensor<4x32x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %87 = stablehlo.pad %78, %cst_10, low = [0, 1, 0], high = [0, 0, 0], interior = [0, 1, 0] : (tensor<4x16x8xf32>, tensor<f32>) -> tensor<4x32x8xf32>
    %88 = stablehlo.add %86, %87 : tensor<4x32x8xf32>
    %89 = stablehlo.reverse %arg1, dims = [1] : tensor<4x32x8xf32>
    %90 = stablehlo.slice %89 [0:4, 0:31:2, 0:8] : (tensor<4x32x8xf32>) -> tensor<4x16x8xf32>
    %91 = stablehlo.slice %89 [0:4, 1:32:2, 0:8] : (tensor<4x32x8xf32>) -> tensor<4x16x8xf32>
    %92 = stablehlo.maximum %90, %91 : tensor<4x16x8xf32>
    %93 = stablehlo.slice %92 [0:4, 0:15:2, 0:8] : (tensor<4x16x8xf32>) -> tensor<4x8x8xf32>
    %94 = stablehlo.slice %92 [0:4, 1:16:2, 0:8] : (tensor<4x16x8xf32>) -> tensor<4x8x8xf32>
    %95 = stablehlo.maximum %93, %94 : tensor<4x8x8xf32>
    %96 = stablehlo.slice %95 [0:4, 0:7:2, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x4x8xf32>
    %97 = stablehlo.slice %95 [0:4, 1:8:2, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x4x8xf32>
    %98 = stablehlo.maximum %96, %97 : tensor<4x4x8xf32>
    %99 = stablehlo.slice %98 [0:4, 0:3:2, 0:8] : (tensor<4x4x8xf32>) -> tensor<4x2x8xf32>
    %100 = stablehlo.slice %98 [0:4, 1:4:2, 0:8] : (tensor<4x4x8xf32>) -> tensor<4x2x8xf32>
    %101 = stablehlo.maximum %99, %100 : tensor<4x2x8xf32>
    %102 = stablehlo.slice %101 [0:4, 0:1:2, 0:8] : (tensor<4x2x8xf32>) -> tensor<4x1x8xf32>
    %103 = stablehlo.slice %101 [0:4, 1:2:2, 0:8] : (tensor<4x2x8xf32>) -> tensor<4x1x8xf32>
    %104 = stablehlo.maximum %102, %103 : tensor<4x1x8xf32>
    %105 = stablehlo.slice %104 [0:4, 0:0, 0:8] : (tensor<4x1x8xf32>) -> tensor<4x0x8xf32>
    %106 = stablehlo.slice %101 [0:4, 2:2:2, 0:8] : (tensor<4x2x8xf32>) -> tensor<4x0x8xf32>
    %107 = stablehlo.maximum %105, %106 : tensor<4x0x8xf32>
    %108 = stablehlo.slice %101 [0:4, 0:1, 0:8] : (tensor<4x2x8xf32>) -> tensor<4x1x8xf32>
    %109 = stablehlo.concatenate %108, %107, dim = 1 : (tensor<4x1x8xf32>, tensor<4x0x8xf32>) -> tensor<4x1x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.pad %109, %cst_11, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 1, 0] : (tensor<4x1x8xf32>, tensor<f32>) -> tensor<4x2x8xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %111 = stablehlo.pad %104, %cst_12, low = [0, 1, 0], high = [0, 0, 0], interior = [0, 1, 0] : (tensor<4x1x8xf32>, tensor<f32>) -> tensor<4x2x8xf32>
    %112 = stablehlo.add %110, %111 : tensor<4x2x8xf32>
    %113 = stablehlo.slice %112 [0:4, 0:1, 0:8] : (tensor<4x2x8xf32>) -> tensor<4x1x8xf32>
    %114 = stablehlo.slice %98 [0:4, 2:4:2, 0:8] : (tensor<4x4x8xf32>) -> tensor<4x1x8xf32>
    %115 = stablehlo.maximum %113, %114 : tensor<4x1x8xf32>
    %116 = stablehlo.slice %98 [0:4, 0:1, 0:8] : (tensor<4x4x8xf32>) -> tensor<4x1x8xf32>
    %117 = stablehlo.concatenate %116, %115, dim = 1 : (tensor<4x1x8xf32>, tensor<4x1x8xf32>) -> tensor<4x2x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.pad %117, %cst_13, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 1, 0] : (tensor<4x2x8xf32>, tensor<f32>) -> tensor<4x4x8xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.pad %112, %cst_14, low = [0, 1, 0], high = [0, 0, 0], interior = [0, 1, 0] : (tensor<4x2x8xf32>, tensor<f32>) -> tensor<4x4x8xf32>
    %120 = stablehlo.add %118, %119 : tensor<4x4x8xf32>
    %121 = stablehlo.slice %120 [0:4, 0:3, 0:8] : (tensor<4x4x8xf32>) -> tensor<4x3x8xf32>
    %122 = stablehlo.slice %95 [0:4, 2:8:2, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x3x8xf32>
    %123 = stablehlo.maximum %121, %122 : tensor<4x3x8xf32>
    %124 = stablehlo.slice %95 [0:4, 0:1, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x1x8xf32>
    %125 = stablehlo.concatenate %124, %123, dim = 1 : (tensor<4x1x8xf32>, tensor<4x3x8xf32>) -> tensor<4x4x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.pad %125, %cst_15, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 1, 0] : (tensor<4x4x8xf32>, tensor<f32>) -> tensor<4x8x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %127 = stablehlo.pad %120, %cst_16, low = [0, 1, 0], high = [0, 0, 0], interior = [0, 1, 0] : (tensor<4x4x8xf32>, tensor<f32>) -> tensor<4x8x8xf32>
    %128 = stablehlo.add %126, %127 : tensor<4x8x8xf32>
    %129 = stablehlo.slice %128 [0:4, 0:7, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x7x8xf32>
    %130 = stablehlo.slice %92 [0:4, 2:16:2, 0:8] : (tensor<4x16x8xf32>) -> tensor<4x7x8xf32>
    %131 = stablehlo.maximum %129, %130 : tensor<4x7x8xf32>
    %132 = stablehlo.slice %92 [0:4, 0:1, 0:8] : (tensor<4x16x8xf32>) -> tensor<4x1x8xf32>
    %133 = stablehlo.concatenate %132, %131, dim = 1 : (tensor<4x1x8xf32>, tensor<4x7x8xf32>) -> tensor<4x8x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.pad %133, %cst_17, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 1, 0] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4x16x8xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %135 = stablehlo.pad %128, %cst_18, low = [0, 1, 0], high = [0, 0, 0], interior = [0, 1, 0] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4x16x8xf32>
    %136 = stablehlo.add %134, %135 : tensor<4x16x8xf32>
    %137 = stablehlo.slice %136 [0:4, 0:15, 0:8] : (tensor<4x16x8xf32>) -> tensor<4x15x8xf32>
    %138 = stablehlo.slice %89 [0:4, 2:32:2, 0:8] : (tensor<4x32x8xf32>) -> tensor<4x15x8xf32>
    %139 = stablehlo.maximum %137, %138 : tensor<4x15x8xf32>
    %140 = stablehlo.slice %89 [0:4, 0:1, 0:8] : (tensor<4x32x8xf32>) -> tensor<4x1x8xf32>
    %141 = stablehlo.concatenate %140, %139, dim = 1 : (tensor<4x1x8xf32>, tensor<4x15x8xf32>) -> tensor<4x16x8xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %142 = stablehlo.pad %141, %cst_19, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 1, 0] : (tensor<4x16x8xf32>, tensor<f32>) -> tensor<4x32x8xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %143 = stablehlo.pad %136, %cst_20, low = [0, 1, 0], high = [0, 0, 0], interior = [0, 1, 0] : (tensor<4x16x8xf32>, tensor<f32>) -> tensor<4x32x8xf32>
    %144 = stablehlo.add %142, %143 : tensor<4x32x8xf32>
    %145 = stablehlo.reverse %144, dims = [1] : tensor<4x32x8xf32>
    return %88, %145 : tensor<4x32x8xf32>, tensor<4x32x8xf32>
  }
}
