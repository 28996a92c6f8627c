module @jit_megatron_sequence attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  sdy.mesh @mesh_0 = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg1: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg2: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<32x64xf32> {jax.result_info = "result[1][0]"}, tensor<64x32xf32> {jax.result_info = "result[1][1]"}) {
    %0:13 = sdy.manual_computation(%arg0, %arg1, %arg2) in_shardings=[<@mesh, [{}, {"model"}]>, <@mesh, [{"model"}, {}]>, <@mesh, [{"data"}, {"model"}]>] out_shardings=[<@mesh, [{"data"}, {"model"}]>, <@mesh, [{}, {"model"}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"data", "model"}]>, <@mesh, [{"data", "model"}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"data", "model"}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"model"}]>] manual_axes={"data", "model"} (%arg3: tensor<32x32xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<4x16xf32>) {
      %17 = "stablehlo.all_gather"(%arg5) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "model">]>, use_global_device_ids}> : (tensor<4x16xf32>) -> tensor<4x32xf32>
      %18 = stablehlo.dot_general %17, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf32>, tensor<32x32xf32>) -> tensor<4x32xf32>
      %19 = stablehlo.multiply %18, %18 : tensor<4x32xf32>
      %20 = stablehlo.multiply %19, %18 : tensor<4x32xf32>
      %21 = stablehlo.multiply %18, %18 : tensor<4x32xf32>
      %cst_4 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
      %22 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %23 = stablehlo.multiply %22, %21 : tensor<4x32xf32>
      %cst_5 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %24 = stablehlo.convert %cst_5 : tensor<f32>
      %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %26 = stablehlo.multiply %25, %20 : tensor<4x32xf32>
      %27 = stablehlo.add %18, %26 : tensor<4x32xf32>
      %cst_6 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %28 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %29 = stablehlo.multiply %28, %27 : tensor<4x32xf32>
      %30 = stablehlo.tanh %29 : tensor<4x32xf32>
      %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %31 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %32 = stablehlo.add %31, %30 : tensor<4x32xf32>
      %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %33 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %34 = stablehlo.subtract %33, %30 : tensor<4x32xf32>
      %35 = stablehlo.multiply %32, %34 : tensor<4x32xf32>
      %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %36 = stablehlo.convert %cst_9 : tensor<f32>
      %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %38 = stablehlo.add %37, %30 : tensor<4x32xf32>
      %cst_10 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %39 = stablehlo.convert %cst_10 : tensor<f32>
      %40 = stablehlo.broadcast_in_dim %39, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %41 = stablehlo.multiply %40, %38 : tensor<4x32xf32>
      %42 = stablehlo.multiply %18, %41 : tensor<4x32xf32>
      %43 = stablehlo.dot_general %42, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf32>, tensor<32x32xf32>) -> tensor<4x32xf32>
      %44 = "stablehlo.reduce_scatter"(%43) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "model">]>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
      ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
        %53 = stablehlo.add %arg6, %arg7 : tensor<f32>
        stablehlo.return %53 : tensor<f32>
      }) : (tensor<4x32xf32>) -> tensor<4x16xf32>
      %45 = "stablehlo.all_reduce"(%44) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "data">]>, use_global_device_ids}> ({
      ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
        %53 = stablehlo.add %arg6, %arg7 : tensor<f32>
        stablehlo.return %53 : tensor<f32>
      }) : (tensor<4x16xf32>) -> tensor<4x16xf32>
      %c = stablehlo.constant dense<4> : tensor<i32>
      %46 = stablehlo.convert %c : (tensor<i32>) -> tensor<f32>
      %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
      %48 = stablehlo.divide %45, %47 : tensor<4x16xf32>
      %49 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %50 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %51 = stablehlo.broadcast_in_dim %39, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %52 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<1xf32>
      sdy.return %44, %48, %17, %23, %49, %50, %35, %51, %41, %18, %arg4, %42, %52 : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x32xf32>, tensor<4x32xf32>, tensor<1xf32>, tensor<1xf32>, tensor<4x32xf32>, tensor<1xf32>, tensor<4x32xf32>, tensor<4x32xf32>, tensor<32x32xf32>, tensor<4x32xf32>, tensor<1xf32>
    } : (tensor<32x64xf32>, tensor<64x32xf32>, tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<4x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<8xf32>, tensor<8xf32>, tensor<32x32xf32>, tensor<8xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<256x32xf32>, tensor<32x32xf32>, tensor<2xf32>)
    %1 = stablehlo.multiply %0#0, %0#0 : tensor<16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %3 = stablehlo.divide %2, %cst_0 : tensor<f32>
    %4 = stablehlo.multiply %0#1, %0#1 : tensor<4x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x32xf32>, tensor<f32>) -> tensor<f32>
    %6 = stablehlo.add %3, %5 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
    %8 = stablehlo.multiply %0#1, %7 : tensor<4x32xf32>
    %9 = stablehlo.multiply %7, %0#1 : tensor<4x32xf32>
    %10 = stablehlo.add %9, %8 : tensor<4x32xf32>
    %cst_3 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %11 = stablehlo.divide %cst_2, %cst_3 : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %13 = stablehlo.multiply %0#0, %12 : tensor<16x32xf32>
    %14 = stablehlo.multiply %12, %0#0 : tensor<16x32xf32>
    %15 = stablehlo.add %14, %13 : tensor<16x32xf32>
    %16:2 = sdy.manual_computation(%15, %10, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12) in_shardings=[<@mesh, [{"data"}, {"model"}]>, <@mesh, [{}, {"model"}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"data", "model"}]>, <@mesh, [{"data", "model"}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"data", "model"}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"data", "model"}, {}]>, <@mesh, [{"model"}]>] out_shardings=[<@mesh, [{}, {"model"}]>, <@mesh, [{"model"}, {}]>] manual_axes={"data", "model"} (%arg3: tensor<4x16xf32>, %arg4: tensor<4x16xf32>, %arg5: tensor<4x32xf32>, %arg6: tensor<4x32xf32>, %arg7: tensor<1xf32>, %arg8: tensor<1xf32>, %arg9: tensor<4x32xf32>, %arg10: tensor<1xf32>, %arg11: tensor<4x32xf32>, %arg12: tensor<4x32xf32>, %arg13: tensor<32x32xf32>, %arg14: tensor<4x32xf32>, %arg15: tensor<1xf32>) {
      %17 = stablehlo.reshape %arg7 : (tensor<1xf32>) -> tensor<f32>
      %18 = stablehlo.reshape %arg8 : (tensor<1xf32>) -> tensor<f32>
      %19 = stablehlo.reshape %arg10 : (tensor<1xf32>) -> tensor<f32>
      %20 = stablehlo.reshape %arg15 : (tensor<1xf32>) -> tensor<f32>
      %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
      %22 = stablehlo.divide %arg4, %21 : tensor<4x16xf32>
      %23 = stablehlo.add %arg3, %22 : tensor<4x16xf32>
      %24 = "stablehlo.all_gather"(%23) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "model">]>, use_global_device_ids}> : (tensor<4x16xf32>) -> tensor<4x32xf32>
      %25 = stablehlo.dot_general %24, %arg14, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf32>, tensor<4x32xf32>) -> tensor<32x32xf32>
      %26 = stablehlo.transpose %25, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
      %27 = stablehlo.dot_general %24, %arg13, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf32>, tensor<32x32xf32>) -> tensor<4x32xf32>
      %28 = "stablehlo.all_reduce"(%26) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "data">]>, use_global_device_ids}> ({
      ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
        %44 = stablehlo.add %arg16, %arg17 : tensor<f32>
        stablehlo.return %44 : tensor<f32>
      }) : (tensor<32x32xf32>) -> tensor<32x32xf32>
      %29 = stablehlo.multiply %arg12, %27 : tensor<4x32xf32>
      %30 = stablehlo.multiply %27, %arg11 : tensor<4x32xf32>
      %31 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %32 = stablehlo.multiply %31, %29 : tensor<4x32xf32>
      %33 = stablehlo.multiply %32, %arg9 : tensor<4x32xf32>
      %34 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %35 = stablehlo.multiply %34, %33 : tensor<4x32xf32>
      %36 = stablehlo.add %30, %35 : tensor<4x32xf32>
      %37 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %38 = stablehlo.multiply %37, %35 : tensor<4x32xf32>
      %39 = stablehlo.multiply %38, %arg6 : tensor<4x32xf32>
      %40 = stablehlo.add %36, %39 : tensor<4x32xf32>
      %41 = stablehlo.dot_general %40, %arg5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf32>, tensor<4x32xf32>) -> tensor<32x32xf32>
      %42 = stablehlo.transpose %41, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
      %43 = "stablehlo.all_reduce"(%42) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "data">]>, use_global_device_ids}> ({
      ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
        %44 = stablehlo.add %arg16, %arg17 : tensor<f32>
        stablehlo.return %44 : tensor<f32>
      }) : (tensor<32x32xf32>) -> tensor<32x32xf32>
      sdy.return %43, %28 : tensor<32x32xf32>, tensor<32x32xf32>
    } : (tensor<16x32xf32>, tensor<4x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<8xf32>, tensor<8xf32>, tensor<32x32xf32>, tensor<8xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<256x32xf32>, tensor<32x32xf32>, tensor<2xf32>) -> (tensor<32x64xf32>, tensor<64x32xf32>)
    return %6, %16#0, %16#1 : tensor<f32>, tensor<32x64xf32>, tensor<64x32xf32>
  }
}
