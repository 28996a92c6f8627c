module @jit_scan_remat_3d attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["dp"=2, "fsdp"=2, "tp"=2]> {stablehlo.mesh = {axes = [{name = "dp", size = 2 : i64}, {name = "fsdp", size = 2 : i64}, {name = "tp", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<48x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"tp"}, {"fsdp"}]>}, %arg1: tensor<3x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tp"}, {"fsdp"}]>}, %arg2: tensor<3x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tp"}]>}, %arg3: tensor<3x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tp"}, {}]>}, %arg4: tensor<3x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg5: tensor<3x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg6: tensor<3x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tp"}, {}, {"fsdp"}]>}, %arg7: tensor<3x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tp"}, {}]>}, %arg8: tensor<3x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tp"}]>}, %arg9: tensor<3x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tp"}, {}]>}, %arg10: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp", "fsdp"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<48x32xf32> {jax.result_info = "result[1][0]"}, tensor<3x64x32xf32> {jax.result_info = "result[1][1]['down']"}, tensor<3x32x64xf32> {jax.result_info = "result[1][1]['gate']"}, tensor<3x32x4x8xf32> {jax.result_info = "result[1][1]['k']"}, tensor<3x32xf32> {jax.result_info = "result[1][1]['n1']"}, tensor<3x32xf32> {jax.result_info = "result[1][1]['n2']"}, tensor<3x4x8x32xf32> {jax.result_info = "result[1][1]['o']"}, tensor<3x32x4x8xf32> {jax.result_info = "result[1][1]['q']"}, tensor<3x32x64xf32> {jax.result_info = "result[1][1]['up']"}, tensor<3x32x4x8xf32> {jax.result_info = "result[1][1]['v']"}) {
    %c = stablehlo.constant dense<48> : tensor<i32>
    %0 = call @remainder(%arg10, %c) : (tensor<8x16xi32>, tensor<i32>) -> tensor<8x16xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi1>
    %c_1 = stablehlo.constant dense<48> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %4 = stablehlo.add %0, %3 : tensor<8x16xi32>
    %5 = stablehlo.select %2, %4, %0 : tensor<8x16xi1>, tensor<8x16xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %7 = "stablehlo.gather"(%arg0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<48x32xf32>, tensor<8x16x1xi32>) -> tensor<8x16x32xf32>
    %8 = sdy.sharding_constraint %7 <@mesh, [{"dp", "fsdp"}, {}, {}]> : tensor<8x16x32xf32>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %9 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %10 = call @tril(%9) : (tensor<16x16xi1>) -> tensor<16x16xi1>
    %cst = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %11:2 = call @_where_0(%10, %cst) : (tensor<16x16xi1>, tensor<f32>) -> (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>)
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x8x16x32xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %13:14 = stablehlo.while(%iterArg = %arg1, %iterArg_31 = %arg2, %iterArg_32 = %arg3, %iterArg_33 = %arg4, %iterArg_34 = %arg5, %iterArg_35 = %arg6, %iterArg_36 = %arg7, %iterArg_37 = %arg8, %iterArg_38 = %arg9, %iterArg_39 = %11#0, %iterArg_40 = %11#1, %iterArg_41 = %c_4, %iterArg_42 = %8, %iterArg_43 = %12) : tensor<3x64x32xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<3x32xf32>, tensor<3x32xf32>, tensor<3x4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<i32>, tensor<8x16x32xf32>, tensor<3x8x16x32xf32>
    cond {
      %c_44 = stablehlo.constant dense<3> : tensor<i32>
      %76 = stablehlo.compare LT, %iterArg_41, %c_44, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %76 : tensor<i1>
    } do {
      %76 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_41) : (tensor<3x64x32xf32>, tensor<i32>) -> tensor<64x32xf32>
      %77 = func.call @dynamic_index_in_dim_1(%iterArg_31, %iterArg_41) : (tensor<3x32x64xf32>, tensor<i32>) -> tensor<32x64xf32>
      %78 = func.call @dynamic_index_in_dim_2(%iterArg_32, %iterArg_41) : (tensor<3x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %79 = func.call @dynamic_index_in_dim_3(%iterArg_33, %iterArg_41) : (tensor<3x32xf32>, tensor<i32>) -> tensor<32xf32>
      %80 = func.call @dynamic_index_in_dim_3(%iterArg_34, %iterArg_41) : (tensor<3x32xf32>, tensor<i32>) -> tensor<32xf32>
      %81 = func.call @dynamic_index_in_dim_4(%iterArg_35, %iterArg_41) : (tensor<3x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %82 = func.call @dynamic_index_in_dim_2(%iterArg_36, %iterArg_41) : (tensor<3x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %83 = func.call @dynamic_index_in_dim_1(%iterArg_37, %iterArg_41) : (tensor<3x32x64xf32>, tensor<i32>) -> tensor<32x64xf32>
      %84 = func.call @dynamic_index_in_dim_2(%iterArg_38, %iterArg_41) : (tensor<3x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %85 = stablehlo.multiply %iterArg_42, %iterArg_42 : tensor<8x16x32xf32>
      %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %86 = stablehlo.reduce(%85 init: %cst_44) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %cst_45 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %88 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %89 = stablehlo.divide %87, %88 : tensor<8x16x1xf32>
      %cst_46 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %90 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %91 = stablehlo.add %89, %90 : tensor<8x16x1xf32>
      %92 = stablehlo.rsqrt %91 : tensor<8x16x1xf32>
      %93 = stablehlo.broadcast_in_dim %92, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %94 = stablehlo.multiply %iterArg_42, %93 : tensor<8x16x32xf32>
      %95 = stablehlo.broadcast_in_dim %79, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %97 = stablehlo.multiply %94, %96 : tensor<8x16x32xf32>
      %98 = stablehlo.dot_general %97, %82, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %99 = stablehlo.dot_general %97, %78, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %100 = stablehlo.dot_general %97, %84, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %101 = stablehlo.dot_general %98, %99, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
      %cst_47 = stablehlo.constant dense<2.82842708> : tensor<f32>
      %102 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
      %103 = stablehlo.divide %101, %102 : tensor<8x4x16x16xf32>
      %104 = func.call @_where_5(%103, %iterArg_39, %iterArg_40) : (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
      %cst_48 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %105 = stablehlo.reduce(%104 init: %cst_48) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %cst_49 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %106 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
      %107 = stablehlo.maximum %106, %105 : tensor<8x4x16xf32>
      %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %109 = stablehlo.broadcast_in_dim %108, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %110 = stablehlo.subtract %104, %109 : tensor<8x4x16x16xf32>
      %111 = stablehlo.exponential %110 : tensor<8x4x16x16xf32>
      %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %112 = stablehlo.reduce(%111 init: %cst_50) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %114 = stablehlo.broadcast_in_dim %113, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %115 = stablehlo.divide %111, %114 : tensor<8x4x16x16xf32>
      %116 = stablehlo.dot_general %100, %115, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
      %117 = stablehlo.transpose %116, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
      %118 = stablehlo.dot_general %117, %81, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
      %119 = stablehlo.add %iterArg_42, %118 : tensor<8x16x32xf32>
      %120 = stablehlo.multiply %119, %119 : tensor<8x16x32xf32>
      %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %121 = stablehlo.reduce(%120 init: %cst_51) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %cst_52 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %123 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %124 = stablehlo.divide %122, %123 : tensor<8x16x1xf32>
      %cst_53 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %125 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %126 = stablehlo.add %124, %125 : tensor<8x16x1xf32>
      %127 = stablehlo.rsqrt %126 : tensor<8x16x1xf32>
      %128 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %129 = stablehlo.multiply %119, %128 : tensor<8x16x32xf32>
      %130 = stablehlo.broadcast_in_dim %80, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %131 = stablehlo.broadcast_in_dim %130, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %132 = stablehlo.multiply %129, %131 : tensor<8x16x32xf32>
      %133 = stablehlo.dot_general %132, %77, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
      %134 = func.call @silu(%133) : (tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
      %135 = stablehlo.dot_general %132, %83, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
      %136 = stablehlo.multiply %134, %135 : tensor<8x16x64xf32>
      %137 = stablehlo.dot_general %136, %76, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<64x32xf32>) -> tensor<8x16x32xf32>
      %138 = stablehlo.add %119, %137 : tensor<8x16x32xf32>
      %139 = sdy.sharding_constraint %138 <@mesh, [{"dp", "fsdp"}, {}, {"tp"}]> : tensor<8x16x32xf32>
      %140 = func.call @dynamic_update_index_in_dim(%iterArg_43, %iterArg_42, %iterArg_41) : (tensor<3x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<3x8x16x32xf32>
      %c_54 = stablehlo.constant dense<1> : tensor<i32>
      %141 = stablehlo.add %iterArg_41, %c_54 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %141, %139, %140 : tensor<3x64x32xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<3x32xf32>, tensor<3x32xf32>, tensor<3x4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<i32>, tensor<8x16x32xf32>, tensor<3x8x16x32xf32>
    }
    %14 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<48x32xf32>) -> tensor<32x48xf32>
    %15 = stablehlo.dot_general %13#12, %14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x48xf32>) -> tensor<8x16x48xf32>
    %c_5 = stablehlo.constant dense<48> : tensor<i32>
    %16 = call @remainder(%arg10, %c_5) : (tensor<8x16xi32>, tensor<i32>) -> tensor<8x16xi32>
    %17:3 = call @log_softmax(%15) : (tensor<8x16x48xf32>) -> (tensor<8x16x48xf32>, tensor<8x16x48xf32>, tensor<8x16x1xf32>)
    %18 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %19:2 = call @take_along_axis(%17#0, %18) : (tensor<8x16x48xf32>, tensor<8x16x1xi32>) -> (tensor<8x16x1xf32>, tensor<8x16x1x1xi32>)
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19#0 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %21 = stablehlo.divide %20, %cst_7 : tensor<f32>
    %22 = stablehlo.negate %21 : tensor<f32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %23 = stablehlo.negate %cst_8 : tensor<f32>
    %cst_9 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %24 = stablehlo.divide %23, %cst_9 : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %26 = call @take_along_axis_6(%19#1, %25) : (tensor<8x16x1x1xi32>, tensor<8x16x1xf32>) -> tensor<8x16x48xf32>
    %27 = call @log_softmax_7(%17#1, %17#2, %26) : (tensor<8x16x48xf32>, tensor<8x16x1xf32>, tensor<8x16x48xf32>) -> tensor<8x16x48xf32>
    %28 = stablehlo.dot_general %27, %13#12, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x48xf32>, tensor<8x16x32xf32>) -> tensor<48x32xf32>
    %29 = stablehlo.transpose %28, dims = [1, 0] : (tensor<48x32xf32>) -> tensor<32x48xf32>
    %30 = stablehlo.dot_general %27, %14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x48xf32>, tensor<32x48xf32>) -> tensor<8x16x32xf32>
    %31 = stablehlo.transpose %29, dims = [1, 0] : (tensor<32x48xf32>) -> tensor<48x32xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x64x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x32x64xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x32x4x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x32xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<3x32xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x4x8x32xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<3x32x4x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<3x32x64xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<3x32x4x8xf32>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %41:21 = stablehlo.while(%iterArg = %13#13, %iterArg_31 = %arg1, %iterArg_32 = %arg2, %iterArg_33 = %arg3, %iterArg_34 = %arg4, %iterArg_35 = %arg5, %iterArg_36 = %arg6, %iterArg_37 = %arg7, %iterArg_38 = %arg8, %iterArg_39 = %arg9, %iterArg_40 = %c_19, %iterArg_41 = %30, %iterArg_42 = %32, %iterArg_43 = %33, %iterArg_44 = %34, %iterArg_45 = %35, %iterArg_46 = %36, %iterArg_47 = %37, %iterArg_48 = %38, %iterArg_49 = %39, %iterArg_50 = %40) : tensor<3x8x16x32xf32>, tensor<3x64x32xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<3x32xf32>, tensor<3x32xf32>, tensor<3x4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<i32>, tensor<8x16x32xf32>, tensor<3x64x32xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<3x32xf32>, tensor<3x32xf32>, tensor<3x4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>
    cond {
      %c_51 = stablehlo.constant dense<3> : tensor<i32>
      %76 = stablehlo.compare LT, %iterArg_40, %c_51, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %76 : tensor<i1>
    } do {
      %c_51 = stablehlo.constant dense<3> : tensor<i32>
      %76 = stablehlo.subtract %c_51, %iterArg_40 : tensor<i32>
      %c_52 = stablehlo.constant dense<1> : tensor<i32>
      %77 = stablehlo.subtract %76, %c_52 : tensor<i32>
      %78 = func.call @dynamic_index_in_dim_8(%iterArg, %77) : (tensor<3x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %79 = func.call @dynamic_index_in_dim(%iterArg_31, %77) : (tensor<3x64x32xf32>, tensor<i32>) -> tensor<64x32xf32>
      %80 = func.call @dynamic_index_in_dim_1(%iterArg_32, %77) : (tensor<3x32x64xf32>, tensor<i32>) -> tensor<32x64xf32>
      %81 = func.call @dynamic_index_in_dim_2(%iterArg_33, %77) : (tensor<3x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %82 = func.call @dynamic_index_in_dim_3(%iterArg_34, %77) : (tensor<3x32xf32>, tensor<i32>) -> tensor<32xf32>
      %83 = func.call @dynamic_index_in_dim_3(%iterArg_35, %77) : (tensor<3x32xf32>, tensor<i32>) -> tensor<32xf32>
      %84 = func.call @dynamic_index_in_dim_4(%iterArg_36, %77) : (tensor<3x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %85 = func.call @dynamic_index_in_dim_2(%iterArg_37, %77) : (tensor<3x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %86 = func.call @dynamic_index_in_dim_1(%iterArg_38, %77) : (tensor<3x32x64xf32>, tensor<i32>) -> tensor<32x64xf32>
      %87 = func.call @dynamic_index_in_dim_2(%iterArg_39, %77) : (tensor<3x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %88:11 = stablehlo.optimization_barrier %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %iterArg_41 : tensor<8x16x32xf32>, tensor<64x32xf32>, tensor<32x64xf32>, tensor<32x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<4x8x32xf32>, tensor<32x4x8xf32>, tensor<32x64xf32>, tensor<32x4x8xf32>, tensor<8x16x32xf32>
      %89 = stablehlo.multiply %88#0, %88#0 : tensor<8x16x32xf32>
      %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %90 = stablehlo.reduce(%89 init: %cst_53) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %91 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %cst_54 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %92 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %93 = stablehlo.divide %91, %92 : tensor<8x16x1xf32>
      %cst_55 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %94 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %95 = stablehlo.add %93, %94 : tensor<8x16x1xf32>
      %96 = stablehlo.rsqrt %95 : tensor<8x16x1xf32>
      %97 = stablehlo.divide %96, %95 : tensor<8x16x1xf32>
      %cst_56 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %98 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %99 = stablehlo.multiply %98, %97 : tensor<8x16x1xf32>
      %100 = stablehlo.broadcast_in_dim %96, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %101 = stablehlo.multiply %88#0, %100 : tensor<8x16x32xf32>
      %102 = stablehlo.broadcast_in_dim %88#4, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %104 = stablehlo.multiply %101, %103 : tensor<8x16x32xf32>
      %105 = stablehlo.dot_general %104, %88#7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %106 = stablehlo.dot_general %104, %88#3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %107 = stablehlo.dot_general %104, %88#9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %108 = stablehlo.dot_general %105, %106, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
      %cst_57 = stablehlo.constant dense<2.82842708> : tensor<f32>
      %109 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
      %110 = stablehlo.divide %108, %109 : tensor<8x4x16x16xf32>
      %c_58 = stablehlo.constant dense<true> : tensor<i1>
      %111 = stablehlo.broadcast_in_dim %c_58, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
      %112 = func.call @tril_9(%111) : (tensor<16x16xi1>) -> tensor<16x16xi1>
      %cst_59 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
      %113:2 = func.call @_where_10(%112, %110, %cst_59) : (tensor<16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>) -> (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>)
      %cst_60 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %114 = stablehlo.reduce(%113#0 init: %cst_60) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %cst_61 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %115 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
      %116 = stablehlo.maximum %115, %114 : tensor<8x4x16xf32>
      %117 = stablehlo.broadcast_in_dim %116, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %118 = stablehlo.broadcast_in_dim %117, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %119 = stablehlo.subtract %113#0, %118 : tensor<8x4x16x16xf32>
      %120 = stablehlo.exponential %119 : tensor<8x4x16x16xf32>
      %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %121 = stablehlo.reduce(%120 init: %cst_62) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %124 = stablehlo.divide %120, %123 : tensor<8x4x16x16xf32>
      %125 = stablehlo.multiply %122, %122 : tensor<8x4x16x1xf32>
      %cst_63 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %126 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
      %127 = stablehlo.divide %126, %125 : tensor<8x4x16x1xf32>
      %128 = stablehlo.dot_general %107, %124, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
      %129 = stablehlo.transpose %128, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
      %130 = stablehlo.dot_general %129, %88#6, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
      %131 = stablehlo.add %88#0, %130 : tensor<8x16x32xf32>
      %132 = stablehlo.multiply %131, %131 : tensor<8x16x32xf32>
      %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %133 = stablehlo.reduce(%132 init: %cst_64) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %134 = stablehlo.broadcast_in_dim %133, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %cst_65 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %135 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %136 = stablehlo.divide %134, %135 : tensor<8x16x1xf32>
      %cst_66 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %137 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %138 = stablehlo.add %136, %137 : tensor<8x16x1xf32>
      %139 = stablehlo.rsqrt %138 : tensor<8x16x1xf32>
      %140 = stablehlo.divide %139, %138 : tensor<8x16x1xf32>
      %cst_67 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %141 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %142 = stablehlo.multiply %141, %140 : tensor<8x16x1xf32>
      %143 = stablehlo.broadcast_in_dim %139, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %144 = stablehlo.multiply %131, %143 : tensor<8x16x32xf32>
      %145 = stablehlo.broadcast_in_dim %88#5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %146 = stablehlo.broadcast_in_dim %145, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %147 = stablehlo.multiply %144, %146 : tensor<8x16x32xf32>
      %148 = stablehlo.dot_general %147, %88#2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
      %149:3 = func.call @silu_11(%148) : (tensor<8x16x64xf32>) -> (tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>)
      %150 = stablehlo.dot_general %147, %88#8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
      %151 = stablehlo.multiply %149#0, %150 : tensor<8x16x64xf32>
      %152 = sdy.sharding_constraint %88#10 <@mesh, [{"dp", "fsdp"}, {}, {"tp"}]> : tensor<8x16x32xf32>
      %153 = stablehlo.dot_general %152, %151, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x64xf32>) -> tensor<32x64xf32>
      %154 = stablehlo.transpose %153, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
      %155 = stablehlo.dot_general %152, %88#1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<64x32xf32>) -> tensor<8x16x64xf32>
      %156 = stablehlo.multiply %149#0, %155 : tensor<8x16x64xf32>
      %157 = stablehlo.multiply %155, %150 : tensor<8x16x64xf32>
      %158 = stablehlo.dot_general %156, %147, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
      %159 = stablehlo.transpose %158, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
      %160 = stablehlo.dot_general %156, %88#8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
      %161 = func.call @silu_12(%149#1, %148, %149#2, %157) : (tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
      %162 = stablehlo.dot_general %161, %147, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
      %163 = stablehlo.transpose %162, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
      %164 = stablehlo.dot_general %161, %88#2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
      %165 = stablehlo.add %160, %164 : tensor<8x16x32xf32>
      %166 = stablehlo.multiply %144, %165 : tensor<8x16x32xf32>
      %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %167 = stablehlo.reduce(%166 init: %cst_68) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
      %168 = stablehlo.reshape %167 : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %169 = stablehlo.broadcast_in_dim %145, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %170 = stablehlo.multiply %165, %169 : tensor<8x16x32xf32>
      %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %171 = stablehlo.reduce(%168 init: %cst_69) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
      %172 = stablehlo.multiply %131, %170 : tensor<8x16x32xf32>
      %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %173 = stablehlo.reduce(%172 init: %cst_70) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %174 = stablehlo.reshape %173 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %175 = stablehlo.broadcast_in_dim %139, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %176 = stablehlo.multiply %170, %175 : tensor<8x16x32xf32>
      %177 = stablehlo.add %152, %176 : tensor<8x16x32xf32>
      %178 = stablehlo.multiply %174, %142 : tensor<8x16x1xf32>
      %cst_71 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %179 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %180 = stablehlo.divide %178, %179 : tensor<8x16x1xf32>
      %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %181 = stablehlo.reduce(%180 init: %cst_72) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
      %182 = stablehlo.broadcast_in_dim %181, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
      %183 = stablehlo.multiply %131, %182 : tensor<8x16x32xf32>
      %184 = stablehlo.add %177, %183 : tensor<8x16x32xf32>
      %185 = stablehlo.multiply %182, %131 : tensor<8x16x32xf32>
      %186 = stablehlo.add %184, %185 : tensor<8x16x32xf32>
      %187 = stablehlo.dot_general %186, %129, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
      %188 = stablehlo.transpose %187, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
      %189 = stablehlo.dot_general %186, %88#6, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
      %190 = stablehlo.transpose %189, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
      %191 = stablehlo.dot_general %190, %107, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
      %192 = stablehlo.dot_general %190, %124, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
      %193 = stablehlo.transpose %192, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
      %194 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %195 = stablehlo.multiply %191, %194 : tensor<8x4x16x16xf32>
      %196 = stablehlo.multiply %195, %120 : tensor<8x4x16x16xf32>
      %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %197 = stablehlo.reduce(%196 init: %cst_73) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %198 = stablehlo.reshape %197 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %199 = stablehlo.negate %198 : tensor<8x4x16x1xf32>
      %200 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %201 = stablehlo.divide %191, %200 : tensor<8x4x16x16xf32>
      %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %202 = stablehlo.reduce(%199 init: %cst_74) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %203 = stablehlo.broadcast_in_dim %202, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
      %204 = stablehlo.add %201, %203 : tensor<8x4x16x16xf32>
      %205 = stablehlo.multiply %204, %120 : tensor<8x4x16x16xf32>
      %206 = func.call @_where_13(%113#1, %205) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
      %cst_75 = stablehlo.constant dense<2.82842708> : tensor<f32>
      %207 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
      %208 = stablehlo.divide %206, %207 : tensor<8x4x16x16xf32>
      %209 = stablehlo.dot_general %208, %105, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
      %210 = stablehlo.transpose %209, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
      %211 = stablehlo.dot_general %208, %106, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
      %212 = stablehlo.transpose %211, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
      %213 = stablehlo.dot_general %193, %104, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %214 = stablehlo.transpose %213, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %215 = stablehlo.dot_general %193, %88#9, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %216 = stablehlo.dot_general %210, %104, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %217 = stablehlo.transpose %216, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %218 = stablehlo.dot_general %210, %88#3, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %219 = stablehlo.add %215, %218 : tensor<8x16x32xf32>
      %220 = stablehlo.dot_general %212, %104, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %221 = stablehlo.transpose %220, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %222 = stablehlo.dot_general %212, %88#7, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %223 = stablehlo.add %219, %222 : tensor<8x16x32xf32>
      %224 = stablehlo.multiply %101, %223 : tensor<8x16x32xf32>
      %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %225 = stablehlo.reduce(%224 init: %cst_76) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
      %226 = stablehlo.reshape %225 : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %227 = stablehlo.broadcast_in_dim %102, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %228 = stablehlo.multiply %223, %227 : tensor<8x16x32xf32>
      %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %229 = stablehlo.reduce(%226 init: %cst_77) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
      %230 = stablehlo.multiply %88#0, %228 : tensor<8x16x32xf32>
      %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %231 = stablehlo.reduce(%230 init: %cst_78) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %232 = stablehlo.reshape %231 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %233 = stablehlo.broadcast_in_dim %96, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %234 = stablehlo.multiply %228, %233 : tensor<8x16x32xf32>
      %235 = stablehlo.add %186, %234 : tensor<8x16x32xf32>
      %236 = stablehlo.multiply %232, %99 : tensor<8x16x1xf32>
      %cst_79 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %237 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %238 = stablehlo.divide %236, %237 : tensor<8x16x1xf32>
      %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %239 = stablehlo.reduce(%238 init: %cst_80) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
      %240 = stablehlo.broadcast_in_dim %239, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
      %241 = stablehlo.multiply %88#0, %240 : tensor<8x16x32xf32>
      %242 = stablehlo.add %235, %241 : tensor<8x16x32xf32>
      %243 = stablehlo.multiply %240, %88#0 : tensor<8x16x32xf32>
      %244 = stablehlo.add %242, %243 : tensor<8x16x32xf32>
      %245 = func.call @dynamic_update_index_in_dim_14(%iterArg_42, %154, %77) : (tensor<3x64x32xf32>, tensor<64x32xf32>, tensor<i32>) -> tensor<3x64x32xf32>
      %246 = func.call @dynamic_update_index_in_dim_15(%iterArg_43, %163, %77) : (tensor<3x32x64xf32>, tensor<32x64xf32>, tensor<i32>) -> tensor<3x32x64xf32>
      %247 = func.call @dynamic_update_index_in_dim_16(%iterArg_44, %217, %77) : (tensor<3x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<3x32x4x8xf32>
      %248 = func.call @dynamic_update_index_in_dim_17(%iterArg_45, %229, %77) : (tensor<3x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<3x32xf32>
      %249 = func.call @dynamic_update_index_in_dim_17(%iterArg_46, %171, %77) : (tensor<3x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<3x32xf32>
      %250 = func.call @dynamic_update_index_in_dim_18(%iterArg_47, %188, %77) : (tensor<3x4x8x32xf32>, tensor<4x8x32xf32>, tensor<i32>) -> tensor<3x4x8x32xf32>
      %251 = func.call @dynamic_update_index_in_dim_16(%iterArg_48, %221, %77) : (tensor<3x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<3x32x4x8xf32>
      %252 = func.call @dynamic_update_index_in_dim_15(%iterArg_49, %159, %77) : (tensor<3x32x64xf32>, tensor<32x64xf32>, tensor<i32>) -> tensor<3x32x64xf32>
      %253 = func.call @dynamic_update_index_in_dim_16(%iterArg_50, %214, %77) : (tensor<3x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<3x32x4x8xf32>
      %c_81 = stablehlo.constant dense<1> : tensor<i32>
      %254 = stablehlo.add %iterArg_40, %c_81 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %254, %244, %245, %246, %247, %248, %249, %250, %251, %252, %253 : tensor<3x8x16x32xf32>, tensor<3x64x32xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<3x32xf32>, tensor<3x32xf32>, tensor<3x4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<i32>, tensor<8x16x32xf32>, tensor<3x64x32xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<3x32xf32>, tensor<3x32xf32>, tensor<3x4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>
    }
    %42 = sdy.sharding_constraint %41#11 <@mesh, [{"dp", "fsdp"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<48x32xf32>
    %44 = "stablehlo.scatter"(%43, %6, %42) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %76 = stablehlo.add %arg11, %arg12 : tensor<f32>
      stablehlo.return %76 : tensor<f32>
    }) : (tensor<48x32xf32>, tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<48x32xf32>
    %45 = stablehlo.add %31, %44 : tensor<48x32xf32>
    %cst_21 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<48x32xf32>
    %47 = stablehlo.multiply %46, %45 : tensor<48x32xf32>
    %48 = stablehlo.subtract %arg0, %47 : tensor<48x32xf32>
    %cst_22 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<3x64x32xf32>
    %50 = stablehlo.multiply %49, %41#12 : tensor<3x64x32xf32>
    %51 = stablehlo.subtract %arg1, %50 : tensor<3x64x32xf32>
    %cst_23 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<3x32x64xf32>
    %53 = stablehlo.multiply %52, %41#13 : tensor<3x32x64xf32>
    %54 = stablehlo.subtract %arg2, %53 : tensor<3x32x64xf32>
    %cst_24 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<3x32x4x8xf32>
    %56 = stablehlo.multiply %55, %41#14 : tensor<3x32x4x8xf32>
    %57 = stablehlo.subtract %arg3, %56 : tensor<3x32x4x8xf32>
    %cst_25 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<3x32xf32>
    %59 = stablehlo.multiply %58, %41#15 : tensor<3x32xf32>
    %60 = stablehlo.subtract %arg4, %59 : tensor<3x32xf32>
    %cst_26 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<3x32xf32>
    %62 = stablehlo.multiply %61, %41#16 : tensor<3x32xf32>
    %63 = stablehlo.subtract %arg5, %62 : tensor<3x32xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<3x4x8x32xf32>
    %65 = stablehlo.multiply %64, %41#17 : tensor<3x4x8x32xf32>
    %66 = stablehlo.subtract %arg6, %65 : tensor<3x4x8x32xf32>
    %cst_28 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<3x32x4x8xf32>
    %68 = stablehlo.multiply %67, %41#18 : tensor<3x32x4x8xf32>
    %69 = stablehlo.subtract %arg7, %68 : tensor<3x32x4x8xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<3x32x64xf32>
    %71 = stablehlo.multiply %70, %41#19 : tensor<3x32x64xf32>
    %72 = stablehlo.subtract %arg8, %71 : tensor<3x32x64xf32>
    %cst_30 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<3x32x4x8xf32>
    %74 = stablehlo.multiply %73, %41#20 : tensor<3x32x4x8xf32>
    %75 = stablehlo.subtract %arg9, %74 : tensor<3x32x4x8xf32>
    return %22, %48, %51, %54, %57, %60, %63, %66, %69, %72, %75 : tensor<f32>, tensor<48x32xf32>, tensor<3x64x32xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<3x32xf32>, tensor<3x32xf32>, tensor<3x4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>
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
  func.func private @_where_0(%arg0: tensor<16x16xi1>, %arg1: tensor<f32>) -> (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<8x4x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    return %1, %2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x64x32xf32>, %arg1: tensor<i32>) -> tensor<64x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 64, 32] : (tensor<3x64x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64x32xf32>) -> tensor<64x32xf32>
    return %1 : tensor<64x32xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x32x64xf32>, %arg1: tensor<i32>) -> tensor<32x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 32, 64] : (tensor<3x32x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x64xf32>) -> tensor<32x64xf32>
    return %1 : tensor<32x64xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<3x32x4x8xf32>, %arg1: tensor<i32>) -> tensor<32x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 32, 4, 8] : (tensor<3x32x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x4x8xf32>) -> tensor<32x4x8xf32>
    return %1 : tensor<32x4x8xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<3x32xf32>, %arg1: tensor<i32>) -> tensor<32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 32] : (tensor<3x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32xf32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
  func.func private @dynamic_index_in_dim_4(%arg0: tensor<3x4x8x32xf32>, %arg1: tensor<i32>) -> tensor<4x8x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 8, 32] : (tensor<3x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x8x32xf32>) -> tensor<4x8x32xf32>
    return %1 : tensor<4x8x32xf32>
  }
  func.func private @_where_5(%arg0: tensor<8x4x16x16xf32>, %arg1: tensor<8x4x16x16xi1>, %arg2: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %0 : tensor<8x4x16x16xf32>
  }
  func.func private @silu(%arg0: tensor<8x16x64xf32>) -> tensor<8x16x64xf32> {
    %0 = stablehlo.negate %arg0 : tensor<8x16x64xf32>
    %1 = stablehlo.exponential %0 : tensor<8x16x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x16x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x16x64xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<8x16x64xf32>
    return %6 : tensor<8x16x64xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x8x16x32xf32>, %arg1: tensor<8x16x32xf32>, %arg2: tensor<i32>) -> tensor<3x8x16x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x32xf32>) -> tensor<1x8x16x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x8x16x32xf32>, tensor<1x8x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x16x32xf32>
    return %1 : tensor<3x8x16x32xf32>
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
  func.func private @take_along_axis_6(%arg0: tensor<8x16x1x1xi32>, %arg1: tensor<8x16x1xf32>) -> tensor<8x16x48xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x48xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x16x48xf32>, tensor<8x16x1x1xi32>, tensor<8x16x1xf32>) -> tensor<8x16x48xf32>
    return %1 : tensor<8x16x48xf32>
  }
  func.func private @log_softmax_7(%arg0: tensor<8x16x48xf32>, %arg1: tensor<8x16x1xf32>, %arg2: tensor<8x16x48xf32>) -> tensor<8x16x48xf32> {
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
  func.func private @dynamic_index_in_dim_8(%arg0: tensor<3x8x16x32xf32>, %arg1: tensor<i32>) -> tensor<8x16x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 32] : (tensor<3x8x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x32xf32>) -> tensor<8x16x32xf32>
    return %1 : tensor<8x16x32xf32>
  }
  func.func private @tril_9(%arg0: tensor<16x16xi1>) -> tensor<16x16xi1> {
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
  func.func private @_where_10(%arg0: tensor<16x16xi1>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<f32>) -> (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<8x4x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %3, %1 : tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>
  }
  func.func private @silu_11(%arg0: tensor<8x16x64xf32>) -> (tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>) {
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
    return %9, %5, %8 : tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>
  }
  func.func private @silu_12(%arg0: tensor<8x16x64xf32>, %arg1: tensor<8x16x64xf32>, %arg2: tensor<8x16x64xf32>, %arg3: tensor<8x16x64xf32>) -> tensor<8x16x64xf32> {
    %0 = stablehlo.multiply %arg1, %arg3 : tensor<8x16x64xf32>
    %1 = stablehlo.multiply %arg3, %arg0 : tensor<8x16x64xf32>
    %2 = stablehlo.multiply %0, %arg2 : tensor<8x16x64xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x16x64xf32>
    return %3 : tensor<8x16x64xf32>
  }
  func.func private @_where_13(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_14(%arg0: tensor<3x64x32xf32>, %arg1: tensor<64x32xf32>, %arg2: tensor<i32>) -> tensor<3x64x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<64x32xf32>) -> tensor<1x64x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x64x32xf32>, tensor<1x64x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x64x32xf32>
    return %1 : tensor<3x64x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_15(%arg0: tensor<3x32x64xf32>, %arg1: tensor<32x64xf32>, %arg2: tensor<i32>) -> tensor<3x32x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<32x64xf32>) -> tensor<1x32x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x32x64xf32>, tensor<1x32x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x32x64xf32>
    return %1 : tensor<3x32x64xf32>
  }
  func.func private @dynamic_update_index_in_dim_16(%arg0: tensor<3x32x4x8xf32>, %arg1: tensor<32x4x8xf32>, %arg2: tensor<i32>) -> tensor<3x32x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<32x4x8xf32>) -> tensor<1x32x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x32x4x8xf32>, tensor<1x32x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x32x4x8xf32>
    return %1 : tensor<3x32x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_17(%arg0: tensor<3x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<i32>) -> tensor<3x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x32xf32>, tensor<1x32xf32>, tensor<i32>, tensor<i32>) -> tensor<3x32xf32>
    return %1 : tensor<3x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_18(%arg0: tensor<3x4x8x32xf32>, %arg1: tensor<4x8x32xf32>, %arg2: tensor<i32>) -> tensor<3x4x8x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x8x32xf32>) -> tensor<1x4x8x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x8x32xf32>, tensor<1x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x8x32xf32>
    return %1 : tensor<3x4x8x32xf32>
  }
}
