module @jit_integer_bits attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<24x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, %arg1: tensor<24x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) -> (tensor<24x16xi32> {jax.result_info = "result[0]"}, tensor<24x16xi32> {jax.result_info = "result[1]"}, tensor<24x16xi32> {jax.result_info = "result[2]"}, tensor<16xi1> {jax.result_info = "result[3]"}, tensor<24xi1> {jax.result_info = "result[4]"}, tensor<16xi32> {jax.result_info = "result[5]"}, tensor<24xi32> {jax.result_info = "result[6]"}) {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<24x16xi32>
    %1 = stablehlo.shift_left %arg1, %0 : tensor<24x16xi32>
    %2 = stablehlo.xor %arg0, %1 : tensor<24x16xi32>
    %c_0 = stablehlo.constant dense<65535> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<24x16xi32>
    %4 = stablehlo.and %2, %3 : tensor<24x16xi32>
    %5 = stablehlo.popcnt %4 : tensor<24x16xi32>
    %6 = stablehlo.abs %arg1 : tensor<24x16xi32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<24x16xi32>
    %8 = stablehlo.maximum %6, %7 : tensor<24x16xi32>
    %9 = call @floor_divide(%4, %8) : (tensor<24x16xi32>, tensor<24x16xi32>) -> tensor<24x16xi32>
    %c_2 = stablehlo.constant dense<7> : tensor<i32>
    %10 = call @remainder(%arg0, %c_2) : (tensor<24x16xi32>, tensor<i32>) -> tensor<24x16xi32>
    %11 = stablehlo.compare GT, %arg0, %arg1, SIGNED : (tensor<24x16xi32>, tensor<24x16xi32>) -> tensor<24x16xi1>
    %c_3 = stablehlo.constant dense<false> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.or across dimensions = [0] : (tensor<24x16xi1>, tensor<i1>) -> tensor<16xi1>
    %13 = stablehlo.compare LT, %arg0, %arg1, SIGNED : (tensor<24x16xi32>, tensor<24x16xi32>) -> tensor<24x16xi1>
    %c_4 = stablehlo.constant dense<true> : tensor<i1>
    %14 = stablehlo.reduce(%13 init: %c_4) applies stablehlo.and across dimensions = [1] : (tensor<24x16xi1>, tensor<i1>) -> tensor<24xi1>
    %15 = call @reduce(%4) : (tensor<24x16xi32>) -> tensor<16xi32>
    %16 = call @reduce_1(%4) : (tensor<24x16xi32>) -> tensor<24xi32>
    return %5, %9, %10, %12, %14, %15, %16 : tensor<24x16xi32>, tensor<24x16xi32>, tensor<24x16xi32>, tensor<16xi1>, tensor<24xi1>, tensor<16xi32>, tensor<24xi32>
  }
  func.func private @floor_divide(%arg0: tensor<24x16xi32>, %arg1: tensor<24x16xi32>) -> tensor<24x16xi32> {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<24x16xi32>
    %1 = stablehlo.sign %arg0 : tensor<24x16xi32>
    %2 = stablehlo.sign %arg1 : tensor<24x16xi32>
    %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<24x16xi32>, tensor<24x16xi32>) -> tensor<24x16xi1>
    %4 = stablehlo.remainder %arg0, %arg1 : tensor<24x16xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<24x16xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<24x16xi32>, tensor<24x16xi32>) -> tensor<24x16xi1>
    %7 = stablehlo.and %3, %6 : tensor<24x16xi1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<24x16xi32>
    %9 = stablehlo.subtract %0, %8 : tensor<24x16xi32>
    %10 = call @_where(%7, %9, %0) : (tensor<24x16xi1>, tensor<24x16xi32>, tensor<24x16xi32>) -> tensor<24x16xi32>
    return %10 : tensor<24x16xi32>
  }
  func.func private @_where(%arg0: tensor<24x16xi1>, %arg1: tensor<24x16xi32>, %arg2: tensor<24x16xi32>) -> tensor<24x16xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<24x16xi1>, tensor<24x16xi32>
    return %0 : tensor<24x16xi32>
  }
  func.func private @remainder(%arg0: tensor<24x16xi32>, %arg1: tensor<i32>) -> tensor<24x16xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where_0(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<24x16xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<24x16xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<24x16xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<24x16xi32>, tensor<24x16xi32>) -> tensor<24x16xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<24x16xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<24x16xi32>, tensor<24x16xi32>) -> tensor<24x16xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<24x16xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<24x16xi1>, tensor<24x16xi1>) -> tensor<24x16xi1>
    %12 = stablehlo.and %11, %6 : tensor<24x16xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<24x16xi32>
    %14 = stablehlo.add %4, %13 : tensor<24x16xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<24x16xi1>, tensor<24x16xi32>
    return %15 : tensor<24x16xi32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @reduce(%arg0: tensor<24x16xi32>) -> tensor<16xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.xor across dimensions = [0] : (tensor<24x16xi32>, tensor<i32>) -> tensor<16xi32>
    return %0 : tensor<16xi32>
  }
  func.func private @reduce_1(%arg0: tensor<24x16xi32>) -> tensor<24xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.or across dimensions = [1] : (tensor<24x16xi32>, tensor<i32>) -> tensor<24xi32>
    return %0 : tensor<24xi32>
  }
}
