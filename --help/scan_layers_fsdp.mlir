module @jit_scan_layers_fsdp attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]> {stablehlo.mesh = {axes = [{name = "d", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<48x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg1: tensor<3x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"d"}]>}, %arg2: tensor<3x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}]>}, %arg3: tensor<3x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}, {}]>}, %arg4: tensor<3x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg5: tensor<3x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg6: tensor<3x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"d"}]>}, %arg7: tensor<3x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}, {}]>}, %arg8: tensor<3x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}]>}, %arg9: tensor<3x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}, {}]>}, %arg10: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<48x32xf32> {jax.result_info = "result[1][0]"}, tensor<3x64x32xf32> {jax.result_info = "result[1][1]['down']"}, tensor<3x32x64xf32> {jax.result_info = "result[1][1]['gate']"}, tensor<3x32x4x8xf32> {jax.result_info = "result[1][1]['k']"}, tensor<3x32xf32> {jax.result_info = "result[1][1]['n1']"}, tensor<3x32xf32> {jax.result_info = "result[1][1]['n2']"}, tensor<3x4x8x32xf32> {jax.result_info = "result[1][1]['o']"}, tensor<3x32x4x8xf32> {jax.result_info = "result[1][1]['q']"}, tensor<3x32x64xf32> {jax.result_info = "result[1][1]['up']"}, tensor<3x32x4x8xf32> {jax.result_info = "result[1][1]['v']"}) {
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
    %8 = sdy.sharding_constraint %7 <@mesh, [{"d"}, {}, {}]> : tensor<8x16x32xf32>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %9 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %10 = call @tril(%9) : (tensor<16x16xi1>) -> tensor<16x16xi1>
    %cst = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %11:2 = call @_where_0(%10, %cst) : (tensor<16x16xi1>, tensor<f32>) -> (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>)
    %12 = call @silu() : () -> tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x8x16x32xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3x8x16x1xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<3x8x16x1xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x1x1x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x8x16x32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x8x16x32xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3x8x16x4x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x8x16x4x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x8x4x16x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x8x4x16x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x8x4x16x1xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<3x8x4x16x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x8x16x4x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<3x8x16x4x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<3x8x16x32xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<3x8x16x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<3x8x16x1xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<3x1x1x32xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<3x8x16x32xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<3x8x16x32xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<3x8x16x64xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<3x8x16x64xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<3x8x16x64xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<3x8x16x64xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<3x8x16x64xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<3x8x16x64xf32>
    %c_29 = stablehlo.constant dense<0> : tensor<i32>
    %39:40 = stablehlo.while(%iterArg = %arg1, %iterArg_56 = %arg2, %iterArg_57 = %arg3, %iterArg_58 = %arg4, %iterArg_59 = %arg5, %iterArg_60 = %arg6, %iterArg_61 = %arg7, %iterArg_62 = %arg8, %iterArg_63 = %arg9, %iterArg_64 = %11#0, %iterArg_65 = %11#1, %iterArg_66 = %12, %iterArg_67 = %c_29, %iterArg_68 = %8, %iterArg_69 = %13, %iterArg_70 = %14, %iterArg_71 = %15, %iterArg_72 = %16, %iterArg_73 = %17, %iterArg_74 = %18, %iterArg_75 = %19, %iterArg_76 = %20, %iterArg_77 = %21, %iterArg_78 = %22, %iterArg_79 = %23, %iterArg_80 = %24, %iterArg_81 = %25, %iterArg_82 = %26, %iterArg_83 = %27, %iterArg_84 = %28, %iterArg_85 = %29, %iterArg_86 = %30, %iterArg_87 = %31, %iterArg_88 = %32, %iterArg_89 = %33, %iterArg_90 = %34, %iterArg_91 = %35, %iterArg_92 = %36, %iterArg_93 = %37, %iterArg_94 = %38) : tensor<3x64x32xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<3x32xf32>, tensor<3x32xf32>, tensor<3x4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>, tensor<i32>, tensor<8x16x32xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x1xf32>, tensor<3x8x16x1xf32>, tensor<3x1x1x32xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x4x16x16xf32>, tensor<3x8x4x16x1xf32>, tensor<3x8x4x16x1xf32>, tensor<3x8x4x16x16xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x1xf32>, tensor<3x8x16x1xf32>, tensor<3x1x1x32xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>
    cond {
      %c_95 = stablehlo.constant dense<3> : tensor<i32>
      %102 = stablehlo.compare LT, %iterArg_67, %c_95, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %102 : tensor<i1>
    } do {
      %102 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_67) : (tensor<3x64x32xf32>, tensor<i32>) -> tensor<64x32xf32>
      %103 = func.call @dynamic_index_in_dim_1(%iterArg_56, %iterArg_67) : (tensor<3x32x64xf32>, tensor<i32>) -> tensor<32x64xf32>
      %104 = func.call @dynamic_index_in_dim_2(%iterArg_57, %iterArg_67) : (tensor<3x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %105 = func.call @dynamic_index_in_dim_3(%iterArg_58, %iterArg_67) : (tensor<3x32xf32>, tensor<i32>) -> tensor<32xf32>
      %106 = func.call @dynamic_index_in_dim_3(%iterArg_59, %iterArg_67) : (tensor<3x32xf32>, tensor<i32>) -> tensor<32xf32>
      %107 = func.call @dynamic_index_in_dim_4(%iterArg_60, %iterArg_67) : (tensor<3x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %108 = func.call @dynamic_index_in_dim_2(%iterArg_61, %iterArg_67) : (tensor<3x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %109 = func.call @dynamic_index_in_dim_1(%iterArg_62, %iterArg_67) : (tensor<3x32x64xf32>, tensor<i32>) -> tensor<32x64xf32>
      %110 = func.call @dynamic_index_in_dim_2(%iterArg_63, %iterArg_67) : (tensor<3x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %111 = stablehlo.multiply %iterArg_68, %iterArg_68 : tensor<8x16x32xf32>
      %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %112 = stablehlo.reduce(%111 init: %cst_95) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %cst_96 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %114 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %115 = stablehlo.divide %113, %114 : tensor<8x16x1xf32>
      %cst_97 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %116 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %117 = stablehlo.add %115, %116 : tensor<8x16x1xf32>
      %118 = stablehlo.rsqrt %117 : tensor<8x16x1xf32>
      %119 = stablehlo.divide %118, %117 : tensor<8x16x1xf32>
      %cst_98 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %120 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %121 = stablehlo.multiply %120, %119 : tensor<8x16x1xf32>
      %122 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %123 = stablehlo.multiply %iterArg_68, %122 : tensor<8x16x32xf32>
      %124 = stablehlo.broadcast_in_dim %105, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %125 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %126 = stablehlo.multiply %123, %125 : tensor<8x16x32xf32>
      %127 = stablehlo.dot_general %126, %108, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %128 = stablehlo.dot_general %126, %104, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %129 = stablehlo.dot_general %126, %110, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %130 = stablehlo.dot_general %127, %128, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
      %cst_99 = stablehlo.constant dense<2.82842708> : tensor<f32>
      %131 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
      %132 = stablehlo.divide %130, %131 : tensor<8x4x16x16xf32>
      %133 = func.call @_where_5(%132, %iterArg_64, %iterArg_65) : (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
      %cst_100 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %134 = stablehlo.reduce(%133 init: %cst_100) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %cst_101 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %135 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
      %136 = stablehlo.maximum %135, %134 : tensor<8x4x16xf32>
      %137 = stablehlo.broadcast_in_dim %136, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %138 = stablehlo.broadcast_in_dim %137, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %139 = stablehlo.subtract %133, %138 : tensor<8x4x16x16xf32>
      %140 = stablehlo.exponential %139 : tensor<8x4x16x16xf32>
      %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %141 = stablehlo.reduce(%140 init: %cst_102) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %142 = stablehlo.broadcast_in_dim %141, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %143 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %144 = stablehlo.divide %140, %143 : tensor<8x4x16x16xf32>
      %145 = stablehlo.multiply %142, %142 : tensor<8x4x16x1xf32>
      %cst_103 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %146 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
      %147 = stablehlo.divide %146, %145 : tensor<8x4x16x1xf32>
      %148 = stablehlo.dot_general %129, %144, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
      %149 = stablehlo.transpose %148, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
      %150 = stablehlo.dot_general %149, %107, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
      %151 = stablehlo.add %iterArg_68, %150 : tensor<8x16x32xf32>
      %152 = stablehlo.multiply %151, %151 : tensor<8x16x32xf32>
      %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %153 = stablehlo.reduce(%152 init: %cst_104) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %154 = stablehlo.broadcast_in_dim %153, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %cst_105 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %155 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %156 = stablehlo.divide %154, %155 : tensor<8x16x1xf32>
      %cst_106 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %157 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %158 = stablehlo.add %156, %157 : tensor<8x16x1xf32>
      %159 = stablehlo.rsqrt %158 : tensor<8x16x1xf32>
      %160 = stablehlo.divide %159, %158 : tensor<8x16x1xf32>
      %cst_107 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %161 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %162 = stablehlo.multiply %161, %160 : tensor<8x16x1xf32>
      %163 = stablehlo.broadcast_in_dim %159, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %164 = stablehlo.multiply %151, %163 : tensor<8x16x32xf32>
      %165 = stablehlo.broadcast_in_dim %106, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %166 = stablehlo.broadcast_in_dim %165, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %167 = stablehlo.multiply %164, %166 : tensor<8x16x32xf32>
      %168 = stablehlo.dot_general %167, %103, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
      %169:3 = func.call @silu_6(%168, %iterArg_66) : (tensor<8x16x64xf32>, tensor<f32>) -> (tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>)
      %170 = stablehlo.dot_general %167, %109, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
      %171 = stablehlo.multiply %169#0, %170 : tensor<8x16x64xf32>
      %172 = stablehlo.dot_general %171, %102, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<64x32xf32>) -> tensor<8x16x32xf32>
      %173 = stablehlo.add %151, %172 : tensor<8x16x32xf32>
      %174 = sdy.sharding_constraint %173 <@mesh, [{"d"}, {}, {}]> : tensor<8x16x32xf32>
      %175 = func.call @dynamic_update_index_in_dim(%iterArg_69, %iterArg_68, %iterArg_67) : (tensor<3x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<3x8x16x32xf32>
      %176 = func.call @dynamic_update_index_in_dim_7(%iterArg_70, %121, %iterArg_67) : (tensor<3x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<3x8x16x1xf32>
      %177 = func.call @dynamic_update_index_in_dim_7(%iterArg_71, %118, %iterArg_67) : (tensor<3x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<3x8x16x1xf32>
      %178 = func.call @dynamic_update_index_in_dim_8(%iterArg_72, %124, %iterArg_67) : (tensor<3x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<3x1x1x32xf32>
      %179 = func.call @dynamic_update_index_in_dim(%iterArg_73, %123, %iterArg_67) : (tensor<3x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<3x8x16x32xf32>
      %180 = func.call @dynamic_update_index_in_dim(%iterArg_74, %126, %iterArg_67) : (tensor<3x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<3x8x16x32xf32>
      %181 = func.call @dynamic_update_index_in_dim_9(%iterArg_75, %128, %iterArg_67) : (tensor<3x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<3x8x16x4x8xf32>
      %182 = func.call @dynamic_update_index_in_dim_9(%iterArg_76, %127, %iterArg_67) : (tensor<3x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<3x8x16x4x8xf32>
      %183 = func.call @dynamic_update_index_in_dim_10(%iterArg_77, %140, %iterArg_67) : (tensor<3x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<3x8x4x16x16xf32>
      %184 = func.call @dynamic_update_index_in_dim_11(%iterArg_78, %142, %iterArg_67) : (tensor<3x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<3x8x4x16x1xf32>
      %185 = func.call @dynamic_update_index_in_dim_11(%iterArg_79, %147, %iterArg_67) : (tensor<3x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<3x8x4x16x1xf32>
      %186 = func.call @dynamic_update_index_in_dim_10(%iterArg_80, %144, %iterArg_67) : (tensor<3x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<3x8x4x16x16xf32>
      %187 = func.call @dynamic_update_index_in_dim_9(%iterArg_81, %129, %iterArg_67) : (tensor<3x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<3x8x16x4x8xf32>
      %188 = func.call @dynamic_update_index_in_dim_9(%iterArg_82, %149, %iterArg_67) : (tensor<3x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<3x8x16x4x8xf32>
      %189 = func.call @dynamic_update_index_in_dim(%iterArg_83, %151, %iterArg_67) : (tensor<3x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<3x8x16x32xf32>
      %190 = func.call @dynamic_update_index_in_dim_7(%iterArg_84, %162, %iterArg_67) : (tensor<3x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<3x8x16x1xf32>
      %191 = func.call @dynamic_update_index_in_dim_7(%iterArg_85, %159, %iterArg_67) : (tensor<3x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<3x8x16x1xf32>
      %192 = func.call @dynamic_update_index_in_dim_8(%iterArg_86, %165, %iterArg_67) : (tensor<3x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<3x1x1x32xf32>
      %193 = func.call @dynamic_update_index_in_dim(%iterArg_87, %164, %iterArg_67) : (tensor<3x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<3x8x16x32xf32>
      %194 = func.call @dynamic_update_index_in_dim(%iterArg_88, %167, %iterArg_67) : (tensor<3x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<3x8x16x32xf32>
      %195 = func.call @dynamic_update_index_in_dim_12(%iterArg_89, %169#1, %iterArg_67) : (tensor<3x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<3x8x16x64xf32>
      %196 = func.call @dynamic_update_index_in_dim_12(%iterArg_90, %169#2, %iterArg_67) : (tensor<3x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<3x8x16x64xf32>
      %197 = func.call @dynamic_update_index_in_dim_12(%iterArg_91, %168, %iterArg_67) : (tensor<3x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<3x8x16x64xf32>
      %198 = func.call @dynamic_update_index_in_dim_12(%iterArg_92, %170, %iterArg_67) : (tensor<3x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<3x8x16x64xf32>
      %199 = func.call @dynamic_update_index_in_dim_12(%iterArg_93, %169#0, %iterArg_67) : (tensor<3x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<3x8x16x64xf32>
      %200 = func.call @dynamic_update_index_in_dim_12(%iterArg_94, %171, %iterArg_67) : (tensor<3x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<3x8x16x64xf32>
      %c_108 = stablehlo.constant dense<1> : tensor<i32>
      %201 = stablehlo.add %iterArg_67, %c_108 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %201, %174, %175, %176, %177, %178, %179, %180, %181, %182, %183, %184, %185, %186, %187, %188, %189, %190, %191, %192, %193, %194, %195, %196, %197, %198, %199, %200 : tensor<3x64x32xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<3x32xf32>, tensor<3x32xf32>, tensor<3x4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>, tensor<i32>, tensor<8x16x32xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x1xf32>, tensor<3x8x16x1xf32>, tensor<3x1x1x32xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x4x16x16xf32>, tensor<3x8x4x16x1xf32>, tensor<3x8x4x16x1xf32>, tensor<3x8x4x16x16xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x1xf32>, tensor<3x8x16x1xf32>, tensor<3x1x1x32xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>
    }
    %40 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<48x32xf32>) -> tensor<32x48xf32>
    %41 = stablehlo.dot_general %39#13, %40, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x48xf32>) -> tensor<8x16x48xf32>
    %c_30 = stablehlo.constant dense<48> : tensor<i32>
    %42 = call @remainder(%arg10, %c_30) : (tensor<8x16xi32>, tensor<i32>) -> tensor<8x16xi32>
    %43:3 = call @log_softmax(%41) : (tensor<8x16x48xf32>) -> (tensor<8x16x48xf32>, tensor<8x16x48xf32>, tensor<8x16x1xf32>)
    %44 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %45:2 = call @take_along_axis(%43#0, %44) : (tensor<8x16x48xf32>, tensor<8x16x1xi32>) -> (tensor<8x16x1xf32>, tensor<8x16x1x1xi32>)
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45#0 init: %cst_31) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_32 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %47 = stablehlo.divide %46, %cst_32 : tensor<f32>
    %48 = stablehlo.negate %47 : tensor<f32>
    %cst_33 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %49 = stablehlo.negate %cst_33 : tensor<f32>
    %cst_34 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %50 = stablehlo.divide %49, %cst_34 : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %52 = call @take_along_axis_13(%45#1, %51) : (tensor<8x16x1x1xi32>, tensor<8x16x1xf32>) -> tensor<8x16x48xf32>
    %53 = call @log_softmax_14(%43#1, %43#2, %52) : (tensor<8x16x48xf32>, tensor<8x16x1xf32>, tensor<8x16x48xf32>) -> tensor<8x16x48xf32>
    %54 = stablehlo.dot_general %53, %39#13, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x48xf32>, tensor<8x16x32xf32>) -> tensor<48x32xf32>
    %55 = stablehlo.transpose %54, dims = [1, 0] : (tensor<48x32xf32>) -> tensor<32x48xf32>
    %56 = stablehlo.dot_general %53, %40, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x48xf32>, tensor<32x48xf32>) -> tensor<8x16x32xf32>
    %57 = stablehlo.transpose %55, dims = [1, 0] : (tensor<32x48xf32>) -> tensor<48x32xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<3x64x32xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<3x32x64xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<3x32x4x8xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<3x32xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<3x32xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<3x4x8x32xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<3x32x4x8xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<3x32x64xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<3x32x4x8xf32>
    %c_44 = stablehlo.constant dense<0> : tensor<i32>
    %67:45 = stablehlo.while(%iterArg = %39#14, %iterArg_56 = %39#15, %iterArg_57 = %39#16, %iterArg_58 = %39#17, %iterArg_59 = %39#18, %iterArg_60 = %arg7, %iterArg_61 = %39#19, %iterArg_62 = %arg3, %iterArg_63 = %arg9, %iterArg_64 = %39#20, %iterArg_65 = %39#21, %iterArg_66 = %39#22, %iterArg_67 = %39#23, %iterArg_68 = %39#24, %iterArg_69 = %39#25, %iterArg_70 = %39#26, %iterArg_71 = %arg6, %iterArg_72 = %39#27, %iterArg_73 = %39#28, %iterArg_74 = %39#29, %iterArg_75 = %39#30, %iterArg_76 = %39#31, %iterArg_77 = %39#32, %iterArg_78 = %arg2, %iterArg_79 = %39#33, %iterArg_80 = %39#34, %iterArg_81 = %39#35, %iterArg_82 = %39#36, %iterArg_83 = %arg8, %iterArg_84 = %39#37, %iterArg_85 = %39#38, %iterArg_86 = %arg1, %iterArg_87 = %39#39, %iterArg_88 = %11#0, %iterArg_89 = %c_44, %iterArg_90 = %56, %iterArg_91 = %58, %iterArg_92 = %59, %iterArg_93 = %60, %iterArg_94 = %61, %iterArg_95 = %62, %iterArg_96 = %63, %iterArg_97 = %64, %iterArg_98 = %65, %iterArg_99 = %66) : tensor<3x8x16x32xf32>, tensor<3x8x16x1xf32>, tensor<3x8x16x1xf32>, tensor<3x1x1x32xf32>, tensor<3x8x16x32xf32>, tensor<3x32x4x8xf32>, tensor<3x8x16x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x4x8xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x4x16x16xf32>, tensor<3x8x4x16x1xf32>, tensor<3x8x4x16x1xf32>, tensor<3x8x4x16x16xf32>, tensor<3x8x16x4x8xf32>, tensor<3x4x8x32xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x1xf32>, tensor<3x8x16x1xf32>, tensor<3x1x1x32xf32>, tensor<3x8x16x32xf32>, tensor<3x32x64xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x32x64xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x64x32xf32>, tensor<3x8x16x64xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<3x64x32xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<3x32xf32>, tensor<3x32xf32>, tensor<3x4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>
    cond {
      %c_100 = stablehlo.constant dense<3> : tensor<i32>
      %102 = stablehlo.compare LT, %iterArg_89, %c_100, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %102 : tensor<i1>
    } do {
      %c_100 = stablehlo.constant dense<3> : tensor<i32>
      %102 = stablehlo.subtract %c_100, %iterArg_89 : tensor<i32>
      %c_101 = stablehlo.constant dense<1> : tensor<i32>
      %103 = stablehlo.subtract %102, %c_101 : tensor<i32>
      %104 = func.call @dynamic_index_in_dim_15(%iterArg, %103) : (tensor<3x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %105 = func.call @dynamic_index_in_dim_16(%iterArg_56, %103) : (tensor<3x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %106 = func.call @dynamic_index_in_dim_16(%iterArg_57, %103) : (tensor<3x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %107 = func.call @dynamic_index_in_dim_17(%iterArg_58, %103) : (tensor<3x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %108 = func.call @dynamic_index_in_dim_15(%iterArg_59, %103) : (tensor<3x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %109 = func.call @dynamic_index_in_dim_2(%iterArg_60, %103) : (tensor<3x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %110 = func.call @dynamic_index_in_dim_15(%iterArg_61, %103) : (tensor<3x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %111 = func.call @dynamic_index_in_dim_2(%iterArg_62, %103) : (tensor<3x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %112 = func.call @dynamic_index_in_dim_2(%iterArg_63, %103) : (tensor<3x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %113 = func.call @dynamic_index_in_dim_18(%iterArg_64, %103) : (tensor<3x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %114 = func.call @dynamic_index_in_dim_18(%iterArg_65, %103) : (tensor<3x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %115 = func.call @dynamic_index_in_dim_19(%iterArg_66, %103) : (tensor<3x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %116 = func.call @dynamic_index_in_dim_20(%iterArg_67, %103) : (tensor<3x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %117 = func.call @dynamic_index_in_dim_20(%iterArg_68, %103) : (tensor<3x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %118 = func.call @dynamic_index_in_dim_19(%iterArg_69, %103) : (tensor<3x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %119 = func.call @dynamic_index_in_dim_18(%iterArg_70, %103) : (tensor<3x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %120 = func.call @dynamic_index_in_dim_4(%iterArg_71, %103) : (tensor<3x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %121 = func.call @dynamic_index_in_dim_18(%iterArg_72, %103) : (tensor<3x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %122 = func.call @dynamic_index_in_dim_15(%iterArg_73, %103) : (tensor<3x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %123 = func.call @dynamic_index_in_dim_16(%iterArg_74, %103) : (tensor<3x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %124 = func.call @dynamic_index_in_dim_16(%iterArg_75, %103) : (tensor<3x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %125 = func.call @dynamic_index_in_dim_17(%iterArg_76, %103) : (tensor<3x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %126 = func.call @dynamic_index_in_dim_15(%iterArg_77, %103) : (tensor<3x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %127 = func.call @dynamic_index_in_dim_1(%iterArg_78, %103) : (tensor<3x32x64xf32>, tensor<i32>) -> tensor<32x64xf32>
      %128 = func.call @dynamic_index_in_dim_15(%iterArg_79, %103) : (tensor<3x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %129 = func.call @dynamic_index_in_dim_21(%iterArg_80, %103) : (tensor<3x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %130 = func.call @dynamic_index_in_dim_21(%iterArg_81, %103) : (tensor<3x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %131 = func.call @dynamic_index_in_dim_21(%iterArg_82, %103) : (tensor<3x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %132 = func.call @dynamic_index_in_dim_1(%iterArg_83, %103) : (tensor<3x32x64xf32>, tensor<i32>) -> tensor<32x64xf32>
      %133 = func.call @dynamic_index_in_dim_21(%iterArg_84, %103) : (tensor<3x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %134 = func.call @dynamic_index_in_dim_21(%iterArg_85, %103) : (tensor<3x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %135 = func.call @dynamic_index_in_dim(%iterArg_86, %103) : (tensor<3x64x32xf32>, tensor<i32>) -> tensor<64x32xf32>
      %136 = func.call @dynamic_index_in_dim_21(%iterArg_87, %103) : (tensor<3x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %137 = sdy.sharding_constraint %iterArg_90 <@mesh, [{"d"}, {}, {}]> : tensor<8x16x32xf32>
      %138 = stablehlo.dot_general %137, %136, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x64xf32>) -> tensor<32x64xf32>
      %139 = stablehlo.transpose %138, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
      %140 = stablehlo.dot_general %137, %135, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<64x32xf32>) -> tensor<8x16x64xf32>
      %141 = stablehlo.multiply %134, %140 : tensor<8x16x64xf32>
      %142 = stablehlo.multiply %140, %133 : tensor<8x16x64xf32>
      %143 = stablehlo.dot_general %141, %128, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
      %144 = stablehlo.transpose %143, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
      %145 = stablehlo.dot_general %141, %132, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
      %146 = func.call @silu_22(%129, %130, %131, %142) : (tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
      %147 = stablehlo.dot_general %146, %128, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
      %148 = stablehlo.transpose %147, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
      %149 = stablehlo.dot_general %146, %127, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
      %150 = stablehlo.add %145, %149 : tensor<8x16x32xf32>
      %151 = stablehlo.multiply %126, %150 : tensor<8x16x32xf32>
      %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %152 = stablehlo.reduce(%151 init: %cst_102) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
      %153 = stablehlo.reshape %152 : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %154 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %155 = stablehlo.multiply %150, %154 : tensor<8x16x32xf32>
      %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %156 = stablehlo.reduce(%153 init: %cst_103) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
      %157 = stablehlo.multiply %122, %155 : tensor<8x16x32xf32>
      %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %158 = stablehlo.reduce(%157 init: %cst_104) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %159 = stablehlo.reshape %158 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %160 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %161 = stablehlo.multiply %155, %160 : tensor<8x16x32xf32>
      %162 = stablehlo.add %137, %161 : tensor<8x16x32xf32>
      %163 = stablehlo.multiply %159, %123 : tensor<8x16x1xf32>
      %cst_105 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %164 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %165 = stablehlo.divide %163, %164 : tensor<8x16x1xf32>
      %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %166 = stablehlo.reduce(%165 init: %cst_106) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
      %167 = stablehlo.broadcast_in_dim %166, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
      %168 = stablehlo.multiply %122, %167 : tensor<8x16x32xf32>
      %169 = stablehlo.add %162, %168 : tensor<8x16x32xf32>
      %170 = stablehlo.multiply %167, %122 : tensor<8x16x32xf32>
      %171 = stablehlo.add %169, %170 : tensor<8x16x32xf32>
      %172 = stablehlo.dot_general %171, %121, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
      %173 = stablehlo.transpose %172, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
      %174 = stablehlo.dot_general %171, %120, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
      %175 = stablehlo.transpose %174, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
      %176 = stablehlo.dot_general %175, %119, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
      %177 = stablehlo.dot_general %175, %118, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
      %178 = stablehlo.transpose %177, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
      %179 = stablehlo.broadcast_in_dim %117, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %180 = stablehlo.multiply %176, %179 : tensor<8x4x16x16xf32>
      %181 = stablehlo.multiply %180, %115 : tensor<8x4x16x16xf32>
      %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %182 = stablehlo.reduce(%181 init: %cst_107) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %183 = stablehlo.reshape %182 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %184 = stablehlo.negate %183 : tensor<8x4x16x1xf32>
      %185 = stablehlo.broadcast_in_dim %116, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %186 = stablehlo.divide %176, %185 : tensor<8x4x16x16xf32>
      %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %187 = stablehlo.reduce(%184 init: %cst_108) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %188 = stablehlo.broadcast_in_dim %187, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
      %189 = stablehlo.add %186, %188 : tensor<8x4x16x16xf32>
      %190 = stablehlo.multiply %189, %115 : tensor<8x4x16x16xf32>
      %191 = func.call @_where_23(%iterArg_88, %190) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
      %cst_109 = stablehlo.constant dense<2.82842708> : tensor<f32>
      %192 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
      %193 = stablehlo.divide %191, %192 : tensor<8x4x16x16xf32>
      %194 = stablehlo.dot_general %193, %114, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
      %195 = stablehlo.transpose %194, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
      %196 = stablehlo.dot_general %193, %113, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
      %197 = stablehlo.transpose %196, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
      %198 = stablehlo.dot_general %178, %110, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %199 = stablehlo.transpose %198, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %200 = stablehlo.dot_general %178, %112, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %201 = stablehlo.dot_general %195, %110, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %202 = stablehlo.transpose %201, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %203 = stablehlo.dot_general %195, %111, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %204 = stablehlo.add %200, %203 : tensor<8x16x32xf32>
      %205 = stablehlo.dot_general %197, %110, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %206 = stablehlo.transpose %205, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %207 = stablehlo.dot_general %197, %109, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %208 = stablehlo.add %204, %207 : tensor<8x16x32xf32>
      %209 = stablehlo.multiply %108, %208 : tensor<8x16x32xf32>
      %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %210 = stablehlo.reduce(%209 init: %cst_110) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
      %211 = stablehlo.reshape %210 : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %212 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %213 = stablehlo.multiply %208, %212 : tensor<8x16x32xf32>
      %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %214 = stablehlo.reduce(%211 init: %cst_111) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
      %215 = stablehlo.multiply %104, %213 : tensor<8x16x32xf32>
      %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %216 = stablehlo.reduce(%215 init: %cst_112) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %217 = stablehlo.reshape %216 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %218 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %219 = stablehlo.multiply %213, %218 : tensor<8x16x32xf32>
      %220 = stablehlo.add %171, %219 : tensor<8x16x32xf32>
      %221 = stablehlo.multiply %217, %105 : tensor<8x16x1xf32>
      %cst_113 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %222 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %223 = stablehlo.divide %221, %222 : tensor<8x16x1xf32>
      %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %224 = stablehlo.reduce(%223 init: %cst_114) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
      %225 = stablehlo.broadcast_in_dim %224, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
      %226 = stablehlo.multiply %104, %225 : tensor<8x16x32xf32>
      %227 = stablehlo.add %220, %226 : tensor<8x16x32xf32>
      %228 = stablehlo.multiply %225, %104 : tensor<8x16x32xf32>
      %229 = stablehlo.add %227, %228 : tensor<8x16x32xf32>
      %230 = func.call @dynamic_update_index_in_dim_24(%iterArg_91, %139, %103) : (tensor<3x64x32xf32>, tensor<64x32xf32>, tensor<i32>) -> tensor<3x64x32xf32>
      %231 = func.call @dynamic_update_index_in_dim_25(%iterArg_92, %148, %103) : (tensor<3x32x64xf32>, tensor<32x64xf32>, tensor<i32>) -> tensor<3x32x64xf32>
      %232 = func.call @dynamic_update_index_in_dim_26(%iterArg_93, %202, %103) : (tensor<3x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<3x32x4x8xf32>
      %233 = func.call @dynamic_update_index_in_dim_27(%iterArg_94, %214, %103) : (tensor<3x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<3x32xf32>
      %234 = func.call @dynamic_update_index_in_dim_27(%iterArg_95, %156, %103) : (tensor<3x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<3x32xf32>
      %235 = func.call @dynamic_update_index_in_dim_28(%iterArg_96, %173, %103) : (tensor<3x4x8x32xf32>, tensor<4x8x32xf32>, tensor<i32>) -> tensor<3x4x8x32xf32>
      %236 = func.call @dynamic_update_index_in_dim_26(%iterArg_97, %206, %103) : (tensor<3x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<3x32x4x8xf32>
      %237 = func.call @dynamic_update_index_in_dim_25(%iterArg_98, %144, %103) : (tensor<3x32x64xf32>, tensor<32x64xf32>, tensor<i32>) -> tensor<3x32x64xf32>
      %238 = func.call @dynamic_update_index_in_dim_26(%iterArg_99, %199, %103) : (tensor<3x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<3x32x4x8xf32>
      %c_115 = stablehlo.constant dense<1> : tensor<i32>
      %239 = stablehlo.add %iterArg_89, %c_115 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %iterArg_71, %iterArg_72, %iterArg_73, %iterArg_74, %iterArg_75, %iterArg_76, %iterArg_77, %iterArg_78, %iterArg_79, %iterArg_80, %iterArg_81, %iterArg_82, %iterArg_83, %iterArg_84, %iterArg_85, %iterArg_86, %iterArg_87, %iterArg_88, %239, %229, %230, %231, %232, %233, %234, %235, %236, %237, %238 : tensor<3x8x16x32xf32>, tensor<3x8x16x1xf32>, tensor<3x8x16x1xf32>, tensor<3x1x1x32xf32>, tensor<3x8x16x32xf32>, tensor<3x32x4x8xf32>, tensor<3x8x16x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x4x8xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x4x16x16xf32>, tensor<3x8x4x16x1xf32>, tensor<3x8x4x16x1xf32>, tensor<3x8x4x16x16xf32>, tensor<3x8x16x4x8xf32>, tensor<3x4x8x32xf32>, tensor<3x8x16x4x8xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x1xf32>, tensor<3x8x16x1xf32>, tensor<3x1x1x32xf32>, tensor<3x8x16x32xf32>, tensor<3x32x64xf32>, tensor<3x8x16x32xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x32x64xf32>, tensor<3x8x16x64xf32>, tensor<3x8x16x64xf32>, tensor<3x64x32xf32>, tensor<3x8x16x64xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<3x64x32xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<3x32xf32>, tensor<3x32xf32>, tensor<3x4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>
    }
    %68 = sdy.sharding_constraint %67#35 <@mesh, [{"d"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<48x32xf32>
    %70 = "stablehlo.scatter"(%69, %6, %68) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %102 = stablehlo.add %arg11, %arg12 : tensor<f32>
      stablehlo.return %102 : tensor<f32>
    }) : (tensor<48x32xf32>, tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<48x32xf32>
    %71 = stablehlo.add %57, %70 : tensor<48x32xf32>
    %cst_46 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<48x32xf32>
    %73 = stablehlo.multiply %72, %71 : tensor<48x32xf32>
    %74 = stablehlo.subtract %arg0, %73 : tensor<48x32xf32>
    %cst_47 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<3x64x32xf32>
    %76 = stablehlo.multiply %75, %67#36 : tensor<3x64x32xf32>
    %77 = stablehlo.subtract %arg1, %76 : tensor<3x64x32xf32>
    %cst_48 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<3x32x64xf32>
    %79 = stablehlo.multiply %78, %67#37 : tensor<3x32x64xf32>
    %80 = stablehlo.subtract %arg2, %79 : tensor<3x32x64xf32>
    %cst_49 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<3x32x4x8xf32>
    %82 = stablehlo.multiply %81, %67#38 : tensor<3x32x4x8xf32>
    %83 = stablehlo.subtract %arg3, %82 : tensor<3x32x4x8xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<3x32xf32>
    %85 = stablehlo.multiply %84, %67#39 : tensor<3x32xf32>
    %86 = stablehlo.subtract %arg4, %85 : tensor<3x32xf32>
    %cst_51 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<3x32xf32>
    %88 = stablehlo.multiply %87, %67#40 : tensor<3x32xf32>
    %89 = stablehlo.subtract %arg5, %88 : tensor<3x32xf32>
    %cst_52 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<3x4x8x32xf32>
    %91 = stablehlo.multiply %90, %67#41 : tensor<3x4x8x32xf32>
    %92 = stablehlo.subtract %arg6, %91 : tensor<3x4x8x32xf32>
    %cst_53 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<3x32x4x8xf32>
    %94 = stablehlo.multiply %93, %67#42 : tensor<3x32x4x8xf32>
    %95 = stablehlo.subtract %arg7, %94 : tensor<3x32x4x8xf32>
    %cst_54 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<3x32x64xf32>
    %97 = stablehlo.multiply %96, %67#43 : tensor<3x32x64xf32>
    %98 = stablehlo.subtract %arg8, %97 : tensor<3x32x64xf32>
    %cst_55 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<3x32x4x8xf32>
    %100 = stablehlo.multiply %99, %67#44 : tensor<3x32x4x8xf32>
    %101 = stablehlo.subtract %arg9, %100 : tensor<3x32x4x8xf32>
    return %48, %74, %77, %80, %83, %86, %89, %92, %95, %98, %101 : tensor<f32>, tensor<48x32xf32>, tensor<3x64x32xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>, tensor<3x32xf32>, tensor<3x32xf32>, tensor<3x4x8x32xf32>, tensor<3x32x4x8xf32>, tensor<3x32x64xf32>, tensor<3x32x4x8xf32>
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
  func.func private @silu() -> tensor<f32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    return %cst : tensor<f32>
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
  func.func private @silu_6(%arg0: tensor<8x16x64xf32>, %arg1: tensor<f32>) -> (tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<8x16x64xf32>
    %1 = stablehlo.exponential %0 : tensor<8x16x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x16x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x16x64xf32>
    %6 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<8x16x64xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<8x16x64xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<8x16x64xf32>
    return %9, %8, %5 : tensor<8x16x64xf32>, tensor<8x16x64xf32>, tensor<8x16x64xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x8x16x32xf32>, %arg1: tensor<8x16x32xf32>, %arg2: tensor<i32>) -> tensor<3x8x16x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x32xf32>) -> tensor<1x8x16x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x8x16x32xf32>, tensor<1x8x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x16x32xf32>
    return %1 : tensor<3x8x16x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<3x8x16x1xf32>, %arg1: tensor<8x16x1xf32>, %arg2: tensor<i32>) -> tensor<3x8x16x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x1xf32>) -> tensor<1x8x16x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x8x16x1xf32>, tensor<1x8x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x16x1xf32>
    return %1 : tensor<3x8x16x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<3x1x1x32xf32>, %arg1: tensor<1x1x32xf32>, %arg2: tensor<i32>) -> tensor<3x1x1x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x1x32xf32>) -> tensor<1x1x1x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x1x1x32xf32>, tensor<1x1x1x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x1x1x32xf32>
    return %1 : tensor<3x1x1x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<3x8x16x4x8xf32>, %arg1: tensor<8x16x4x8xf32>, %arg2: tensor<i32>) -> tensor<3x8x16x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<1x8x16x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x8x16x4x8xf32>, tensor<1x8x16x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x16x4x8xf32>
    return %1 : tensor<3x8x16x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<3x8x4x16x16xf32>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<i32>) -> tensor<3x8x4x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x4x16x16xf32>) -> tensor<1x8x4x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x8x4x16x16xf32>, tensor<1x8x4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x4x16x16xf32>
    return %1 : tensor<3x8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_11(%arg0: tensor<3x8x4x16x1xf32>, %arg1: tensor<8x4x16x1xf32>, %arg2: tensor<i32>) -> tensor<3x8x4x16x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x4x16x1xf32>) -> tensor<1x8x4x16x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x8x4x16x1xf32>, tensor<1x8x4x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x4x16x1xf32>
    return %1 : tensor<3x8x4x16x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_12(%arg0: tensor<3x8x16x64xf32>, %arg1: tensor<8x16x64xf32>, %arg2: tensor<i32>) -> tensor<3x8x16x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x64xf32>) -> tensor<1x8x16x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x8x16x64xf32>, tensor<1x8x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x16x64xf32>
    return %1 : tensor<3x8x16x64xf32>
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
  func.func private @take_along_axis_13(%arg0: tensor<8x16x1x1xi32>, %arg1: tensor<8x16x1xf32>) -> tensor<8x16x48xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x48xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x16x48xf32>, tensor<8x16x1x1xi32>, tensor<8x16x1xf32>) -> tensor<8x16x48xf32>
    return %1 : tensor<8x16x48xf32>
  }
  func.func private @log_softmax_14(%arg0: tensor<8x16x48xf32>, %arg1: tensor<8x16x1xf32>, %arg2: tensor<8x16x48xf32>) -> tensor<8x16x48xf32> {
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
  func.func private @dynamic_index_in_dim_15(%arg0: tensor<3x8x16x32xf32>, %arg1: tensor<i32>) -> tensor<8x16x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 32] : (tensor<3x8x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x32xf32>) -> tensor<8x16x32xf32>
    return %1 : tensor<8x16x32xf32>
  }
  func.func private @dynamic_index_in_dim_16(%arg0: tensor<3x8x16x1xf32>, %arg1: tensor<i32>) -> tensor<8x16x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 1] : (tensor<3x8x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x1xf32>) -> tensor<8x16x1xf32>
    return %1 : tensor<8x16x1xf32>
  }
  func.func private @dynamic_index_in_dim_17(%arg0: tensor<3x1x1x32xf32>, %arg1: tensor<i32>) -> tensor<1x1x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 1, 32] : (tensor<3x1x1x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x1x32xf32>) -> tensor<1x1x32xf32>
    return %1 : tensor<1x1x32xf32>
  }
  func.func private @dynamic_index_in_dim_18(%arg0: tensor<3x8x16x4x8xf32>, %arg1: tensor<i32>) -> tensor<8x16x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 16, 4, 8] : (tensor<3x8x16x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x4x8xf32>) -> tensor<8x16x4x8xf32>
    return %1 : tensor<8x16x4x8xf32>
  }
  func.func private @dynamic_index_in_dim_19(%arg0: tensor<3x8x4x16x16xf32>, %arg1: tensor<i32>) -> tensor<8x4x16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 4, 16, 16] : (tensor<3x8x4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_index_in_dim_20(%arg0: tensor<3x8x4x16x1xf32>, %arg1: tensor<i32>) -> tensor<8x4x16x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 4, 16, 1] : (tensor<3x8x4x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x16x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x4x16x1xf32>) -> tensor<8x4x16x1xf32>
    return %1 : tensor<8x4x16x1xf32>
  }
  func.func private @dynamic_index_in_dim_21(%arg0: tensor<3x8x16x64xf32>, %arg1: tensor<i32>) -> tensor<8x16x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 64] : (tensor<3x8x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x64xf32>) -> tensor<8x16x64xf32>
    return %1 : tensor<8x16x64xf32>
  }
  func.func private @silu_22(%arg0: tensor<8x16x64xf32>, %arg1: tensor<8x16x64xf32>, %arg2: tensor<8x16x64xf32>, %arg3: tensor<8x16x64xf32>) -> tensor<8x16x64xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<8x16x64xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<8x16x64xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<8x16x64xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x16x64xf32>
    return %3 : tensor<8x16x64xf32>
  }
  func.func private @_where_23(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_24(%arg0: tensor<3x64x32xf32>, %arg1: tensor<64x32xf32>, %arg2: tensor<i32>) -> tensor<3x64x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<64x32xf32>) -> tensor<1x64x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x64x32xf32>, tensor<1x64x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x64x32xf32>
    return %1 : tensor<3x64x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_25(%arg0: tensor<3x32x64xf32>, %arg1: tensor<32x64xf32>, %arg2: tensor<i32>) -> tensor<3x32x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<32x64xf32>) -> tensor<1x32x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x32x64xf32>, tensor<1x32x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x32x64xf32>
    return %1 : tensor<3x32x64xf32>
  }
  func.func private @dynamic_update_index_in_dim_26(%arg0: tensor<3x32x4x8xf32>, %arg1: tensor<32x4x8xf32>, %arg2: tensor<i32>) -> tensor<3x32x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<32x4x8xf32>) -> tensor<1x32x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x32x4x8xf32>, tensor<1x32x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x32x4x8xf32>
    return %1 : tensor<3x32x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_27(%arg0: tensor<3x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<i32>) -> tensor<3x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x32xf32>, tensor<1x32xf32>, tensor<i32>, tensor<i32>) -> tensor<3x32xf32>
    return %1 : tensor<3x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_28(%arg0: tensor<3x4x8x32xf32>, %arg1: tensor<4x8x32xf32>, %arg2: tensor<i32>) -> tensor<3x4x8x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x8x32xf32>) -> tensor<1x4x8x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x8x32xf32>, tensor<1x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x8x32xf32>
    return %1 : tensor<3x4x8x32xf32>
  }
}
