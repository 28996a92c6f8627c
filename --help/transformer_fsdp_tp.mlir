module @jit_transformer_fsdp_tp attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<48x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, %arg1: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, %arg2: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, %arg3: tensor<32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}, %arg4: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg5: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg6: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>}, %arg7: tensor<32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}, %arg8: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, %arg9: tensor<32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}, %arg10: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, %arg11: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, %arg12: tensor<32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}, %arg13: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg14: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg15: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>}, %arg16: tensor<32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}, %arg17: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, %arg18: tensor<32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}, %arg19: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<48x32xf32> {jax.result_info = "result[1][0]"}, tensor<64x32xf32> {jax.result_info = "result[1][1][0]['down']"}, tensor<32x64xf32> {jax.result_info = "result[1][1][0]['gate']"}, tensor<32x4x8xf32> {jax.result_info = "result[1][1][0]['k']"}, tensor<32xf32> {jax.result_info = "result[1][1][0]['n1']"}, tensor<32xf32> {jax.result_info = "result[1][1][0]['n2']"}, tensor<4x8x32xf32> {jax.result_info = "result[1][1][0]['o']"}, tensor<32x4x8xf32> {jax.result_info = "result[1][1][0]['q']"}, tensor<32x64xf32> {jax.result_info = "result[1][1][0]['up']"}, tensor<32x4x8xf32> {jax.result_info = "result[1][1][0]['v']"}, tensor<64x32xf32> {jax.result_info = "result[1][1][1]['down']"}, tensor<32x64xf32> {jax.result_info = "result[1][1][1]['gate']"}, tensor<32x4x8xf32> {jax.result_info = "result[1][1][1]['k']"}, tensor<32xf32> {jax.result_info = "result[1][1][1]['n1']"}, tensor<32xf32> {jax.result_info = "result[1][1][1]['n2']"}, tensor<4x8x32xf32> {jax.result_info = "result[1][1][1]['o']"}, tensor<32x4x8xf32> {jax.result_info = "result[1][1][1]['q']"}, tensor<32x64xf32> {jax.result_info = "result[1][1][1]['up']"}, tensor<32x4x8xf32> {jax.result_info = "result[1][1][1]['v']"}) {
    %c = stablehlo.constant dense<48> : tensor<i32>
    %0 = call @remainder(%arg19, %c) : (tensor<8x16xi32>, tensor<i32>) -> tensor<8x16xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi1>
    %c_1 = stablehlo.constant dense<48> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %4 = stablehlo.add %0, %3 : tensor<8x16xi32>
    %5 = stablehlo.select %2, %4, %0 : tensor<8x16xi1>, tensor<8x16xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %7 = "stablehlo.gather"(%arg0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<48x32xf32>, tensor<8x16x1xi32>) -> tensor<8x16x32xf32>
    %8 = sdy.sharding_constraint %7 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %9 = stablehlo.multiply %8, %8 : tensor<8x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_2 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %13 = stablehlo.divide %11, %12 : tensor<8x16x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %15 = stablehlo.add %13, %14 : tensor<8x16x1xf32>
    %16 = stablehlo.rsqrt %15 : tensor<8x16x1xf32>
    %17 = stablehlo.divide %16, %15 : tensor<8x16x1xf32>
    %cst_4 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %19 = stablehlo.multiply %18, %17 : tensor<8x16x1xf32>
    %20 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %21 = stablehlo.multiply %8, %20 : tensor<8x16x32xf32>
    %22 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %24 = stablehlo.multiply %21, %23 : tensor<8x16x32xf32>
    %25 = stablehlo.dot_general %24, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
    %26 = stablehlo.dot_general %24, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
    %27 = stablehlo.dot_general %24, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
    %28 = stablehlo.dot_general %25, %26, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_5 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %30 = stablehlo.divide %28, %29 : tensor<8x4x16x16xf32>
    %c_6 = stablehlo.constant dense<true> : tensor<i1>
    %31 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %32 = call @tril(%31) : (tensor<16x16xi1>) -> tensor<16x16xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %33:2 = call @_where_0(%32, %30, %cst_7) : (tensor<16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>) -> (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>)
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %34 = stablehlo.reduce(%33#0 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %36 = stablehlo.maximum %35, %34 : tensor<8x4x16xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %39 = stablehlo.subtract %33#0, %38 : tensor<8x4x16x16xf32>
    %40 = stablehlo.exponential %39 : tensor<8x4x16x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %44 = stablehlo.divide %40, %43 : tensor<8x4x16x16xf32>
    %45 = stablehlo.multiply %42, %42 : tensor<8x4x16x1xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
    %47 = stablehlo.divide %46, %45 : tensor<8x4x16x1xf32>
    %48 = stablehlo.dot_general %27, %44, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %49 = stablehlo.transpose %48, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %50 = stablehlo.dot_general %49, %arg6, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %51 = stablehlo.add %8, %50 : tensor<8x16x32xf32>
    %52 = stablehlo.multiply %51, %51 : tensor<8x16x32xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_12) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_13 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %56 = stablehlo.divide %54, %55 : tensor<8x16x1xf32>
    %cst_14 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %58 = stablehlo.add %56, %57 : tensor<8x16x1xf32>
    %59 = stablehlo.rsqrt %58 : tensor<8x16x1xf32>
    %60 = stablehlo.divide %59, %58 : tensor<8x16x1xf32>
    %cst_15 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %62 = stablehlo.multiply %61, %60 : tensor<8x16x1xf32>
    %63 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %64 = stablehlo.multiply %51, %63 : tensor<8x16x32xf32>
    %65 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %67 = stablehlo.multiply %64, %66 : tensor<8x16x32xf32>
    %68 = stablehlo.dot_general %67, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
    %69:3 = call @silu(%68) : (tensor<8x16x64xf32>) -> (tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>)
    %70 = stablehlo.dot_general %67, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
    %71 = stablehlo.multiply %69#0, %70 : tensor<8x16x64xf32>
    %72 = stablehlo.dot_general %71, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<64x32xf32>) -> tensor<8x16x32xf32>
    %73 = stablehlo.add %51, %72 : tensor<8x16x32xf32>
    %74 = sdy.sharding_constraint %73 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %75 = stablehlo.multiply %74, %74 : tensor<8x16x32xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%75 init: %cst_16) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_17 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %79 = stablehlo.divide %77, %78 : tensor<8x16x1xf32>
    %cst_18 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %81 = stablehlo.add %79, %80 : tensor<8x16x1xf32>
    %82 = stablehlo.rsqrt %81 : tensor<8x16x1xf32>
    %83 = stablehlo.divide %82, %81 : tensor<8x16x1xf32>
    %cst_19 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %85 = stablehlo.multiply %84, %83 : tensor<8x16x1xf32>
    %86 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %87 = stablehlo.multiply %74, %86 : tensor<8x16x32xf32>
    %88 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %90 = stablehlo.multiply %87, %89 : tensor<8x16x32xf32>
    %91 = stablehlo.dot_general %90, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
    %92 = stablehlo.dot_general %90, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
    %93 = stablehlo.dot_general %90, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
    %94 = stablehlo.dot_general %91, %92, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_20 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %96 = stablehlo.divide %94, %95 : tensor<8x4x16x16xf32>
    %c_21 = stablehlo.constant dense<true> : tensor<i1>
    %97 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %98 = call @tril(%97) : (tensor<16x16xi1>) -> tensor<16x16xi1>
    %cst_22 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %99:2 = call @_where_0(%98, %96, %cst_22) : (tensor<16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>) -> (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>)
    %cst_23 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %100 = stablehlo.reduce(%99#0 init: %cst_23) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_24 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %102 = stablehlo.maximum %101, %100 : tensor<8x4x16xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %105 = stablehlo.subtract %99#0, %104 : tensor<8x4x16x16xf32>
    %106 = stablehlo.exponential %105 : tensor<8x4x16x16xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%106 init: %cst_25) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %109 = stablehlo.broadcast_in_dim %108, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %110 = stablehlo.divide %106, %109 : tensor<8x4x16x16xf32>
    %111 = stablehlo.multiply %108, %108 : tensor<8x4x16x1xf32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
    %113 = stablehlo.divide %112, %111 : tensor<8x4x16x1xf32>
    %114 = stablehlo.dot_general %93, %110, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %115 = stablehlo.transpose %114, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %116 = stablehlo.dot_general %115, %arg15, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %117 = stablehlo.add %74, %116 : tensor<8x16x32xf32>
    %118 = stablehlo.multiply %117, %117 : tensor<8x16x32xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.reduce(%118 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %120 = stablehlo.broadcast_in_dim %119, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_28 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %122 = stablehlo.divide %120, %121 : tensor<8x16x1xf32>
    %cst_29 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %124 = stablehlo.add %122, %123 : tensor<8x16x1xf32>
    %125 = stablehlo.rsqrt %124 : tensor<8x16x1xf32>
    %126 = stablehlo.divide %125, %124 : tensor<8x16x1xf32>
    %cst_30 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %128 = stablehlo.multiply %127, %126 : tensor<8x16x1xf32>
    %129 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %130 = stablehlo.multiply %117, %129 : tensor<8x16x32xf32>
    %131 = stablehlo.broadcast_in_dim %arg14, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %133 = stablehlo.multiply %130, %132 : tensor<8x16x32xf32>
    %134 = stablehlo.dot_general %133, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
    %135:3 = call @silu(%134) : (tensor<8x16x64xf32>) -> (tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>)
    %136 = stablehlo.dot_general %133, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
    %137 = stablehlo.multiply %135#0, %136 : tensor<8x16x64xf32>
    %138 = stablehlo.dot_general %137, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<64x32xf32>) -> tensor<8x16x32xf32>
    %139 = stablehlo.add %117, %138 : tensor<8x16x32xf32>
    %140 = sdy.sharding_constraint %139 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %141 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<48x32xf32>) -> tensor<32x48xf32>
    %142 = stablehlo.dot_general %140, %141, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x48xf32>) -> tensor<8x16x48xf32>
    %c_31 = stablehlo.constant dense<48> : tensor<i32>
    %143 = call @remainder(%arg19, %c_31) : (tensor<8x16xi32>, tensor<i32>) -> tensor<8x16xi32>
    %144:3 = call @log_softmax(%142) : (tensor<8x16x48xf32>) -> (tensor<8x16x48xf32>, tensor<8x16x48xf32>, tensor<8x16x1xf32>)
    %145 = stablehlo.broadcast_in_dim %143, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %146:2 = call @take_along_axis(%144#0, %145) : (tensor<8x16x48xf32>, tensor<8x16x1xi32>) -> (tensor<8x16x1xf32>, tensor<8x16x1x1xi32>)
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %147 = stablehlo.reduce(%146#0 init: %cst_32) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_33 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %148 = stablehlo.divide %147, %cst_33 : tensor<f32>
    %149 = stablehlo.negate %148 : tensor<f32>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %150 = stablehlo.negate %cst_34 : tensor<f32>
    %cst_35 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %151 = stablehlo.divide %150, %cst_35 : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %151, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %153 = call @take_along_axis_1(%146#1, %152) : (tensor<8x16x1x1xi32>, tensor<8x16x1xf32>) -> tensor<8x16x48xf32>
    %154 = call @log_softmax_2(%144#1, %144#2, %153) : (tensor<8x16x48xf32>, tensor<8x16x1xf32>, tensor<8x16x48xf32>) -> tensor<8x16x48xf32>
    %155 = stablehlo.dot_general %154, %140, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x48xf32>, tensor<8x16x32xf32>) -> tensor<48x32xf32>
    %156 = stablehlo.transpose %155, dims = [1, 0] : (tensor<48x32xf32>) -> tensor<32x48xf32>
    %157 = stablehlo.dot_general %154, %141, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x48xf32>, tensor<32x48xf32>) -> tensor<8x16x32xf32>
    %158 = stablehlo.transpose %156, dims = [1, 0] : (tensor<32x48xf32>) -> tensor<48x32xf32>
    %159 = sdy.sharding_constraint %157 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %160 = stablehlo.dot_general %159, %137, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x64xf32>) -> tensor<32x64xf32>
    %161 = stablehlo.transpose %160, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %162 = stablehlo.dot_general %159, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<64x32xf32>) -> tensor<8x16x64xf32>
    %163 = stablehlo.multiply %135#0, %162 : tensor<8x16x64xf32>
    %164 = stablehlo.multiply %162, %136 : tensor<8x16x64xf32>
    %165 = stablehlo.dot_general %163, %133, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %166 = stablehlo.transpose %165, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %167 = stablehlo.dot_general %163, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
    %168 = call @silu_3(%135#1, %135#2, %134, %164) : (tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
    %169 = stablehlo.dot_general %168, %133, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %170 = stablehlo.transpose %169, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %171 = stablehlo.dot_general %168, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
    %172 = stablehlo.add %167, %171 : tensor<8x16x32xf32>
    %173 = stablehlo.multiply %130, %172 : tensor<8x16x32xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %174 = stablehlo.reduce(%173 init: %cst_36) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %175 = stablehlo.reshape %174 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %176 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %177 = stablehlo.multiply %172, %176 : tensor<8x16x32xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %178 = stablehlo.reduce(%175 init: %cst_37) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %179 = stablehlo.multiply %117, %177 : tensor<8x16x32xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %180 = stablehlo.reduce(%179 init: %cst_38) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %181 = stablehlo.reshape %180 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %182 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %183 = stablehlo.multiply %177, %182 : tensor<8x16x32xf32>
    %184 = stablehlo.add %159, %183 : tensor<8x16x32xf32>
    %185 = stablehlo.multiply %181, %128 : tensor<8x16x1xf32>
    %cst_39 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %187 = stablehlo.divide %185, %186 : tensor<8x16x1xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %188 = stablehlo.reduce(%187 init: %cst_40) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %189 = stablehlo.broadcast_in_dim %188, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %190 = stablehlo.multiply %117, %189 : tensor<8x16x32xf32>
    %191 = stablehlo.multiply %189, %117 : tensor<8x16x32xf32>
    %192 = stablehlo.add %184, %191 : tensor<8x16x32xf32>
    %193 = stablehlo.add %192, %190 : tensor<8x16x32xf32>
    %194 = stablehlo.dot_general %193, %115, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
    %195 = stablehlo.transpose %194, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %196 = stablehlo.dot_general %193, %arg15, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
    %197 = stablehlo.transpose %196, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
    %198 = stablehlo.dot_general %197, %93, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %199 = stablehlo.dot_general %197, %110, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %200 = stablehlo.transpose %199, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %201 = stablehlo.broadcast_in_dim %113, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %202 = stablehlo.multiply %198, %201 : tensor<8x4x16x16xf32>
    %203 = stablehlo.multiply %202, %106 : tensor<8x4x16x16xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %204 = stablehlo.reduce(%203 init: %cst_41) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %205 = stablehlo.reshape %204 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %206 = stablehlo.negate %205 : tensor<8x4x16x1xf32>
    %207 = stablehlo.broadcast_in_dim %108, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %208 = stablehlo.divide %198, %207 : tensor<8x4x16x16xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %209 = stablehlo.reduce(%206 init: %cst_42) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %210 = stablehlo.broadcast_in_dim %209, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
    %211 = stablehlo.add %208, %210 : tensor<8x4x16x16xf32>
    %212 = stablehlo.multiply %211, %106 : tensor<8x4x16x16xf32>
    %213 = call @_where_4(%99#1, %212) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_43 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %214 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %215 = stablehlo.divide %213, %214 : tensor<8x4x16x16xf32>
    %216 = stablehlo.dot_general %215, %91, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %217 = stablehlo.transpose %216, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %218 = stablehlo.dot_general %215, %92, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %219 = stablehlo.transpose %218, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %220 = stablehlo.dot_general %200, %90, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
    %221 = stablehlo.transpose %220, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
    %222 = stablehlo.dot_general %200, %arg18, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
    %223 = stablehlo.dot_general %217, %90, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
    %224 = stablehlo.transpose %223, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
    %225 = stablehlo.dot_general %217, %arg12, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
    %226 = stablehlo.add %222, %225 : tensor<8x16x32xf32>
    %227 = stablehlo.dot_general %219, %90, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
    %228 = stablehlo.transpose %227, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
    %229 = stablehlo.dot_general %219, %arg16, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
    %230 = stablehlo.add %226, %229 : tensor<8x16x32xf32>
    %231 = stablehlo.multiply %87, %230 : tensor<8x16x32xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %232 = stablehlo.reduce(%231 init: %cst_44) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %233 = stablehlo.reshape %232 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %234 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %235 = stablehlo.multiply %230, %234 : tensor<8x16x32xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %236 = stablehlo.reduce(%233 init: %cst_45) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %237 = stablehlo.multiply %74, %235 : tensor<8x16x32xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %238 = stablehlo.reduce(%237 init: %cst_46) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %239 = stablehlo.reshape %238 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %240 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %241 = stablehlo.multiply %235, %240 : tensor<8x16x32xf32>
    %242 = stablehlo.add %193, %241 : tensor<8x16x32xf32>
    %243 = stablehlo.multiply %239, %85 : tensor<8x16x1xf32>
    %cst_47 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %244 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %245 = stablehlo.divide %243, %244 : tensor<8x16x1xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %246 = stablehlo.reduce(%245 init: %cst_48) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %247 = stablehlo.broadcast_in_dim %246, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %248 = stablehlo.multiply %74, %247 : tensor<8x16x32xf32>
    %249 = stablehlo.multiply %247, %74 : tensor<8x16x32xf32>
    %250 = stablehlo.add %242, %249 : tensor<8x16x32xf32>
    %251 = stablehlo.add %250, %248 : tensor<8x16x32xf32>
    %252 = sdy.sharding_constraint %251 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %253 = stablehlo.dot_general %252, %71, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x64xf32>) -> tensor<32x64xf32>
    %254 = stablehlo.transpose %253, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %255 = stablehlo.dot_general %252, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<64x32xf32>) -> tensor<8x16x64xf32>
    %256 = stablehlo.multiply %69#0, %255 : tensor<8x16x64xf32>
    %257 = stablehlo.multiply %255, %70 : tensor<8x16x64xf32>
    %258 = stablehlo.dot_general %256, %67, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %259 = stablehlo.transpose %258, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %260 = stablehlo.dot_general %256, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
    %261 = call @silu_3(%69#1, %69#2, %68, %257) : (tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
    %262 = stablehlo.dot_general %261, %67, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %263 = stablehlo.transpose %262, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %264 = stablehlo.dot_general %261, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
    %265 = stablehlo.add %260, %264 : tensor<8x16x32xf32>
    %266 = stablehlo.multiply %64, %265 : tensor<8x16x32xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %267 = stablehlo.reduce(%266 init: %cst_49) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %268 = stablehlo.reshape %267 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %269 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %270 = stablehlo.multiply %265, %269 : tensor<8x16x32xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %271 = stablehlo.reduce(%268 init: %cst_50) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %272 = stablehlo.multiply %51, %270 : tensor<8x16x32xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %273 = stablehlo.reduce(%272 init: %cst_51) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %274 = stablehlo.reshape %273 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %275 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %276 = stablehlo.multiply %270, %275 : tensor<8x16x32xf32>
    %277 = stablehlo.add %252, %276 : tensor<8x16x32xf32>
    %278 = stablehlo.multiply %274, %62 : tensor<8x16x1xf32>
    %cst_52 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %279 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %280 = stablehlo.divide %278, %279 : tensor<8x16x1xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %281 = stablehlo.reduce(%280 init: %cst_53) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %282 = stablehlo.broadcast_in_dim %281, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %283 = stablehlo.multiply %51, %282 : tensor<8x16x32xf32>
    %284 = stablehlo.multiply %282, %51 : tensor<8x16x32xf32>
    %285 = stablehlo.add %277, %284 : tensor<8x16x32xf32>
    %286 = stablehlo.add %285, %283 : tensor<8x16x32xf32>
    %287 = stablehlo.dot_general %286, %49, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
    %288 = stablehlo.transpose %287, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %289 = stablehlo.dot_general %286, %arg6, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
    %290 = stablehlo.transpose %289, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
    %291 = stablehlo.dot_general %290, %27, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %292 = stablehlo.dot_general %290, %44, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %293 = stablehlo.transpose %292, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %294 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %295 = stablehlo.multiply %291, %294 : tensor<8x4x16x16xf32>
    %296 = stablehlo.multiply %295, %40 : tensor<8x4x16x16xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %297 = stablehlo.reduce(%296 init: %cst_54) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %298 = stablehlo.reshape %297 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %299 = stablehlo.negate %298 : tensor<8x4x16x1xf32>
    %300 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %301 = stablehlo.divide %291, %300 : tensor<8x4x16x16xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %302 = stablehlo.reduce(%299 init: %cst_55) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %303 = stablehlo.broadcast_in_dim %302, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
    %304 = stablehlo.add %301, %303 : tensor<8x4x16x16xf32>
    %305 = stablehlo.multiply %304, %40 : tensor<8x4x16x16xf32>
    %306 = call @_where_4(%33#1, %305) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_56 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %307 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %308 = stablehlo.divide %306, %307 : tensor<8x4x16x16xf32>
    %309 = stablehlo.dot_general %308, %25, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %310 = stablehlo.transpose %309, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %311 = stablehlo.dot_general %308, %26, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %312 = stablehlo.transpose %311, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %313 = stablehlo.dot_general %293, %24, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
    %314 = stablehlo.transpose %313, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
    %315 = stablehlo.dot_general %293, %arg9, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
    %316 = stablehlo.dot_general %310, %24, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
    %317 = stablehlo.transpose %316, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
    %318 = stablehlo.dot_general %310, %arg3, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
    %319 = stablehlo.add %315, %318 : tensor<8x16x32xf32>
    %320 = stablehlo.dot_general %312, %24, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
    %321 = stablehlo.transpose %320, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
    %322 = stablehlo.dot_general %312, %arg7, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
    %323 = stablehlo.add %319, %322 : tensor<8x16x32xf32>
    %324 = stablehlo.multiply %21, %323 : tensor<8x16x32xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %325 = stablehlo.reduce(%324 init: %cst_57) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %326 = stablehlo.reshape %325 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %327 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %328 = stablehlo.multiply %323, %327 : tensor<8x16x32xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %329 = stablehlo.reduce(%326 init: %cst_58) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %330 = stablehlo.multiply %8, %328 : tensor<8x16x32xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %331 = stablehlo.reduce(%330 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %332 = stablehlo.reshape %331 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %333 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %334 = stablehlo.multiply %328, %333 : tensor<8x16x32xf32>
    %335 = stablehlo.add %286, %334 : tensor<8x16x32xf32>
    %336 = stablehlo.multiply %332, %19 : tensor<8x16x1xf32>
    %cst_60 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %338 = stablehlo.divide %336, %337 : tensor<8x16x1xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %339 = stablehlo.reduce(%338 init: %cst_61) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %340 = stablehlo.broadcast_in_dim %339, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %341 = stablehlo.multiply %8, %340 : tensor<8x16x32xf32>
    %342 = stablehlo.multiply %340, %8 : tensor<8x16x32xf32>
    %343 = stablehlo.add %335, %342 : tensor<8x16x32xf32>
    %344 = stablehlo.add %343, %341 : tensor<8x16x32xf32>
    %345 = sdy.sharding_constraint %344 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %346 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<48x32xf32>
    %347 = "stablehlo.scatter"(%346, %6, %345) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg20: tensor<f32>, %arg21: tensor<f32>):
      %406 = stablehlo.add %arg20, %arg21 : tensor<f32>
      stablehlo.return %406 : tensor<f32>
    }) : (tensor<48x32xf32>, tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<48x32xf32>
    %348 = stablehlo.add %158, %347 : tensor<48x32xf32>
    %cst_63 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %349 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<48x32xf32>
    %350 = stablehlo.multiply %349, %348 : tensor<48x32xf32>
    %351 = stablehlo.subtract %arg0, %350 : tensor<48x32xf32>
    %cst_64 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %352 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %353 = stablehlo.multiply %352, %254 : tensor<64x32xf32>
    %354 = stablehlo.subtract %arg1, %353 : tensor<64x32xf32>
    %cst_65 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %355 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %356 = stablehlo.multiply %355, %263 : tensor<32x64xf32>
    %357 = stablehlo.subtract %arg2, %356 : tensor<32x64xf32>
    %cst_66 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %358 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<32x4x8xf32>
    %359 = stablehlo.multiply %358, %317 : tensor<32x4x8xf32>
    %360 = stablehlo.subtract %arg3, %359 : tensor<32x4x8xf32>
    %cst_67 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %361 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %362 = stablehlo.multiply %361, %329 : tensor<32xf32>
    %363 = stablehlo.subtract %arg4, %362 : tensor<32xf32>
    %cst_68 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %364 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %365 = stablehlo.multiply %364, %271 : tensor<32xf32>
    %366 = stablehlo.subtract %arg5, %365 : tensor<32xf32>
    %cst_69 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %367 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %368 = stablehlo.multiply %367, %288 : tensor<4x8x32xf32>
    %369 = stablehlo.subtract %arg6, %368 : tensor<4x8x32xf32>
    %cst_70 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %370 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<32x4x8xf32>
    %371 = stablehlo.multiply %370, %321 : tensor<32x4x8xf32>
    %372 = stablehlo.subtract %arg7, %371 : tensor<32x4x8xf32>
    %cst_71 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %373 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %374 = stablehlo.multiply %373, %259 : tensor<32x64xf32>
    %375 = stablehlo.subtract %arg8, %374 : tensor<32x64xf32>
    %cst_72 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %376 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<32x4x8xf32>
    %377 = stablehlo.multiply %376, %314 : tensor<32x4x8xf32>
    %378 = stablehlo.subtract %arg9, %377 : tensor<32x4x8xf32>
    %cst_73 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %379 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %380 = stablehlo.multiply %379, %161 : tensor<64x32xf32>
    %381 = stablehlo.subtract %arg10, %380 : tensor<64x32xf32>
    %cst_74 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %382 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %383 = stablehlo.multiply %382, %170 : tensor<32x64xf32>
    %384 = stablehlo.subtract %arg11, %383 : tensor<32x64xf32>
    %cst_75 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %385 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<32x4x8xf32>
    %386 = stablehlo.multiply %385, %224 : tensor<32x4x8xf32>
    %387 = stablehlo.subtract %arg12, %386 : tensor<32x4x8xf32>
    %cst_76 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %388 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %389 = stablehlo.multiply %388, %236 : tensor<32xf32>
    %390 = stablehlo.subtract %arg13, %389 : tensor<32xf32>
    %cst_77 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %391 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %392 = stablehlo.multiply %391, %178 : tensor<32xf32>
    %393 = stablehlo.subtract %arg14, %392 : tensor<32xf32>
    %cst_78 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %394 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %395 = stablehlo.multiply %394, %195 : tensor<4x8x32xf32>
    %396 = stablehlo.subtract %arg15, %395 : tensor<4x8x32xf32>
    %cst_79 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %397 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<32x4x8xf32>
    %398 = stablehlo.multiply %397, %228 : tensor<32x4x8xf32>
    %399 = stablehlo.subtract %arg16, %398 : tensor<32x4x8xf32>
    %cst_80 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %400 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %401 = stablehlo.multiply %400, %166 : tensor<32x64xf32>
    %402 = stablehlo.subtract %arg17, %401 : tensor<32x64xf32>
    %cst_81 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %403 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<32x4x8xf32>
    %404 = stablehlo.multiply %403, %221 : tensor<32x4x8xf32>
    %405 = stablehlo.subtract %arg18, %404 : tensor<32x4x8xf32>
    return %149, %351, %354, %357, %360, %363, %366, %369, %372, %375, %378, %381, %384, %387, %390, %393, %396, %399, %402, %405 : tensor<f32>, tensor<48x32xf32>, tensor<64x32xf32>, tensor<32x64xf32>, tensor<32x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<4x8x32xf32>, tensor<32x4x8xf32>, tensor<32x64xf32>, tensor<32x4x8xf32>, tensor<64x32xf32>, tensor<32x64xf32>, tensor<32x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<4x8x32xf32>, tensor<32x4x8xf32>, tensor<32x64xf32>, tensor<32x4x8xf32>
  }
  func.func private @remainder(%arg0: tensor<8x16xi32>, %arg1: tensor<i32>) -> tensor<8x16xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<8x16xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<8x16xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<8x16xi1>, tensor<8x16xi1>) -> tensor<8x16xi1>
    %12 = stablehlo.and %11, %6 : tensor<8x16xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %14 = stablehlo.add %4, %13 : tensor<8x16xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<8x16xi1>, tensor<8x16xi32>
    return %15 : tensor<8x16xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @tril(%arg0: tensor<16x16xi1>) -> tensor<16x16xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<16x16xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x16xi32>
    %2 = stablehlo.add %0, %1 : tensor<16x16xi32>
    %3 = stablehlo.iota dim = 1 : tensor<16x16xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<16x16xi1>, tensor<16x16xi1>
    return %6 : tensor<16x16xi1>
  }
  func.func private @_where_0(%arg0: tensor<16x16xi1>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<f32>) -> (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<8x4x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %3, %1 : tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>
  }
  func.func private @silu(%arg0: tensor<8x16x64xf32>) -> (tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<8x16x64xf32>
    %1 = stablehlo.exponential %0 : tensor<8x16x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x16x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x16x64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<8x16x64xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<8x16x64xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<8x16x64xf32>
    return %9, %8, %5 : tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>
  }
  func.func private @log_softmax(%arg0: tensor<8x16x48xf32>) -> (tensor<8x16x48xf32>, tensor<8x16x48xf32>, tensor<8x16x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x48xf32>, tensor<f32>) -> tensor<8x16xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8x16xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x48xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x16x48xf32>
    %6 = stablehlo.exponential %5 : tensor<8x16x48xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x16x48xf32>, tensor<f32>) -> tensor<8x16xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %9 = stablehlo.log %8 : tensor<8x16x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x48xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<8x16x48xf32>
    return %11, %6, %8 : tensor<8x16x48xf32>, tensor<8x16x48xf32>, tensor<8x16x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x16x48xf32>, %arg1: tensor<8x16x1xi32>) -> (tensor<8x16x1xf32>, tensor<8x16x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x16x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x16x1xi32>, tensor<8x16x1xi32>) -> tensor<8x16x1xi1>
    %c_0 = stablehlo.constant dense<48> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x16x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x16x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x16x1xi1>, tensor<8x16x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x16x1xi32>) -> tensor<8x16x1x1xi32>
    %c_1 = stablehlo.constant dense<47> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x16x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x16x1x1xi32>, tensor<8x16x1x1xi32>) -> tensor<8x16x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<8x16x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x16x1x1xi32>, tensor<8x16x1x1xi32>) -> tensor<8x16x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x16x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<8x16x1x1xi1>, tensor<i1>) -> tensor<8x16x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<8x16x48xf32>, tensor<8x16x1x1xi32>) -> tensor<8x16x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x16x1xi1>, tensor<8x16x1xf32>
    return %15, %5 : tensor<8x16x1xf32>, tensor<8x16x1x1xi32>
  }
  func.func private @take_along_axis_1(%arg0: tensor<8x16x1x1xi32>, %arg1: tensor<8x16x1xf32>) -> tensor<8x16x48xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x48xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x16x48xf32>, tensor<8x16x1x1xi32>, tensor<8x16x1xf32>) -> tensor<8x16x48xf32>
    return %1 : tensor<8x16x48xf32>
  }
  func.func private @log_softmax_2(%arg0: tensor<8x16x48xf32>, %arg1: tensor<8x16x1xf32>, %arg2: tensor<8x16x48xf32>) -> tensor<8x16x48xf32> {
    %0 = stablehlo.negate %arg2 : tensor<8x16x48xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x48xf32>, tensor<f32>) -> tensor<8x16xf32>
    %2 = stablehlo.reshape %1 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<8x16x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x48xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<8x16x48xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<8x16x48xf32>
    return %7 : tensor<8x16x48xf32>
  }
  func.func private @silu_3(%arg0: tensor<8x16x64xf32>, %arg1: tensor<8x16x64xf32>, %arg2: tensor<8x16x64xf32>, %arg3: tensor<8x16x64xf32>) -> tensor<8x16x64xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<8x16x64xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<8x16x64xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<8x16x64xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x16x64xf32>
    return %3 : tensor<8x16x64xf32>
  }
  func.func private @_where_4(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
}
