module @jit_train_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg1: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<1024x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg3: tensor<4096x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg4: tensor<4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg5: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg6: tensor<1024x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg7: tensor<4096x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg8: tensor<32000x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg9: tensor<4096xf32>, %arg10: tensor<1024xf32>, %arg11: tensor<1024x4096xf32>, %arg12: tensor<4096x1024xf32>, %arg13: tensor<4096xf32>, %arg14: tensor<1024xf32>, %arg15: tensor<1024x4096xf32>, %arg16: tensor<4096x1024xf32>, %arg17: tensor<32000x1024xf32>, %arg18: tensor<4096xf32>, %arg19: tensor<1024xf32>, %arg20: tensor<1024x4096xf32>, %arg21: tensor<4096x1024xf32>, %arg22: tensor<4096xf32>, %arg23: tensor<1024xf32>, %arg24: tensor<1024x4096xf32>, %arg25: tensor<4096x1024xf32>, %arg26: tensor<32000x1024xf32>, %arg27: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %arg28: tensor<512xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}, %arg29: tensor<512xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) -> (tensor<4096xf32> {jax.result_info = "result[0]['block0']['b_in']"}, tensor<1024xf32> {jax.result_info = "result[0]['block0']['scale']"}, tensor<1024x4096xf32> {jax.result_info = "result[0]['block0']['w_in']"}, tensor<4096x1024xf32> {jax.result_info = "result[0]['block0']['w_out']"}, tensor<4096xf32> {jax.result_info = "result[0]['block1']['b_in']"}, tensor<1024xf32> {jax.result_info = "result[0]['block1']['scale']"}, tensor<1024x4096xf32> {jax.result_info = "result[0]['block1']['w_in']"}, tensor<4096x1024xf32> {jax.result_info = "result[0]['block1']['w_out']"}, tensor<32000x1024xf32> {jax.result_info = "result[0]['embedding']"}, tensor<4096xf32> {jax.result_info = "result[1]['block0']['b_in']"}, tensor<1024xf32> {jax.result_info = "result[1]['block0']['scale']"}, tensor<1024x4096xf32> {jax.result_info = "result[1]['block0']['w_in']"}, tensor<4096x1024xf32> {jax.result_info = "result[1]['block0']['w_out']"}, tensor<4096xf32> {jax.result_info = "result[1]['block1']['b_in']"}, tensor<1024xf32> {jax.result_info = "result[1]['block1']['scale']"}, tensor<1024x4096xf32> {jax.result_info = "result[1]['block1']['w_in']"}, tensor<4096x1024xf32> {jax.result_info = "result[1]['block1']['w_out']"}, tensor<32000x1024xf32> {jax.result_info = "result[1]['embedding']"}, tensor<4096xf32> {jax.result_info = "result[2]['block0']['b_in']"}, tensor<1024xf32> {jax.result_info = "result[2]['block0']['scale']"}, tensor<1024x4096xf32> {jax.result_info = "result[2]['block0']['w_in']"}, tensor<4096x1024xf32> {jax.result_info = "result[2]['block0']['w_out']"}, tensor<4096xf32> {jax.result_info = "result[2]['block1']['b_in']"}, tensor<1024xf32> {jax.result_info = "result[2]['block1']['scale']"}, tensor<1024x4096xf32> {jax.result_info = "result[2]['block1']['w_in']"}, tensor<4096x1024xf32> {jax.result_info = "result[2]['block1']['w_out']"}, tensor<32000x1024xf32> {jax.result_info = "result[2]['embedding']"}, tensor<f32> {jax.result_info = "result[3]"}, tensor<f32> {jax.result_info = "result[4]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<512xi32>
    %1 = stablehlo.compare LT, %arg28, %0, SIGNED : (tensor<512xi32>, tensor<512xi32>) -> tensor<512xi1>
    %c_0 = stablehlo.constant dense<32000> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<512xi32>
    %3 = stablehlo.add %arg28, %2 : tensor<512xi32>
    %4 = stablehlo.select %1, %3, %arg28 : tensor<512xi1>, tensor<512xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<512xi32>) -> tensor<512x1xi32>
    %6 = "stablehlo.gather"(%arg8, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1024>}> : (tensor<32000x1024xf32>, tensor<512x1xi32>) -> tensor<512x1024xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{"data"}, {?}]> : tensor<512x1024xf32>
    %8 = stablehlo.multiply %7, %7 : tensor<512x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<512xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %cst_1 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<512x1xf32>
    %cst_2 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %14 = stablehlo.add %12, %13 : tensor<512x1xf32>
    %15 = stablehlo.rsqrt %14 : tensor<512x1xf32>
    %16 = stablehlo.divide %15, %14 : tensor<512x1xf32>
    %cst_3 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %18 = stablehlo.multiply %17, %16 : tensor<512x1xf32>
    %19 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x1024xf32>
    %20 = stablehlo.multiply %7, %19 : tensor<512x1024xf32>
    %21 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x1024xf32>) -> tensor<512x1024xf32>
    %23 = stablehlo.multiply %20, %22 : tensor<512x1024xf32>
    %24 = stablehlo.dot_general %23, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x1024xf32>, tensor<1024x4096xf32>) -> tensor<512x4096xf32>
    %25 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<1x4096xf32>) -> tensor<512x4096xf32>
    %27 = stablehlo.add %24, %26 : tensor<512x4096xf32>
    %28 = stablehlo.multiply %27, %27 : tensor<512x4096xf32>
    %29 = stablehlo.multiply %28, %27 : tensor<512x4096xf32>
    %30 = stablehlo.multiply %27, %27 : tensor<512x4096xf32>
    %cst_4 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %32 = stablehlo.multiply %31, %30 : tensor<512x4096xf32>
    %cst_5 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %34 = stablehlo.multiply %33, %29 : tensor<512x4096xf32>
    %35 = stablehlo.add %27, %34 : tensor<512x4096xf32>
    %cst_6 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %37 = stablehlo.multiply %36, %35 : tensor<512x4096xf32>
    %38 = stablehlo.tanh %37 : tensor<512x4096xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %40 = stablehlo.add %39, %38 : tensor<512x4096xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %42 = stablehlo.subtract %41, %38 : tensor<512x4096xf32>
    %43 = stablehlo.multiply %40, %42 : tensor<512x4096xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %45 = stablehlo.add %44, %38 : tensor<512x4096xf32>
    %cst_10 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %47 = stablehlo.multiply %46, %45 : tensor<512x4096xf32>
    %48 = stablehlo.multiply %27, %47 : tensor<512x4096xf32>
    %49 = stablehlo.dot_general %48, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<4096x1024xf32>) -> tensor<512x1024xf32>
    %50 = stablehlo.add %7, %49 : tensor<512x1024xf32>
    %51 = sdy.sharding_constraint %50 <@mesh, [{"data"}, {?}]> : tensor<512x1024xf32>
    %52 = stablehlo.multiply %51, %51 : tensor<512x1024xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<512xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %cst_12 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %56 = stablehlo.divide %54, %55 : tensor<512x1xf32>
    %cst_13 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %58 = stablehlo.add %56, %57 : tensor<512x1xf32>
    %59 = stablehlo.rsqrt %58 : tensor<512x1xf32>
    %60 = stablehlo.divide %59, %58 : tensor<512x1xf32>
    %cst_14 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %62 = stablehlo.multiply %61, %60 : tensor<512x1xf32>
    %63 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x1024xf32>
    %64 = stablehlo.multiply %51, %63 : tensor<512x1024xf32>
    %65 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<1x1024xf32>) -> tensor<512x1024xf32>
    %67 = stablehlo.multiply %64, %66 : tensor<512x1024xf32>
    %68 = stablehlo.dot_general %67, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x1024xf32>, tensor<1024x4096xf32>) -> tensor<512x4096xf32>
    %69 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0, 1] : (tensor<1x4096xf32>) -> tensor<512x4096xf32>
    %71 = stablehlo.add %68, %70 : tensor<512x4096xf32>
    %72 = stablehlo.multiply %71, %71 : tensor<512x4096xf32>
    %73 = stablehlo.multiply %72, %71 : tensor<512x4096xf32>
    %74 = stablehlo.multiply %71, %71 : tensor<512x4096xf32>
    %cst_15 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %76 = stablehlo.multiply %75, %74 : tensor<512x4096xf32>
    %cst_16 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %78 = stablehlo.multiply %77, %73 : tensor<512x4096xf32>
    %79 = stablehlo.add %71, %78 : tensor<512x4096xf32>
    %cst_17 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %81 = stablehlo.multiply %80, %79 : tensor<512x4096xf32>
    %82 = stablehlo.tanh %81 : tensor<512x4096xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %84 = stablehlo.add %83, %82 : tensor<512x4096xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %86 = stablehlo.subtract %85, %82 : tensor<512x4096xf32>
    %87 = stablehlo.multiply %84, %86 : tensor<512x4096xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %89 = stablehlo.add %88, %82 : tensor<512x4096xf32>
    %cst_21 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %91 = stablehlo.multiply %90, %89 : tensor<512x4096xf32>
    %92 = stablehlo.multiply %71, %91 : tensor<512x4096xf32>
    %93 = stablehlo.dot_general %92, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<4096x1024xf32>) -> tensor<512x1024xf32>
    %94 = stablehlo.add %51, %93 : tensor<512x1024xf32>
    %95 = stablehlo.transpose %arg8, dims = [1, 0] : (tensor<32000x1024xf32>) -> tensor<1024x32000xf32>
    %96 = stablehlo.dot_general %94, %95, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x1024xf32>, tensor<1024x32000xf32>) -> tensor<512x32000xf32>
    %97 = sdy.sharding_constraint %96 <@mesh, [{"data"}, {"model"}]> : tensor<512x32000xf32>
    %98:3 = call @log_softmax(%97) : (tensor<512x32000xf32>) -> (tensor<512x32000xf32>, tensor<512x32000xf32>, tensor<512x1xf32>)
    %99 = stablehlo.broadcast_in_dim %arg29, dims = [0] : (tensor<512xi32>) -> tensor<512x1xi32>
    %100:2 = call @take_along_axis(%98#0, %99) : (tensor<512x32000xf32>, tensor<512x1xi32>) -> (tensor<512x1xf32>, tensor<512x1x1xi32>)
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %101 = stablehlo.reduce(%100#0 init: %cst_22) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_23 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %102 = stablehlo.divide %101, %cst_23 : tensor<f32>
    %103 = stablehlo.negate %102 : tensor<f32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %104 = stablehlo.negate %cst_24 : tensor<f32>
    %cst_25 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %105 = stablehlo.divide %104, %cst_25 : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %107 = call @take_along_axis_0(%100#1, %106) : (tensor<512x1x1xi32>, tensor<512x1xf32>) -> tensor<512x32000xf32>
    %108 = call @log_softmax_1(%98#1, %98#2, %107) : (tensor<512x32000xf32>, tensor<512x1xf32>, tensor<512x32000xf32>) -> tensor<512x32000xf32>
    %109 = sdy.sharding_constraint %108 <@mesh, [{"data"}, {"model"}]> : tensor<512x32000xf32>
    %110 = stablehlo.dot_general %109, %94, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x32000xf32>, tensor<512x1024xf32>) -> tensor<32000x1024xf32>
    %111 = stablehlo.transpose %110, dims = [1, 0] : (tensor<32000x1024xf32>) -> tensor<1024x32000xf32>
    %112 = stablehlo.dot_general %109, %95, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x32000xf32>, tensor<1024x32000xf32>) -> tensor<512x1024xf32>
    %113 = stablehlo.transpose %111, dims = [1, 0] : (tensor<1024x32000xf32>) -> tensor<32000x1024xf32>
    %114 = stablehlo.dot_general %112, %92, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x1024xf32>, tensor<512x4096xf32>) -> tensor<1024x4096xf32>
    %115 = stablehlo.transpose %114, dims = [1, 0] : (tensor<1024x4096xf32>) -> tensor<4096x1024xf32>
    %116 = stablehlo.dot_general %112, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x1024xf32>, tensor<4096x1024xf32>) -> tensor<512x4096xf32>
    %117 = stablehlo.multiply %71, %116 : tensor<512x4096xf32>
    %118 = stablehlo.multiply %116, %91 : tensor<512x4096xf32>
    %cst_26 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %120 = stablehlo.multiply %119, %117 : tensor<512x4096xf32>
    %121 = stablehlo.multiply %120, %87 : tensor<512x4096xf32>
    %cst_27 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %123 = stablehlo.multiply %122, %121 : tensor<512x4096xf32>
    %124 = stablehlo.add %118, %123 : tensor<512x4096xf32>
    %cst_28 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %126 = stablehlo.multiply %125, %123 : tensor<512x4096xf32>
    %127 = stablehlo.multiply %126, %76 : tensor<512x4096xf32>
    %128 = stablehlo.add %124, %127 : tensor<512x4096xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %129 = stablehlo.reduce(%128 init: %cst_29) applies stablehlo.add across dimensions = [0] : (tensor<512x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %130 = stablehlo.reshape %129 : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %131 = stablehlo.reduce(%130 init: %cst_30) applies stablehlo.add across dimensions = [0] : (tensor<1x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %132 = stablehlo.dot_general %128, %67, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<512x1024xf32>) -> tensor<4096x1024xf32>
    %133 = stablehlo.transpose %132, dims = [1, 0] : (tensor<4096x1024xf32>) -> tensor<1024x4096xf32>
    %134 = stablehlo.dot_general %128, %arg6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<1024x4096xf32>) -> tensor<512x1024xf32>
    %135 = stablehlo.multiply %64, %134 : tensor<512x1024xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %136 = stablehlo.reduce(%135 init: %cst_31) applies stablehlo.add across dimensions = [0] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %137 = stablehlo.reshape %136 : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %138 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<1x1024xf32>) -> tensor<512x1024xf32>
    %139 = stablehlo.multiply %134, %138 : tensor<512x1024xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %140 = stablehlo.reduce(%137 init: %cst_32) applies stablehlo.add across dimensions = [0] : (tensor<1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %141 = stablehlo.multiply %51, %139 : tensor<512x1024xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %142 = stablehlo.reduce(%141 init: %cst_33) applies stablehlo.add across dimensions = [1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<512xf32>
    %143 = stablehlo.reshape %142 : (tensor<512xf32>) -> tensor<512x1xf32>
    %144 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x1024xf32>
    %145 = stablehlo.multiply %139, %144 : tensor<512x1024xf32>
    %146 = stablehlo.add %112, %145 : tensor<512x1024xf32>
    %147 = stablehlo.multiply %143, %62 : tensor<512x1xf32>
    %cst_34 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %149 = stablehlo.divide %147, %148 : tensor<512x1xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %150 = stablehlo.reduce(%149 init: %cst_35) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %151 = stablehlo.broadcast_in_dim %150, dims = [0] : (tensor<512xf32>) -> tensor<512x1024xf32>
    %152 = stablehlo.multiply %51, %151 : tensor<512x1024xf32>
    %153 = stablehlo.multiply %151, %51 : tensor<512x1024xf32>
    %154 = stablehlo.add %146, %153 : tensor<512x1024xf32>
    %155 = stablehlo.add %154, %152 : tensor<512x1024xf32>
    %156 = sdy.sharding_constraint %155 <@mesh, [{"data"}, {?}]> : tensor<512x1024xf32>
    %157 = stablehlo.dot_general %156, %48, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x1024xf32>, tensor<512x4096xf32>) -> tensor<1024x4096xf32>
    %158 = stablehlo.transpose %157, dims = [1, 0] : (tensor<1024x4096xf32>) -> tensor<4096x1024xf32>
    %159 = stablehlo.dot_general %156, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x1024xf32>, tensor<4096x1024xf32>) -> tensor<512x4096xf32>
    %160 = stablehlo.multiply %27, %159 : tensor<512x4096xf32>
    %161 = stablehlo.multiply %159, %47 : tensor<512x4096xf32>
    %cst_36 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %162 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %163 = stablehlo.multiply %162, %160 : tensor<512x4096xf32>
    %164 = stablehlo.multiply %163, %43 : tensor<512x4096xf32>
    %cst_37 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %166 = stablehlo.multiply %165, %164 : tensor<512x4096xf32>
    %167 = stablehlo.add %161, %166 : tensor<512x4096xf32>
    %cst_38 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %169 = stablehlo.multiply %168, %166 : tensor<512x4096xf32>
    %170 = stablehlo.multiply %169, %32 : tensor<512x4096xf32>
    %171 = stablehlo.add %167, %170 : tensor<512x4096xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %172 = stablehlo.reduce(%171 init: %cst_39) applies stablehlo.add across dimensions = [0] : (tensor<512x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %173 = stablehlo.reshape %172 : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %174 = stablehlo.reduce(%173 init: %cst_40) applies stablehlo.add across dimensions = [0] : (tensor<1x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %175 = stablehlo.dot_general %171, %23, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<512x1024xf32>) -> tensor<4096x1024xf32>
    %176 = stablehlo.transpose %175, dims = [1, 0] : (tensor<4096x1024xf32>) -> tensor<1024x4096xf32>
    %177 = stablehlo.dot_general %171, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<1024x4096xf32>) -> tensor<512x1024xf32>
    %178 = stablehlo.multiply %20, %177 : tensor<512x1024xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %179 = stablehlo.reduce(%178 init: %cst_41) applies stablehlo.add across dimensions = [0] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %180 = stablehlo.reshape %179 : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %181 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x1024xf32>) -> tensor<512x1024xf32>
    %182 = stablehlo.multiply %177, %181 : tensor<512x1024xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.reduce(%180 init: %cst_42) applies stablehlo.add across dimensions = [0] : (tensor<1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %184 = stablehlo.multiply %7, %182 : tensor<512x1024xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %185 = stablehlo.reduce(%184 init: %cst_43) applies stablehlo.add across dimensions = [1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<512xf32>
    %186 = stablehlo.reshape %185 : (tensor<512xf32>) -> tensor<512x1xf32>
    %187 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x1024xf32>
    %188 = stablehlo.multiply %182, %187 : tensor<512x1024xf32>
    %189 = stablehlo.add %156, %188 : tensor<512x1024xf32>
    %190 = stablehlo.multiply %186, %18 : tensor<512x1xf32>
    %cst_44 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %192 = stablehlo.divide %190, %191 : tensor<512x1xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %193 = stablehlo.reduce(%192 init: %cst_45) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %194 = stablehlo.broadcast_in_dim %193, dims = [0] : (tensor<512xf32>) -> tensor<512x1024xf32>
    %195 = stablehlo.multiply %7, %194 : tensor<512x1024xf32>
    %196 = stablehlo.multiply %194, %7 : tensor<512x1024xf32>
    %197 = stablehlo.add %189, %196 : tensor<512x1024xf32>
    %198 = stablehlo.add %197, %195 : tensor<512x1024xf32>
    %199 = sdy.sharding_constraint %198 <@mesh, [{"data"}, {?}]> : tensor<512x1024xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<32000x1024xf32>
    %201 = "stablehlo.scatter"(%200, %5, %199) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg30: tensor<f32>, %arg31: tensor<f32>):
      %438 = stablehlo.add %arg30, %arg31 : tensor<f32>
      stablehlo.return %438 : tensor<f32>
    }) : (tensor<32000x1024xf32>, tensor<512x1xi32>, tensor<512x1024xf32>) -> tensor<32000x1024xf32>
    %202 = stablehlo.add %113, %201 : tensor<32000x1024xf32>
    %cst_47 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %203 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %204 = stablehlo.multiply %203, %arg9 : tensor<4096xf32>
    %cst_48 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %206 = stablehlo.multiply %205, %174 : tensor<4096xf32>
    %207 = stablehlo.add %204, %206 : tensor<4096xf32>
    %cst_49 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %209 = stablehlo.multiply %208, %arg18 : tensor<4096xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %211 = stablehlo.multiply %210, %174 : tensor<4096xf32>
    %212 = stablehlo.multiply %211, %174 : tensor<4096xf32>
    %213 = stablehlo.add %209, %212 : tensor<4096xf32>
    %cst_51 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %214 = stablehlo.power %cst_51, %arg27 : tensor<f32>
    %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %215 = stablehlo.subtract %cst_52, %214 : tensor<f32>
    %216 = stablehlo.broadcast_in_dim %215, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %217 = stablehlo.divide %207, %216 : tensor<4096xf32>
    %cst_53 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %218 = stablehlo.power %cst_53, %arg27 : tensor<f32>
    %cst_54 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %219 = stablehlo.subtract %cst_54, %218 : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %219, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %221 = stablehlo.divide %213, %220 : tensor<4096xf32>
    %222 = stablehlo.sqrt %221 : tensor<4096xf32>
    %cst_55 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %223 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %224 = stablehlo.add %222, %223 : tensor<4096xf32>
    %cst_56 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %225 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %226 = stablehlo.multiply %225, %217 : tensor<4096xf32>
    %227 = stablehlo.divide %226, %224 : tensor<4096xf32>
    %228 = stablehlo.subtract %arg0, %227 : tensor<4096xf32>
    %cst_57 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %229 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %230 = stablehlo.multiply %229, %arg10 : tensor<1024xf32>
    %cst_58 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %231 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %232 = stablehlo.multiply %231, %183 : tensor<1024xf32>
    %233 = stablehlo.add %230, %232 : tensor<1024xf32>
    %cst_59 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %235 = stablehlo.multiply %234, %arg19 : tensor<1024xf32>
    %cst_60 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %236 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %237 = stablehlo.multiply %236, %183 : tensor<1024xf32>
    %238 = stablehlo.multiply %237, %183 : tensor<1024xf32>
    %239 = stablehlo.add %235, %238 : tensor<1024xf32>
    %cst_61 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %240 = stablehlo.power %cst_61, %arg27 : tensor<f32>
    %cst_62 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %241 = stablehlo.subtract %cst_62, %240 : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %241, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %243 = stablehlo.divide %233, %242 : tensor<1024xf32>
    %cst_63 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %244 = stablehlo.power %cst_63, %arg27 : tensor<f32>
    %cst_64 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %245 = stablehlo.subtract %cst_64, %244 : tensor<f32>
    %246 = stablehlo.broadcast_in_dim %245, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %247 = stablehlo.divide %239, %246 : tensor<1024xf32>
    %248 = stablehlo.sqrt %247 : tensor<1024xf32>
    %cst_65 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %249 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %250 = stablehlo.add %248, %249 : tensor<1024xf32>
    %cst_66 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %251 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %252 = stablehlo.multiply %251, %243 : tensor<1024xf32>
    %253 = stablehlo.divide %252, %250 : tensor<1024xf32>
    %254 = stablehlo.subtract %arg1, %253 : tensor<1024xf32>
    %cst_67 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %255 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %256 = stablehlo.multiply %255, %arg11 : tensor<1024x4096xf32>
    %cst_68 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %257 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %258 = stablehlo.multiply %257, %176 : tensor<1024x4096xf32>
    %259 = stablehlo.add %256, %258 : tensor<1024x4096xf32>
    %cst_69 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %261 = stablehlo.multiply %260, %arg20 : tensor<1024x4096xf32>
    %cst_70 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %263 = stablehlo.multiply %262, %176 : tensor<1024x4096xf32>
    %264 = stablehlo.multiply %263, %176 : tensor<1024x4096xf32>
    %265 = stablehlo.add %261, %264 : tensor<1024x4096xf32>
    %cst_71 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %266 = stablehlo.power %cst_71, %arg27 : tensor<f32>
    %cst_72 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %267 = stablehlo.subtract %cst_72, %266 : tensor<f32>
    %268 = stablehlo.broadcast_in_dim %267, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %269 = stablehlo.divide %259, %268 : tensor<1024x4096xf32>
    %cst_73 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %270 = stablehlo.power %cst_73, %arg27 : tensor<f32>
    %cst_74 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %271 = stablehlo.subtract %cst_74, %270 : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %271, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %273 = stablehlo.divide %265, %272 : tensor<1024x4096xf32>
    %274 = stablehlo.sqrt %273 : tensor<1024x4096xf32>
    %cst_75 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %276 = stablehlo.add %274, %275 : tensor<1024x4096xf32>
    %cst_76 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %278 = stablehlo.multiply %277, %269 : tensor<1024x4096xf32>
    %279 = stablehlo.divide %278, %276 : tensor<1024x4096xf32>
    %280 = stablehlo.subtract %arg2, %279 : tensor<1024x4096xf32>
    %cst_77 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %281 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %282 = stablehlo.multiply %281, %arg12 : tensor<4096x1024xf32>
    %cst_78 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %283 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %284 = stablehlo.multiply %283, %158 : tensor<4096x1024xf32>
    %285 = stablehlo.add %282, %284 : tensor<4096x1024xf32>
    %cst_79 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %286 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %287 = stablehlo.multiply %286, %arg21 : tensor<4096x1024xf32>
    %cst_80 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %288 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %289 = stablehlo.multiply %288, %158 : tensor<4096x1024xf32>
    %290 = stablehlo.multiply %289, %158 : tensor<4096x1024xf32>
    %291 = stablehlo.add %287, %290 : tensor<4096x1024xf32>
    %cst_81 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %292 = stablehlo.power %cst_81, %arg27 : tensor<f32>
    %cst_82 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %293 = stablehlo.subtract %cst_82, %292 : tensor<f32>
    %294 = stablehlo.broadcast_in_dim %293, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %295 = stablehlo.divide %285, %294 : tensor<4096x1024xf32>
    %cst_83 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %296 = stablehlo.power %cst_83, %arg27 : tensor<f32>
    %cst_84 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %297 = stablehlo.subtract %cst_84, %296 : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %297, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %299 = stablehlo.divide %291, %298 : tensor<4096x1024xf32>
    %300 = stablehlo.sqrt %299 : tensor<4096x1024xf32>
    %cst_85 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %301 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %302 = stablehlo.add %300, %301 : tensor<4096x1024xf32>
    %cst_86 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %303 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %304 = stablehlo.multiply %303, %295 : tensor<4096x1024xf32>
    %305 = stablehlo.divide %304, %302 : tensor<4096x1024xf32>
    %306 = stablehlo.subtract %arg3, %305 : tensor<4096x1024xf32>
    %cst_87 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %307 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %308 = stablehlo.multiply %307, %arg13 : tensor<4096xf32>
    %cst_88 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %309 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %310 = stablehlo.multiply %309, %131 : tensor<4096xf32>
    %311 = stablehlo.add %308, %310 : tensor<4096xf32>
    %cst_89 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %312 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %313 = stablehlo.multiply %312, %arg22 : tensor<4096xf32>
    %cst_90 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %314 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %315 = stablehlo.multiply %314, %131 : tensor<4096xf32>
    %316 = stablehlo.multiply %315, %131 : tensor<4096xf32>
    %317 = stablehlo.add %313, %316 : tensor<4096xf32>
    %cst_91 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %318 = stablehlo.power %cst_91, %arg27 : tensor<f32>
    %cst_92 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %319 = stablehlo.subtract %cst_92, %318 : tensor<f32>
    %320 = stablehlo.broadcast_in_dim %319, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %321 = stablehlo.divide %311, %320 : tensor<4096xf32>
    %cst_93 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %322 = stablehlo.power %cst_93, %arg27 : tensor<f32>
    %cst_94 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %323 = stablehlo.subtract %cst_94, %322 : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %323, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %325 = stablehlo.divide %317, %324 : tensor<4096xf32>
    %326 = stablehlo.sqrt %325 : tensor<4096xf32>
    %cst_95 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %327 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %328 = stablehlo.add %326, %327 : tensor<4096xf32>
    %cst_96 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %329 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %330 = stablehlo.multiply %329, %321 : tensor<4096xf32>
    %331 = stablehlo.divide %330, %328 : tensor<4096xf32>
    %332 = stablehlo.subtract %arg4, %331 : tensor<4096xf32>
    %cst_97 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %333 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %334 = stablehlo.multiply %333, %arg14 : tensor<1024xf32>
    %cst_98 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %335 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %336 = stablehlo.multiply %335, %140 : tensor<1024xf32>
    %337 = stablehlo.add %334, %336 : tensor<1024xf32>
    %cst_99 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %338 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %339 = stablehlo.multiply %338, %arg23 : tensor<1024xf32>
    %cst_100 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %340 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %341 = stablehlo.multiply %340, %140 : tensor<1024xf32>
    %342 = stablehlo.multiply %341, %140 : tensor<1024xf32>
    %343 = stablehlo.add %339, %342 : tensor<1024xf32>
    %cst_101 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %344 = stablehlo.power %cst_101, %arg27 : tensor<f32>
    %cst_102 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %345 = stablehlo.subtract %cst_102, %344 : tensor<f32>
    %346 = stablehlo.broadcast_in_dim %345, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %347 = stablehlo.divide %337, %346 : tensor<1024xf32>
    %cst_103 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %348 = stablehlo.power %cst_103, %arg27 : tensor<f32>
    %cst_104 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %349 = stablehlo.subtract %cst_104, %348 : tensor<f32>
    %350 = stablehlo.broadcast_in_dim %349, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %351 = stablehlo.divide %343, %350 : tensor<1024xf32>
    %352 = stablehlo.sqrt %351 : tensor<1024xf32>
    %cst_105 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %353 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %354 = stablehlo.add %352, %353 : tensor<1024xf32>
    %cst_106 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %355 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %356 = stablehlo.multiply %355, %347 : tensor<1024xf32>
    %357 = stablehlo.divide %356, %354 : tensor<1024xf32>
    %358 = stablehlo.subtract %arg5, %357 : tensor<1024xf32>
    %cst_107 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %359 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %360 = stablehlo.multiply %359, %arg15 : tensor<1024x4096xf32>
    %cst_108 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %361 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %362 = stablehlo.multiply %361, %133 : tensor<1024x4096xf32>
    %363 = stablehlo.add %360, %362 : tensor<1024x4096xf32>
    %cst_109 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %364 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %365 = stablehlo.multiply %364, %arg24 : tensor<1024x4096xf32>
    %cst_110 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %366 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %367 = stablehlo.multiply %366, %133 : tensor<1024x4096xf32>
    %368 = stablehlo.multiply %367, %133 : tensor<1024x4096xf32>
    %369 = stablehlo.add %365, %368 : tensor<1024x4096xf32>
    %cst_111 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %370 = stablehlo.power %cst_111, %arg27 : tensor<f32>
    %cst_112 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %371 = stablehlo.subtract %cst_112, %370 : tensor<f32>
    %372 = stablehlo.broadcast_in_dim %371, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %373 = stablehlo.divide %363, %372 : tensor<1024x4096xf32>
    %cst_113 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %374 = stablehlo.power %cst_113, %arg27 : tensor<f32>
    %cst_114 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %375 = stablehlo.subtract %cst_114, %374 : tensor<f32>
    %376 = stablehlo.broadcast_in_dim %375, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %377 = stablehlo.divide %369, %376 : tensor<1024x4096xf32>
    %378 = stablehlo.sqrt %377 : tensor<1024x4096xf32>
    %cst_115 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %379 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %380 = stablehlo.add %378, %379 : tensor<1024x4096xf32>
    %cst_116 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %382 = stablehlo.multiply %381, %373 : tensor<1024x4096xf32>
    %383 = stablehlo.divide %382, %380 : tensor<1024x4096xf32>
    %384 = stablehlo.subtract %arg6, %383 : tensor<1024x4096xf32>
    %cst_117 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %385 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %386 = stablehlo.multiply %385, %arg16 : tensor<4096x1024xf32>
    %cst_118 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %387 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %388 = stablehlo.multiply %387, %115 : tensor<4096x1024xf32>
    %389 = stablehlo.add %386, %388 : tensor<4096x1024xf32>
    %cst_119 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %390 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %391 = stablehlo.multiply %390, %arg25 : tensor<4096x1024xf32>
    %cst_120 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %392 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %393 = stablehlo.multiply %392, %115 : tensor<4096x1024xf32>
    %394 = stablehlo.multiply %393, %115 : tensor<4096x1024xf32>
    %395 = stablehlo.add %391, %394 : tensor<4096x1024xf32>
    %cst_121 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %396 = stablehlo.power %cst_121, %arg27 : tensor<f32>
    %cst_122 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %397 = stablehlo.subtract %cst_122, %396 : tensor<f32>
    %398 = stablehlo.broadcast_in_dim %397, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %399 = stablehlo.divide %389, %398 : tensor<4096x1024xf32>
    %cst_123 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %400 = stablehlo.power %cst_123, %arg27 : tensor<f32>
    %cst_124 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %401 = stablehlo.subtract %cst_124, %400 : tensor<f32>
    %402 = stablehlo.broadcast_in_dim %401, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %403 = stablehlo.divide %395, %402 : tensor<4096x1024xf32>
    %404 = stablehlo.sqrt %403 : tensor<4096x1024xf32>
    %cst_125 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %405 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %406 = stablehlo.add %404, %405 : tensor<4096x1024xf32>
    %cst_126 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %407 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %408 = stablehlo.multiply %407, %399 : tensor<4096x1024xf32>
    %409 = stablehlo.divide %408, %406 : tensor<4096x1024xf32>
    %410 = stablehlo.subtract %arg7, %409 : tensor<4096x1024xf32>
    %cst_127 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %411 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<32000x1024xf32>
    %412 = stablehlo.multiply %411, %arg17 : tensor<32000x1024xf32>
    %cst_128 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %413 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<32000x1024xf32>
    %414 = stablehlo.multiply %413, %202 : tensor<32000x1024xf32>
    %415 = stablehlo.add %412, %414 : tensor<32000x1024xf32>
    %cst_129 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %416 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<32000x1024xf32>
    %417 = stablehlo.multiply %416, %arg26 : tensor<32000x1024xf32>
    %cst_130 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %418 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<32000x1024xf32>
    %419 = stablehlo.multiply %418, %202 : tensor<32000x1024xf32>
    %420 = stablehlo.multiply %419, %202 : tensor<32000x1024xf32>
    %421 = stablehlo.add %417, %420 : tensor<32000x1024xf32>
    %cst_131 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %422 = stablehlo.power %cst_131, %arg27 : tensor<f32>
    %cst_132 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %423 = stablehlo.subtract %cst_132, %422 : tensor<f32>
    %424 = stablehlo.broadcast_in_dim %423, dims = [] : (tensor<f32>) -> tensor<32000x1024xf32>
    %425 = stablehlo.divide %415, %424 : tensor<32000x1024xf32>
    %cst_133 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %426 = stablehlo.power %cst_133, %arg27 : tensor<f32>
    %cst_134 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %427 = stablehlo.subtract %cst_134, %426 : tensor<f32>
    %428 = stablehlo.broadcast_in_dim %427, dims = [] : (tensor<f32>) -> tensor<32000x1024xf32>
    %429 = stablehlo.divide %421, %428 : tensor<32000x1024xf32>
    %430 = stablehlo.sqrt %429 : tensor<32000x1024xf32>
    %cst_135 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %431 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<32000x1024xf32>
    %432 = stablehlo.add %430, %431 : tensor<32000x1024xf32>
    %cst_136 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %433 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<32000x1024xf32>
    %434 = stablehlo.multiply %433, %425 : tensor<32000x1024xf32>
    %435 = stablehlo.divide %434, %432 : tensor<32000x1024xf32>
    %436 = stablehlo.subtract %arg8, %435 : tensor<32000x1024xf32>
    %cst_137 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %437 = stablehlo.add %arg27, %cst_137 : tensor<f32>
    return %228, %254, %280, %306, %332, %358, %384, %410, %436, %207, %233, %259, %285, %311, %337, %363, %389, %415, %213, %239, %265, %291, %317, %343, %369, %395, %421, %437, %103 : tensor<4096xf32>, tensor<1024xf32>, tensor<1024x4096xf32>, tensor<4096x1024xf32>, tensor<4096xf32>, tensor<1024xf32>, tensor<1024x4096xf32>, tensor<4096x1024xf32>, tensor<32000x1024xf32>, tensor<4096xf32>, tensor<1024xf32>, tensor<1024x4096xf32>, tensor<4096x1024xf32>, tensor<4096xf32>, tensor<1024xf32>, tensor<1024x4096xf32>, tensor<4096x1024xf32>, tensor<32000x1024xf32>, tensor<4096xf32>, tensor<1024xf32>, tensor<1024x4096xf32>, tensor<4096x1024xf32>, tensor<4096xf32>, tensor<1024xf32>, tensor<1024x4096xf32>, tensor<4096x1024xf32>, tensor<32000x1024xf32>, tensor<f32>, tensor<f32>
  }
  func.func private @log_softmax(%arg0: tensor<512x32000xf32>) -> (tensor<512x32000xf32>, tensor<512x32000xf32>, tensor<512x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<512x32000xf32>, tensor<f32>) -> tensor<512xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<512xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x32000xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<512x32000xf32>
    %6 = stablehlo.exponential %5 : tensor<512x32000xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<512x32000xf32>, tensor<f32>) -> tensor<512xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %9 = stablehlo.log %8 : tensor<512x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x32000xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<512x32000xf32>
    return %11, %6, %8 : tensor<512x32000xf32>, tensor<512x32000xf32>, tensor<512x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<512x32000xf32>, %arg1: tensor<512x1xi32>) -> (tensor<512x1xf32>, tensor<512x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<512x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<512x1xi32>, tensor<512x1xi32>) -> tensor<512x1xi1>
    %c_0 = stablehlo.constant dense<32000> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<512x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<512x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<512x1xi1>, tensor<512x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<512x1xi32>) -> tensor<512x1x1xi32>
    %c_1 = stablehlo.constant dense<31999> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<512x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<512x1x1xi32>, tensor<512x1x1xi32>) -> tensor<512x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<512x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<512x1x1xi32>, tensor<512x1x1xi32>) -> tensor<512x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<512x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<512x1x1xi1>, tensor<i1>) -> tensor<512x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<512x32000xf32>, tensor<512x1x1xi32>) -> tensor<512x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<512x1xi1>, tensor<512x1xf32>
    return %15, %5 : tensor<512x1xf32>, tensor<512x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<512x1x1xi32>, %arg1: tensor<512x1xf32>) -> tensor<512x32000xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512x32000xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<512x32000xf32>, tensor<512x1x1xi32>, tensor<512x1xf32>) -> tensor<512x32000xf32>
    return %1 : tensor<512x32000xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<512x32000xf32>, %arg1: tensor<512x1xf32>, %arg2: tensor<512x32000xf32>) -> tensor<512x32000xf32> {
    %0 = stablehlo.negate %arg2 : tensor<512x32000xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<512x32000xf32>, tensor<f32>) -> tensor<512xf32>
    %2 = stablehlo.reshape %1 : (tensor<512xf32>) -> tensor<512x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<512x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<512xf32>) -> tensor<512x32000xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<512x32000xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<512x32000xf32>
    return %7 : tensor<512x32000xf32>
  }
}
