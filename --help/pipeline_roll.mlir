module @jit_pipeline_roll attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg1: tensor<4x6x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}) -> (tensor<4x6x16xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x16xf32>
    %2 = stablehlo.multiply %arg1, %1 : tensor<4x6x16xf32>
    %3 = stablehlo.concatenate %arg1, %2, dim = 0 : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<8x6x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5:5 = stablehlo.while(%iterArg = %3, %iterArg_2 = %arg0, %iterArg_3 = %c, %iterArg_4 = %0, %iterArg_5 = %4) : tensor<8x6x16xf32>, tensor<4x16x16xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<8x6x16xf32>
    cond {
      %c_6 = stablehlo.constant dense<8> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_3) : (tensor<8x6x16xf32>, tensor<i32>) -> tensor<6x16xf32>
      %c_6 = stablehlo.constant dense<0> : tensor<i32>
      %8 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<1xi32>
      %9 = "stablehlo.scatter"(%iterArg_4, %8, %7) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        stablehlo.return %arg3 : tensor<f32>
      }) : (tensor<4x6x16xf32>, tensor<1xi32>, tensor<6x16xf32>) -> tensor<4x6x16xf32>
      %10 = stablehlo.dot_general %9, %iterArg_2, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x16x16xf32>) -> tensor<4x6x16xf32>
      %11 = stablehlo.tanh %10 : tensor<4x6x16xf32>
      %12 = sdy.sharding_constraint %11 <@mesh, [{"data"}, {}, {}]> : tensor<4x6x16xf32>
      %13 = stablehlo.slice %12 [3:4, 0:6, 0:16] : (tensor<4x6x16xf32>) -> tensor<1x6x16xf32>
      %14 = stablehlo.reshape %13 : (tensor<1x6x16xf32>) -> tensor<6x16xf32>
      %15 = func.call @_roll_static(%12) : (tensor<4x6x16xf32>) -> tensor<4x6x16xf32>
      %16 = sdy.sharding_constraint %15 <@mesh, [{"data"}, {}, {}]> : tensor<4x6x16xf32>
      %17 = func.call @dynamic_update_index_in_dim(%iterArg_5, %14, %iterArg_3) : (tensor<8x6x16xf32>, tensor<6x16xf32>, tensor<i32>) -> tensor<8x6x16xf32>
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %18 = stablehlo.add %iterArg_3, %c_7 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_2, %18, %16, %17 : tensor<8x6x16xf32>, tensor<4x16x16xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<8x6x16xf32>
    }
    %6 = stablehlo.slice %5#4 [3:7, 0:6, 0:16] : (tensor<8x6x16xf32>) -> tensor<4x6x16xf32>
    return %6 : tensor<4x6x16xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<8x6x16xf32>, %arg1: tensor<i32>) -> tensor<6x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 6, 16] : (tensor<8x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x6x16xf32>) -> tensor<6x16xf32>
    return %1 : tensor<6x16xf32>
  }
  func.func private @_roll_static(%arg0: tensor<4x6x16xf32>) -> tensor<4x6x16xf32> {
    %0 = stablehlo.slice %arg0 [3:4, 0:6, 0:16] : (tensor<4x6x16xf32>) -> tensor<1x6x16xf32>
    %1 = stablehlo.slice %arg0 [0:3, 0:6, 0:16] : (tensor<4x6x16xf32>) -> tensor<3x6x16xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x6x16xf32>, tensor<3x6x16xf32>) -> tensor<4x6x16xf32>
    return %2 : tensor<4x6x16xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<8x6x16xf32>, %arg1: tensor<6x16xf32>, %arg2: tensor<i32>) -> tensor<8x6x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<6x16xf32>) -> tensor<1x6x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<8x6x16xf32>, tensor<1x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x6x16xf32>
    return %1 : tensor<8x6x16xf32>
  }
}
