module @jit_pipeline_shard_map attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  sdy.mesh @mesh_0 = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg1: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}]>}) -> (tensor<8x4x16xf32> {jax.result_info = "result"}) {
    %0 = sdy.sharding_constraint %arg1 <@mesh, [{}, {}, {}]> : tensor<8x4x16xf32>
    %1 = sdy.manual_computation(%arg0, %0) in_shardings=[<@mesh, [{"data"}, {}, {}]>, <@mesh, [{}, {}, {}]>] out_shardings=[<@mesh, [{}, {}, {}]>] manual_axes={"data", "model"} (%arg2: tensor<1x16x16xf32>, %arg3: tensor<8x4x16xf32>) {
      %c = stablehlo.constant dense<2> : tensor<ui32>
      %c_0 = stablehlo.constant dense<4> : tensor<ui32>
      %2 = stablehlo.partition_id : tensor<ui32>
      %3 = stablehlo.divide %2, %c : tensor<ui32>
      %4 = stablehlo.remainder %3, %c_0 : tensor<ui32>
      %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i32>
      %6 = stablehlo.slice %arg2 [0:1, 0:1, 0:1] : (tensor<1x16x16xf32>) -> tensor<1x1x1xf32>
      %7 = stablehlo.reshape %6 : (tensor<1x1x1xf32>) -> tensor<f32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.convert %cst : tensor<f32>
      %9 = stablehlo.multiply %7, %8 : tensor<f32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
      %11 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
      %12 = stablehlo.add %10, %11 : tensor<4x16xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
      %14 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
      %15 = stablehlo.add %13, %14 : tensor<8x4x16xf32>
      %c_3 = stablehlo.constant dense<0> : tensor<i32>
      %c_4 = stablehlo.constant dense<0> : tensor<i32>
      %16:7 = stablehlo.while(%iterArg = %5, %iterArg_5 = %arg3, %iterArg_6 = %arg2, %iterArg_7 = %c_4, %iterArg_8 = %c_3, %iterArg_9 = %12, %iterArg_10 = %15) : tensor<i32>, tensor<8x4x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<4x16xf32>, tensor<8x4x16xf32>
      cond {
        %c_11 = stablehlo.constant dense<11> : tensor<i32>
        %18 = stablehlo.compare LT, %iterArg_7, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %18 : tensor<i1>
      } do {
        %c_11 = stablehlo.constant dense<1> : tensor<i32>
        %18 = stablehlo.add %iterArg_8, %c_11 : tensor<i32>
        %c_12 = stablehlo.constant dense<0> : tensor<i32>
        %19 = stablehlo.convert %c_12 : tensor<i32>
        %20 = stablehlo.compare EQ, %iterArg, %19, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_13 = stablehlo.constant dense<0> : tensor<i32>
        %c_14 = stablehlo.constant dense<7> : tensor<i32>
        %21 = func.call @clip(%iterArg_8, %c_13, %c_14) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
        %22 = stablehlo.convert %21 : tensor<i32>
        %c_15 = stablehlo.constant dense<0> : tensor<i32>
        %23 = stablehlo.compare LT, %22, %c_15, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_16 = stablehlo.constant dense<8> : tensor<i32>
        %24 = stablehlo.add %22, %c_16 : tensor<i32>
        %25 = stablehlo.select %23, %24, %22 : tensor<i1>, tensor<i32>
        %c_17 = stablehlo.constant dense<0> : tensor<i32>
        %c_18 = stablehlo.constant dense<0> : tensor<i32>
        %26 = stablehlo.compare LT, %c_17, %c_18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_19 = stablehlo.constant dense<0> : tensor<i32>
        %c_20 = stablehlo.constant dense<4> : tensor<i32>
        %27 = stablehlo.add %c_19, %c_20 : tensor<i32>
        %c_21 = stablehlo.constant dense<0> : tensor<i32>
        %28 = stablehlo.select %26, %27, %c_21 : tensor<i1>, tensor<i32>
        %c_22 = stablehlo.constant dense<0> : tensor<i32>
        %c_23 = stablehlo.constant dense<0> : tensor<i32>
        %29 = stablehlo.compare LT, %c_22, %c_23, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_24 = stablehlo.constant dense<0> : tensor<i32>
        %c_25 = stablehlo.constant dense<16> : tensor<i32>
        %30 = stablehlo.add %c_24, %c_25 : tensor<i32>
        %c_26 = stablehlo.constant dense<0> : tensor<i32>
        %31 = stablehlo.select %29, %30, %c_26 : tensor<i1>, tensor<i32>
        %32 = stablehlo.dynamic_slice %iterArg_5, %25, %28, %31, sizes = [1, 4, 16] : (tensor<8x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x16xf32>
        %33 = stablehlo.reshape %32 : (tensor<1x4x16xf32>) -> tensor<4x16xf32>
        %34 = func.call @_where(%20, %33, %iterArg_9) : (tensor<i1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
        %35 = stablehlo.reshape %iterArg_6 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
        %36 = stablehlo.dot_general %34, %35, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
        %37 = stablehlo.tanh %36 : tensor<4x16xf32>
        %c_27 = stablehlo.constant dense<3> : tensor<i32>
        %38 = stablehlo.convert %c_27 : tensor<i32>
        %39 = stablehlo.compare EQ, %iterArg, %38, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_28 = stablehlo.constant dense<3> : tensor<i32>
        %40 = stablehlo.compare GE, %iterArg_8, %c_28, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_29 = stablehlo.constant dense<false> : tensor<i1>
        %41 = stablehlo.broadcast_in_dim %c_29, dims = [] : (tensor<i1>) -> tensor<i1>
        %42 = stablehlo.compare NE, %40, %41, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
        %43 = stablehlo.convert %42 : tensor<i1>
        %44 = stablehlo.and %39, %43 : tensor<i1>
        %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %45 = func.call @_where_0(%44, %37, %cst_30) : (tensor<i1>, tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
        %46 = stablehlo.broadcast_in_dim %45, dims = [1, 2] : (tensor<4x16xf32>) -> tensor<1x4x16xf32>
        %c_31 = stablehlo.constant dense<3> : tensor<i32>
        %47 = stablehlo.subtract %iterArg_8, %c_31 : tensor<i32>
        %c_32 = stablehlo.constant dense<0> : tensor<i32>
        %c_33 = stablehlo.constant dense<7> : tensor<i32>
        %48 = func.call @clip_1(%47, %c_32, %c_33) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
        %c_34 = stablehlo.constant dense<0> : tensor<i32>
        %49 = stablehlo.compare LT, %48, %c_34, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %50 = stablehlo.convert %48 : tensor<i32>
        %c_35 = stablehlo.constant dense<8> : tensor<i32>
        %51 = stablehlo.add %50, %c_35 : tensor<i32>
        %52 = stablehlo.select %49, %51, %48 : tensor<i1>, tensor<i32>
        %c_36 = stablehlo.constant dense<0> : tensor<i32>
        %c_37 = stablehlo.constant dense<0> : tensor<i32>
        %53 = stablehlo.dynamic_update_slice %iterArg_10, %46, %52, %c_36, %c_37 : (tensor<8x4x16xf32>, tensor<1x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x4x16xf32>
        %54 = "stablehlo.collective_permute"(%37) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 4], [4, 6], [6, 0], [1, 3], [3, 5], [5, 7], [7, 1]]> : tensor<8x2xi64>}> : (tensor<4x16xf32>) -> tensor<4x16xf32>
        %c_38 = stablehlo.constant dense<1> : tensor<i32>
        %55 = stablehlo.add %iterArg_7, %c_38 : tensor<i32>
        stablehlo.return %iterArg, %iterArg_5, %iterArg_6, %55, %18, %54, %53 : tensor<i32>, tensor<8x4x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<4x16xf32>, tensor<8x4x16xf32>
      }
      %17 = "stablehlo.all_reduce"(%16#6) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "data">]>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %18 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %18 : tensor<f32>
      }) : (tensor<8x4x16xf32>) -> tensor<8x4x16xf32>
      sdy.return %17 : tensor<8x4x16xf32>
    } : (tensor<4x16x16xf32>, tensor<8x4x16xf32>) -> tensor<8x4x16xf32>
    return %1 : tensor<8x4x16xf32>
  }
  func.func private @clip(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.maximum %arg1, %arg0 : tensor<i32>
    %1 = stablehlo.minimum %arg2, %0 : tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<4x16xf32>, %arg2: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<4x16xf32>
    return %0 : tensor<4x16xf32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<4x16xf32>, %arg2: tensor<f32>) -> tensor<4x16xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<4x16xf32>
    return %2 : tensor<4x16xf32>
  }
  func.func private @clip_1(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.maximum %arg1, %arg0 : tensor<i32>
    %1 = stablehlo.minimum %arg2, %0 : tensor<i32>
    return %1 : tensor<i32>
  }
}
