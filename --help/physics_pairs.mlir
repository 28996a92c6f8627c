module @jit_physics_pairs attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<24x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<24x6xf32> {jax.result_info = "result[1]"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<24x6xf32>) -> tensor<24x1x6xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<24x6xf32>) -> tensor<1x24x6xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<24x1x6xf32>) -> tensor<24x24x6xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x24x6xf32>) -> tensor<24x24x6xf32>
    %4 = stablehlo.subtract %2, %3 : tensor<24x24x6xf32>
    %5 = stablehlo.multiply %4, %4 : tensor<24x24x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<24x24x6xf32>, tensor<f32>) -> tensor<24x24xf32>
    %7 = stablehlo.iota dim = 0 : tensor<24x24xi32>
    %8 = stablehlo.iota dim = 1 : tensor<24x24xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<24x24xi32>
    %10 = stablehlo.add %7, %9 : tensor<24x24xi32>
    %11 = stablehlo.compare EQ, %10, %8, SIGNED : (tensor<24x24xi32>, tensor<24x24xi32>) -> tensor<24x24xi1>
    %12 = stablehlo.convert %11 : (tensor<24x24xi1>) -> tensor<24x24xf32>
    %13 = stablehlo.add %6, %12 : tensor<24x24xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %15 = stablehlo.divide %14, %13 : tensor<24x24xf32>
    %16 = stablehlo.multiply %13, %13 : tensor<24x24xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %18 = stablehlo.divide %17, %16 : tensor<24x24xf32>
    %19:2 = call @triu(%15) : (tensor<24x24xf32>) -> (tensor<24x24xf32>, tensor<24x24xi1>)
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19#0 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<24x24xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %22 = call @triu_0(%19#1, %21) : (tensor<24x24xi1>, tensor<24x24xf32>) -> tensor<24x24xf32>
    %23 = stablehlo.multiply %22, %18 : tensor<24x24xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %25 = stablehlo.multiply %23, %24 : tensor<24x24xf32>
    %26 = stablehlo.negate %25 : tensor<24x24xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<24x24xf32>) -> tensor<24x24x6xf32>
    %28 = stablehlo.multiply %4, %27 : tensor<24x24x6xf32>
    %29 = stablehlo.multiply %27, %4 : tensor<24x24x6xf32>
    %30 = stablehlo.add %29, %28 : tensor<24x24x6xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_5) applies stablehlo.add across dimensions = [1] : (tensor<24x24x6xf32>, tensor<f32>) -> tensor<24x6xf32>
    %32 = stablehlo.reshape %31 : (tensor<24x6xf32>) -> tensor<24x1x6xf32>
    %33 = stablehlo.negate %30 : tensor<24x24x6xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<24x24x6xf32>, tensor<f32>) -> tensor<24x6xf32>
    %35 = stablehlo.reshape %34 : (tensor<24x6xf32>) -> tensor<1x24x6xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%35 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<1x24x6xf32>, tensor<f32>) -> tensor<24x6xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%32 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<24x1x6xf32>, tensor<f32>) -> tensor<24x6xf32>
    %38 = stablehlo.add %36, %37 : tensor<24x6xf32>
    %cst_9 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<24x6xf32>
    %40 = stablehlo.multiply %39, %38 : tensor<24x6xf32>
    %41 = stablehlo.subtract %arg0, %40 : tensor<24x6xf32>
    %42 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<24x6xf32>) -> tensor<24x1x6xf32>
    %43 = stablehlo.broadcast_in_dim %38, dims = [0, 2] : (tensor<24x6xf32>) -> tensor<24x1x6xf32>
    %44 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<24x6xf32>) -> tensor<1x24x6xf32>
    %45 = stablehlo.broadcast_in_dim %38, dims = [1, 2] : (tensor<24x6xf32>) -> tensor<1x24x6xf32>
    %46 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2] : (tensor<24x1x6xf32>) -> tensor<24x24x6xf32>
    %47 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<1x24x6xf32>) -> tensor<24x24x6xf32>
    %48 = stablehlo.subtract %46, %47 : tensor<24x24x6xf32>
    %49 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<24x1x6xf32>) -> tensor<24x24x6xf32>
    %50 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<1x24x6xf32>) -> tensor<24x24x6xf32>
    %51 = stablehlo.subtract %49, %50 : tensor<24x24x6xf32>
    %52 = stablehlo.multiply %48, %48 : tensor<24x24x6xf32>
    %53 = stablehlo.multiply %51, %48 : tensor<24x24x6xf32>
    %54 = stablehlo.multiply %48, %51 : tensor<24x24x6xf32>
    %55 = stablehlo.add %53, %54 : tensor<24x24x6xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%52 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<24x24x6xf32>, tensor<f32>) -> tensor<24x24xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%55 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<24x24x6xf32>, tensor<f32>) -> tensor<24x24xf32>
    %58 = stablehlo.iota dim = 0 : tensor<24x24xi32>
    %59 = stablehlo.iota dim = 1 : tensor<24x24xi32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %60 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<24x24xi32>
    %61 = stablehlo.add %58, %60 : tensor<24x24xi32>
    %62 = stablehlo.compare EQ, %61, %59, SIGNED : (tensor<24x24xi32>, tensor<24x24xi32>) -> tensor<24x24xi1>
    %63 = stablehlo.convert %62 : (tensor<24x24xi1>) -> tensor<24x24xf32>
    %64 = stablehlo.add %56, %63 : tensor<24x24xf32>
    %65 = stablehlo.negate %57 : tensor<24x24xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %67 = stablehlo.multiply %65, %66 : tensor<24x24xf32>
    %68 = stablehlo.multiply %64, %64 : tensor<24x24xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %70 = stablehlo.divide %69, %68 : tensor<24x24xf32>
    %71 = stablehlo.multiply %67, %70 : tensor<24x24xf32>
    %72 = call @triu_1(%71) : (tensor<24x24xf32>) -> tensor<24x24xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<24x24xf32>, tensor<f32>) -> tensor<f32>
    return %20, %41, %73 : tensor<f32>, tensor<24x6xf32>, tensor<f32>
  }
  func.func private @triu(%arg0: tensor<24x24xf32>) -> (tensor<24x24xf32>, tensor<24x24xi1>) {
    %0 = stablehlo.iota dim = 0 : tensor<24x24xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<24x24xi32>
    %2 = stablehlo.add %0, %1 : tensor<24x24xi32>
    %3 = stablehlo.iota dim = 1 : tensor<24x24xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<24x24xi32>, tensor<24x24xi32>) -> tensor<24x24xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %6 = stablehlo.select %4, %5, %arg0 : tensor<24x24xi1>, tensor<24x24xf32>
    return %6, %4 : tensor<24x24xf32>, tensor<24x24xi1>
  }
  func.func private @triu_0(%arg0: tensor<24x24xi1>, %arg1: tensor<24x24xf32>) -> tensor<24x24xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %1 = stablehlo.select %arg0, %0, %arg1 : tensor<24x24xi1>, tensor<24x24xf32>
    return %1 : tensor<24x24xf32>
  }
  func.func private @triu_1(%arg0: tensor<24x24xf32>) -> tensor<24x24xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<24x24xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<24x24xi32>
    %2 = stablehlo.add %0, %1 : tensor<24x24xi32>
    %3 = stablehlo.iota dim = 1 : tensor<24x24xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<24x24xi32>, tensor<24x24xi32>) -> tensor<24x24xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
    %6 = stablehlo.select %4, %5, %arg0 : tensor<24x24xi1>, tensor<24x24xf32>
    return %6 : tensor<24x24xf32>
  }
}
