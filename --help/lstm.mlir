module @jit_lstm attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x12x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg1: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg3: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<16x64xf32> {jax.result_info = "result[1][0]"}, tensor<16x64xf32> {jax.result_info = "result[1][1]"}, tensor<64xf32> {jax.result_info = "result[1][2]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1 = stablehlo.transpose %arg0, dims = [1, 0, 2] : (tensor<8x12x16xf32>) -> tensor<12x8x16xf32>
    %2 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %16:23 = stablehlo.while(%iterArg = %1, %iterArg_27 = %arg1, %iterArg_28 = %arg2, %iterArg_29 = %2, %iterArg_30 = %cst_0, %iterArg_31 = %cst_1, %iterArg_32 = %cst_2, %iterArg_33 = %c, %iterArg_34 = %0, %iterArg_35 = %0, %iterArg_36 = %3, %iterArg_37 = %4, %iterArg_38 = %5, %iterArg_39 = %6, %iterArg_40 = %7, %iterArg_41 = %8, %iterArg_42 = %9, %iterArg_43 = %10, %iterArg_44 = %11, %iterArg_45 = %12, %iterArg_46 = %13, %iterArg_47 = %14, %iterArg_48 = %15) : tensor<12x8x16xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<1x64xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>
    cond {
      %c_49 = stablehlo.constant dense<12> : tensor<i32>
      %31 = stablehlo.compare LT, %iterArg_33, %c_49, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %31 : tensor<i1>
    } do {
      %31 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_33) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %32 = stablehlo.dot_general %31, %iterArg_27, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x64xf32>) -> tensor<8x64xf32>
      %33 = stablehlo.dot_general %iterArg_34, %iterArg_28, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x64xf32>) -> tensor<8x64xf32>
      %34 = stablehlo.add %32, %33 : tensor<8x64xf32>
      %35 = stablehlo.broadcast_in_dim %iterArg_29, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<8x64xf32>
      %36 = stablehlo.add %34, %35 : tensor<8x64xf32>
      %37 = stablehlo.slice %36 [0:8, 0:16] : (tensor<8x64xf32>) -> tensor<8x16xf32>
      %38 = stablehlo.slice %36 [0:8, 16:32] : (tensor<8x64xf32>) -> tensor<8x16xf32>
      %39 = stablehlo.slice %36 [0:8, 32:48] : (tensor<8x64xf32>) -> tensor<8x16xf32>
      %40 = stablehlo.slice %36 [0:8, 48:64] : (tensor<8x64xf32>) -> tensor<8x16xf32>
      %41 = stablehlo.negate %38 : tensor<8x16xf32>
      %42 = stablehlo.exponential %41 : tensor<8x16xf32>
      %cst_49 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %43 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %44 = stablehlo.add %43, %42 : tensor<8x16xf32>
      %cst_50 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %45 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %46 = stablehlo.divide %45, %44 : tensor<8x16xf32>
      %47 = stablehlo.broadcast_in_dim %iterArg_30, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %48 = stablehlo.subtract %47, %46 : tensor<8x16xf32>
      %49 = stablehlo.multiply %46, %48 : tensor<8x16xf32>
      %50 = stablehlo.multiply %46, %iterArg_35 : tensor<8x16xf32>
      %51 = stablehlo.negate %37 : tensor<8x16xf32>
      %52 = stablehlo.exponential %51 : tensor<8x16xf32>
      %cst_51 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %53 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %54 = stablehlo.add %53, %52 : tensor<8x16xf32>
      %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %55 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %56 = stablehlo.divide %55, %54 : tensor<8x16xf32>
      %57 = stablehlo.broadcast_in_dim %iterArg_31, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %58 = stablehlo.subtract %57, %56 : tensor<8x16xf32>
      %59 = stablehlo.multiply %56, %58 : tensor<8x16xf32>
      %60 = stablehlo.tanh %39 : tensor<8x16xf32>
      %cst_53 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %61 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %62 = stablehlo.add %61, %60 : tensor<8x16xf32>
      %cst_54 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %63 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %64 = stablehlo.subtract %63, %60 : tensor<8x16xf32>
      %65 = stablehlo.multiply %62, %64 : tensor<8x16xf32>
      %66 = stablehlo.multiply %56, %60 : tensor<8x16xf32>
      %67 = stablehlo.add %50, %66 : tensor<8x16xf32>
      %68 = stablehlo.negate %40 : tensor<8x16xf32>
      %69 = stablehlo.exponential %68 : tensor<8x16xf32>
      %cst_55 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %70 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %71 = stablehlo.add %70, %69 : tensor<8x16xf32>
      %cst_56 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %72 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %73 = stablehlo.divide %72, %71 : tensor<8x16xf32>
      %74 = stablehlo.broadcast_in_dim %iterArg_32, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %75 = stablehlo.subtract %74, %73 : tensor<8x16xf32>
      %76 = stablehlo.multiply %73, %75 : tensor<8x16xf32>
      %77 = stablehlo.tanh %67 : tensor<8x16xf32>
      %cst_57 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %78 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %79 = stablehlo.add %78, %77 : tensor<8x16xf32>
      %cst_58 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %80 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %81 = stablehlo.subtract %80, %77 : tensor<8x16xf32>
      %82 = stablehlo.multiply %79, %81 : tensor<8x16xf32>
      %83 = stablehlo.multiply %73, %77 : tensor<8x16xf32>
      %84 = func.call @dynamic_update_index_in_dim(%iterArg_36, %83, %iterArg_33) : (tensor<12x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<12x8x16xf32>
      %85 = func.call @dynamic_update_index_in_dim_0(%iterArg_37, %iterArg_34, %iterArg_33) : (tensor<12x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<12x8x16xf32>
      %86 = func.call @dynamic_update_index_in_dim(%iterArg_38, %49, %iterArg_33) : (tensor<12x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<12x8x16xf32>
      %87 = func.call @dynamic_update_index_in_dim_0(%iterArg_39, %iterArg_35, %iterArg_33) : (tensor<12x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<12x8x16xf32>
      %88 = func.call @dynamic_update_index_in_dim(%iterArg_40, %46, %iterArg_33) : (tensor<12x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<12x8x16xf32>
      %89 = func.call @dynamic_update_index_in_dim(%iterArg_41, %59, %iterArg_33) : (tensor<12x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<12x8x16xf32>
      %90 = func.call @dynamic_update_index_in_dim(%iterArg_42, %65, %iterArg_33) : (tensor<12x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<12x8x16xf32>
      %91 = func.call @dynamic_update_index_in_dim(%iterArg_43, %60, %iterArg_33) : (tensor<12x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<12x8x16xf32>
      %92 = func.call @dynamic_update_index_in_dim(%iterArg_44, %56, %iterArg_33) : (tensor<12x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<12x8x16xf32>
      %93 = func.call @dynamic_update_index_in_dim(%iterArg_45, %76, %iterArg_33) : (tensor<12x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<12x8x16xf32>
      %94 = func.call @dynamic_update_index_in_dim(%iterArg_46, %82, %iterArg_33) : (tensor<12x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<12x8x16xf32>
      %95 = func.call @dynamic_update_index_in_dim(%iterArg_47, %77, %iterArg_33) : (tensor<12x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<12x8x16xf32>
      %96 = func.call @dynamic_update_index_in_dim(%iterArg_48, %73, %iterArg_33) : (tensor<12x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<12x8x16xf32>
      %c_59 = stablehlo.constant dense<1> : tensor<i32>
      %97 = stablehlo.add %iterArg_33, %c_59 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %97, %83, %67, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96 : tensor<12x8x16xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<1x64xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>
    }
    %17 = stablehlo.multiply %16#10, %16#10 : tensor<12x8x16xf32>
    %cst_16 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %19 = stablehlo.multiply %18, %16#10 : tensor<12x8x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%17 init: %cst_17) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<12x8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_18 = stablehlo.constant dense<1.536000e+03> : tensor<f32>
    %21 = stablehlo.divide %20, %cst_18 : tensor<f32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_20 = stablehlo.constant dense<1.536000e+03> : tensor<f32>
    %22 = stablehlo.divide %cst_19, %cst_20 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<12x8x16xf32>
    %24 = stablehlo.multiply %23, %19 : tensor<12x8x16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %c_26 = stablehlo.constant dense<0> : tensor<i32>
    %30:21 = stablehlo.while(%iterArg = %24, %iterArg_27 = %1, %iterArg_28 = %16#11, %iterArg_29 = %16#12, %iterArg_30 = %16#13, %iterArg_31 = %16#14, %iterArg_32 = %16#15, %iterArg_33 = %16#16, %iterArg_34 = %16#17, %iterArg_35 = %16#18, %iterArg_36 = %16#19, %iterArg_37 = %16#20, %iterArg_38 = %16#21, %iterArg_39 = %16#22, %iterArg_40 = %arg2, %iterArg_41 = %c_26, %iterArg_42 = %27, %iterArg_43 = %28, %iterArg_44 = %29, %iterArg_45 = %25, %iterArg_46 = %26) : tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<16x64xf32>, tensor<i32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<8x16xf32>, tensor<8x16xf32>
    cond {
      %c_47 = stablehlo.constant dense<12> : tensor<i32>
      %31 = stablehlo.compare LT, %iterArg_41, %c_47, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %31 : tensor<i1>
    } do {
      %c_47 = stablehlo.constant dense<12> : tensor<i32>
      %31 = stablehlo.subtract %c_47, %iterArg_41 : tensor<i32>
      %c_48 = stablehlo.constant dense<1> : tensor<i32>
      %32 = stablehlo.subtract %31, %c_48 : tensor<i32>
      %33 = func.call @dynamic_index_in_dim(%iterArg, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %34 = func.call @dynamic_index_in_dim(%iterArg_27, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %35 = func.call @dynamic_index_in_dim_1(%iterArg_28, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %36 = func.call @dynamic_index_in_dim(%iterArg_29, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %37 = func.call @dynamic_index_in_dim_1(%iterArg_30, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %38 = func.call @dynamic_index_in_dim(%iterArg_31, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %39 = func.call @dynamic_index_in_dim(%iterArg_32, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %40 = func.call @dynamic_index_in_dim(%iterArg_33, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %41 = func.call @dynamic_index_in_dim(%iterArg_34, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %42 = func.call @dynamic_index_in_dim(%iterArg_35, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %43 = func.call @dynamic_index_in_dim(%iterArg_36, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %44 = func.call @dynamic_index_in_dim(%iterArg_37, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %45 = func.call @dynamic_index_in_dim(%iterArg_38, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %46 = func.call @dynamic_index_in_dim(%iterArg_39, %32) : (tensor<12x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %47 = stablehlo.add %iterArg_45, %33 : tensor<8x16xf32>
      %48 = stablehlo.multiply %46, %47 : tensor<8x16xf32>
      %49 = stablehlo.multiply %47, %45 : tensor<8x16xf32>
      %50 = stablehlo.multiply %48, %44 : tensor<8x16xf32>
      %51 = stablehlo.add %iterArg_46, %50 : tensor<8x16xf32>
      %52 = stablehlo.multiply %49, %43 : tensor<8x16xf32>
      %53 = stablehlo.multiply %42, %51 : tensor<8x16xf32>
      %54 = stablehlo.multiply %51, %41 : tensor<8x16xf32>
      %55 = stablehlo.multiply %53, %40 : tensor<8x16xf32>
      %56 = stablehlo.multiply %54, %39 : tensor<8x16xf32>
      %57 = stablehlo.multiply %38, %51 : tensor<8x16xf32>
      %58 = stablehlo.multiply %51, %37 : tensor<8x16xf32>
      %59 = stablehlo.multiply %58, %36 : tensor<8x16xf32>
      %60 = stablehlo.concatenate %56, %59, %55, %52, dim = 1 : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x64xf32>
      %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %61 = stablehlo.reduce(%60 init: %cst_49) applies stablehlo.add across dimensions = [0] : (tensor<8x64xf32>, tensor<f32>) -> tensor<64xf32>
      %62 = stablehlo.reshape %61 : (tensor<64xf32>) -> tensor<1x64xf32>
      %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %63 = stablehlo.reduce(%62 init: %cst_50) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
      %64 = stablehlo.add %iterArg_44, %63 : tensor<64xf32>
      %65 = stablehlo.dot_general %60, %35, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x64xf32>, tensor<8x16xf32>) -> tensor<64x16xf32>
      %66 = stablehlo.transpose %65, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
      %67 = stablehlo.add %iterArg_43, %66 : tensor<16x64xf32>
      %68 = stablehlo.dot_general %60, %iterArg_40, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64xf32>, tensor<16x64xf32>) -> tensor<8x16xf32>
      %69 = stablehlo.dot_general %60, %34, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x64xf32>, tensor<8x16xf32>) -> tensor<64x16xf32>
      %70 = stablehlo.transpose %69, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
      %71 = stablehlo.add %iterArg_42, %70 : tensor<16x64xf32>
      %c_51 = stablehlo.constant dense<1> : tensor<i32>
      %72 = stablehlo.add %iterArg_41, %c_51 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %72, %71, %67, %64, %68, %57 : tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<12x8x16xf32>, tensor<16x64xf32>, tensor<i32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<8x16xf32>, tensor<8x16xf32>
    }
    return %21, %30#16, %30#17, %30#18 : tensor<f32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<64xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<12x8x16xf32>, %arg1: tensor<i32>) -> tensor<8x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 16] : (tensor<12x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<12x8x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<i32>) -> tensor<12x8x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<12x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x8x16xf32>
    return %1 : tensor<12x8x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<12x8x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<i32>) -> tensor<12x8x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<12x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x8x16xf32>
    return %1 : tensor<12x8x16xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<12x8x16xf32>, %arg1: tensor<i32>) -> tensor<8x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 16] : (tensor<12x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
}
