module @jit_train_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128x256xf32> {mhlo.sharding = "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dim_replicate}"}, %arg1: tensor<256x128xf32> {mhlo.sharding = "{devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}"}, %arg2: tensor<128x256xf32>, %arg3: tensor<256x128xf32>, %arg4: tensor<64x128xf32> {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"}, %arg5: tensor<64x128xf32> {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"}) -> (tensor<128x256xf32> {jax.result_info = "result[0]['w_in']"}, tensor<256x128xf32> {jax.result_info = "result[0]['w_out']"}, tensor<128x256xf32> {jax.result_info = "result[1]['w_in']"}, tensor<256x128xf32> {jax.result_info = "result[1]['w_out']"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
    %1 = call @relu(%0) : (tensor<64x256xf32>) -> tensor<64x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %3 = stablehlo.compare GT, %0, %2, FLOAT : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xi1>
    %4 = stablehlo.custom_call @Sharding(%1) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<64x256xf32>) -> tensor<64x256xf32>
    %5 = stablehlo.custom_call @Sharding(%4) {backend_config = "", mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<64x256xf32>) -> tensor<64x256xf32>
    %6 = stablehlo.custom_call @SPMDFullToShardShape(%5) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<64x256xf32>) -> tensor<16x128xf32>
    %7:4 = call @shmap_body(%6) : (tensor<16x128xf32>) -> (tensor<16x128xf32>, tensor<1xf32>, tensor<16x1xf32>, tensor<16x1xf32>)
    %8 = stablehlo.custom_call @Sharding(%7#0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16x128xf32>) -> tensor<16x128xf32>
    %9 = stablehlo.custom_call @SPMDShardToFullShape(%8) {backend_config = "", mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<16x128xf32>) -> tensor<64x256xf32>
    %10 = stablehlo.custom_call @Sharding(%7#1) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<1xf32>) -> tensor<1xf32>
    %11 = stablehlo.custom_call @SPMDShardToFullShape(%10) {backend_config = "", mhlo.sharding = "{devices=[4,2]<=[8] last_tile_dim_replicate}"} : (tensor<1xf32>) -> tensor<4xf32>
    %12 = stablehlo.custom_call @Sharding(%7#2) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16x1xf32>) -> tensor<16x1xf32>
    %13 = stablehlo.custom_call @SPMDShardToFullShape(%12) {backend_config = "", mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<16x1xf32>) -> tensor<64x1xf32>
    %14 = stablehlo.custom_call @Sharding(%7#3) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16x1xf32>) -> tensor<16x1xf32>
    %15 = stablehlo.custom_call @SPMDShardToFullShape(%14) {backend_config = "", mhlo.sharding = "{devices=[8,1]<=[8]}"} : (tensor<16x1xf32>) -> tensor<128x1xf32>
    %16 = stablehlo.dot_general %9, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x256xf32>, tensor<256x128xf32>) -> tensor<64x128xf32>
    %17 = stablehlo.subtract %16, %arg5 : tensor<64x128xf32>
    %18 = stablehlo.multiply %17, %17 : tensor<64x128xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %20 = stablehlo.multiply %19, %17 : tensor<64x128xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%18 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %22 = stablehlo.divide %21, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %23 = stablehlo.divide %cst_3, %cst_4 : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %25 = stablehlo.multiply %24, %20 : tensor<64x128xf32>
    %26 = stablehlo.dot_general %25, %9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x128xf32>, tensor<64x256xf32>) -> tensor<128x256xf32>
    %27 = stablehlo.transpose %26, dims = [1, 0] : (tensor<128x256xf32>) -> tensor<256x128xf32>
    %28 = stablehlo.dot_general %25, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x128xf32>, tensor<256x128xf32>) -> tensor<64x256xf32>
    %29 = stablehlo.custom_call @Sharding(%28) {backend_config = "", mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<64x256xf32>) -> tensor<64x256xf32>
    %30 = stablehlo.custom_call @SPMDFullToShardShape(%29) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<64x256xf32>) -> tensor<16x128xf32>
    %31 = stablehlo.custom_call @Sharding(%4) {backend_config = "", mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<64x256xf32>) -> tensor<64x256xf32>
    %32 = stablehlo.custom_call @SPMDFullToShardShape(%31) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<64x256xf32>) -> tensor<16x128xf32>
    %33 = stablehlo.custom_call @Sharding(%11) {backend_config = "", mhlo.sharding = "{devices=[4,2]<=[8] last_tile_dim_replicate}"} : (tensor<4xf32>) -> tensor<4xf32>
    %34 = stablehlo.custom_call @SPMDFullToShardShape(%33) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<1xf32>
    %35 = stablehlo.custom_call @Sharding(%13) {backend_config = "", mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<64x1xf32>) -> tensor<64x1xf32>
    %36 = stablehlo.custom_call @SPMDFullToShardShape(%35) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<64x1xf32>) -> tensor<16x1xf32>
    %37 = stablehlo.custom_call @Sharding(%15) {backend_config = "", mhlo.sharding = "{devices=[8,1]<=[8]}"} : (tensor<128x1xf32>) -> tensor<128x1xf32>
    %38 = stablehlo.custom_call @SPMDFullToShardShape(%37) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<128x1xf32>) -> tensor<16x1xf32>
    %39 = call @shmap_body_0(%30, %32, %34, %36, %38) : (tensor<16x128xf32>, tensor<16x128xf32>, tensor<1xf32>, tensor<16x1xf32>, tensor<16x1xf32>) -> tensor<16x128xf32>
    %40 = stablehlo.custom_call @Sharding(%39) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16x128xf32>) -> tensor<16x128xf32>
    %41 = stablehlo.custom_call @SPMDShardToFullShape(%40) {backend_config = "", mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<16x128xf32>) -> tensor<64x256xf32>
    %42 = stablehlo.custom_call @Sharding(%41) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<64x256xf32>) -> tensor<64x256xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %44 = stablehlo.select %3, %42, %43 : tensor<64x256xi1>, tensor<64x256xf32>
    %45 = stablehlo.dot_general %44, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x256xf32>, tensor<64x128xf32>) -> tensor<256x128xf32>
    %46 = stablehlo.transpose %45, dims = [1, 0] : (tensor<256x128xf32>) -> tensor<128x256xf32>
    %cst_6 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<128x256xf32>
    %48 = stablehlo.multiply %47, %arg2 : tensor<128x256xf32>
    %49 = stablehlo.add %48, %46 : tensor<128x256xf32>
    %cst_7 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<256x128xf32>
    %51 = stablehlo.multiply %50, %arg3 : tensor<256x128xf32>
    %52 = stablehlo.add %51, %27 : tensor<256x128xf32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<128x256xf32>
    %54 = stablehlo.multiply %53, %49 : tensor<128x256xf32>
    %55 = stablehlo.subtract %arg0, %54 : tensor<128x256xf32>
    %cst_9 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<256x128xf32>
    %57 = stablehlo.multiply %56, %52 : tensor<256x128xf32>
    %58 = stablehlo.subtract %arg1, %57 : tensor<256x128xf32>
    return %55, %58, %49, %52, %22 : tensor<128x256xf32>, tensor<256x128xf32>, tensor<128x256xf32>, tensor<256x128xf32>, tensor<f32>
  }
  func.func private @relu(%arg0: tensor<64x256xf32>) -> tensor<64x256xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<64x256xf32>
    return %1 : tensor<64x256xf32>
  }
  func.func private @shmap_body(%arg0: tensor<16x128xf32>) -> (tensor<16x128xf32> {jax.result_info = "[('data',), ('model',)]"}, tensor<1xf32> {jax.result_info = "[('data',)]"}, tensor<16x1xf32> {jax.result_info = "[('data',), None]"}, tensor<16x1xf32> {jax.result_info = "[('data', 'model'), None]"}) {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<16x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<16x128xf32>, tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %17 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %17 : tensor<f32>
    }) : (tensor<16x1xf32>) -> tensor<16x1xf32>
    %c = stablehlo.constant dense<256> : tensor<i32>
    %4 = stablehlo.convert %c : (tensor<i32>) -> tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %6 = stablehlo.divide %3, %5 : tensor<16x1xf32>
    %cst_0 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %7 = stablehlo.convert %cst_0 : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %9 = stablehlo.add %6, %8 : tensor<16x1xf32>
    %10 = stablehlo.rsqrt %9 : tensor<16x1xf32>
    %11 = stablehlo.divide %10, %9 : tensor<16x1xf32>
    %cst_1 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %13 = stablehlo.multiply %12, %11 : tensor<16x1xf32>
    %14 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x128xf32>
    %15 = stablehlo.multiply %arg0, %14 : tensor<16x128xf32>
    %16 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<1xf32>
    return %15, %16, %13, %10 : tensor<16x128xf32>, tensor<1xf32>, tensor<16x1xf32>, tensor<16x1xf32>
  }
  func.func private @shmap_body_0(%arg0: tensor<16x128xf32>, %arg1: tensor<16x128xf32>, %arg2: tensor<1xf32>, %arg3: tensor<16x1xf32>, %arg4: tensor<16x1xf32>) -> (tensor<16x128xf32> {jax.result_info = "[('data',), ('model',)]"}) {
    %0 = stablehlo.reshape %arg2 : (tensor<1xf32>) -> tensor<f32>
    %1 = stablehlo.multiply %arg1, %arg0 : tensor<16x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<16x128xf32>, tensor<f32>) -> tensor<16xf32>
    %3 = stablehlo.reshape %2 : (tensor<16xf32>) -> tensor<16x1xf32>
    %4 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x128xf32>
    %5 = stablehlo.multiply %arg0, %4 : tensor<16x128xf32>
    %6 = "stablehlo.all_reduce"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %16 = stablehlo.add %arg5, %arg6 : tensor<f32>
      stablehlo.return %16 : tensor<f32>
    }) : (tensor<16x1xf32>) -> tensor<16x1xf32>
    %7 = stablehlo.multiply %6, %arg3 : tensor<16x1xf32>
    %8 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %9 = stablehlo.divide %7, %8 : tensor<16x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<16x1xf32>, tensor<f32>) -> tensor<16xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<16xf32>) -> tensor<16x128xf32>
    %12 = stablehlo.multiply %arg1, %11 : tensor<16x128xf32>
    %13 = stablehlo.multiply %11, %arg1 : tensor<16x128xf32>
    %14 = stablehlo.add %5, %13 : tensor<16x128xf32>
    %15 = stablehlo.add %14, %12 : tensor<16x128xf32>
    return %15 : tensor<16x128xf32>
  }
}
