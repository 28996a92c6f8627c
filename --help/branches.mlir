module @jit_branches attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<10x14xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg1: tensor<14x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg2: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<6xf32> {jax.result_info = "result[0][0]"}, tensor<10x14xf32> {jax.result_info = "result[0][1]"}, tensor<10x14xf32> {jax.result_info = "result[1]"}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"data"}, {"model"}]> : tensor<10x14xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.compare GT, %arg2, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.convert %1 : (tensor<i1>) -> tensor<i32>
    %3:2 = "stablehlo.case"(%2) ({
      %8 = stablehlo.slice %0 [0:6, 0:6] : (tensor<10x14xf32>) -> tensor<6x6xf32>
      %9 = stablehlo.cosine %8 : tensor<6x6xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = stablehlo.reduce(%9 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
      %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<10x14xf32>
      %12 = stablehlo.multiply %0, %11 : tensor<10x14xf32>
      stablehlo.return %10, %12 : tensor<6xf32>, tensor<10x14xf32>
    }, {
      %8 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10x14xf32>, tensor<14x6xf32>) -> tensor<10x6xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.reduce(%8 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<10x6xf32>, tensor<f32>) -> tensor<6xf32>
      stablehlo.return %9, %0 : tensor<6xf32>, tensor<10x14xf32>
    }) : (tensor<i32>) -> (tensor<6xf32>, tensor<10x14xf32>)
    %4 = stablehlo.convert %arg2 : (tensor<f32>) -> tensor<i32>
    %c = stablehlo.constant dense<3> : tensor<i32>
    %5 = call @remainder(%4, %c) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %6 = stablehlo.clamp %c_0, %5, %c_1 : tensor<i32>
    %7 = "stablehlo.case"(%6) ({
      %8 = stablehlo.sine %0 : tensor<10x14xf32>
      stablehlo.return %8 : tensor<10x14xf32>
    }, {
      %8 = stablehlo.exponential %0 : tensor<10x14xf32>
      stablehlo.return %8 : tensor<10x14xf32>
    }, {
      %8 = stablehlo.transpose %0, dims = [1, 0] : (tensor<10x14xf32>) -> tensor<14x10xf32>
      %9 = stablehlo.reshape %8 : (tensor<14x10xf32>) -> tensor<10x14xf32>
      stablehlo.return %9 : tensor<10x14xf32>
    }) : (tensor<i32>) -> tensor<10x14xf32>
    return %3#0, %3#1, %7 : tensor<6xf32>, tensor<10x14xf32>, tensor<10x14xf32>
  }
  func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.remainder %arg0, %2 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %8 = stablehlo.and %7, %4 : tensor<i1>
    %9 = stablehlo.add %3, %2 : tensor<i32>
    %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i32>
    return %10 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
