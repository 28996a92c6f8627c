module @jit_stencil attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) -> (tensor<32x32xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<32x32xf32>
    cond {
      %c_1 = stablehlo.constant dense<5> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @_roll_static(%iterArg_0) : (tensor<32x32xf32>) -> tensor<32x32xf32>
      %2 = func.call @_roll_static_0(%iterArg_0) : (tensor<32x32xf32>) -> tensor<32x32xf32>
      %3 = stablehlo.add %1, %2 : tensor<32x32xf32>
      %4 = func.call @_roll_static_1(%iterArg_0) : (tensor<32x32xf32>) -> tensor<32x32xf32>
      %5 = stablehlo.add %3, %4 : tensor<32x32xf32>
      %6 = func.call @_roll_static_2(%iterArg_0) : (tensor<32x32xf32>) -> tensor<32x32xf32>
      %7 = stablehlo.add %5, %6 : tensor<32x32xf32>
      %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
      %9 = stablehlo.multiply %8, %iterArg_0 : tensor<32x32xf32>
      %10 = stablehlo.subtract %7, %9 : tensor<32x32xf32>
      %11 = stablehlo.slice %iterArg_0 [1:31, 1:31] : (tensor<32x32xf32>) -> tensor<30x30xf32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %12 = func.call @_pad(%11, %c_1) : (tensor<30x30xf32>, tensor<i32>) -> tensor<32x32xf32>
      %13 = func.call @diff(%iterArg_0) : (tensor<32x32xf32>) -> tensor<31x32xf32>
      %c_2 = stablehlo.constant dense<0> : tensor<i32>
      %14 = func.call @_pad_3(%13, %c_2) : (tensor<31x32xf32>, tensor<i32>) -> tensor<32x32xf32>
      %15 = stablehlo.add %12, %14 : tensor<32x32xf32>
      %cst_3 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
      %17 = stablehlo.multiply %16, %10 : tensor<32x32xf32>
      %18 = stablehlo.add %iterArg_0, %17 : tensor<32x32xf32>
      %cst_4 = stablehlo.constant dense<0.00999999977> : tensor<f32>
      %19 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
      %20 = stablehlo.multiply %19, %15 : tensor<32x32xf32>
      %21 = stablehlo.add %18, %20 : tensor<32x32xf32>
      %22 = sdy.sharding_constraint %21 <@mesh, [{"data"}, {"model"}]> : tensor<32x32xf32>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %23 = stablehlo.add %iterArg, %c_5 : tensor<i32>
      stablehlo.return %23, %22 : tensor<i32>, tensor<32x32xf32>
    }
    return %0#1 : tensor<32x32xf32>
  }
  func.func private @_roll_static(%arg0: tensor<32x32xf32>) -> tensor<32x32xf32> {
    %0 = stablehlo.slice %arg0 [31:32, 0:32] : (tensor<32x32xf32>) -> tensor<1x32xf32>
    %1 = stablehlo.slice %arg0 [0:31, 0:32] : (tensor<32x32xf32>) -> tensor<31x32xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x32xf32>, tensor<31x32xf32>) -> tensor<32x32xf32>
    return %2 : tensor<32x32xf32>
  }
  func.func private @_roll_static_0(%arg0: tensor<32x32xf32>) -> tensor<32x32xf32> {
    %0 = stablehlo.slice %arg0 [1:32, 0:32] : (tensor<32x32xf32>) -> tensor<31x32xf32>
    %1 = stablehlo.slice %arg0 [0:1, 0:32] : (tensor<32x32xf32>) -> tensor<1x32xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<31x32xf32>, tensor<1x32xf32>) -> tensor<32x32xf32>
    return %2 : tensor<32x32xf32>
  }
  func.func private @_roll_static_1(%arg0: tensor<32x32xf32>) -> tensor<32x32xf32> {
    %0 = stablehlo.slice %arg0 [0:32, 31:32] : (tensor<32x32xf32>) -> tensor<32x1xf32>
    %1 = stablehlo.slice %arg0 [0:32, 0:31] : (tensor<32x32xf32>) -> tensor<32x31xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<32x1xf32>, tensor<32x31xf32>) -> tensor<32x32xf32>
    return %2 : tensor<32x32xf32>
  }
  func.func private @_roll_static_2(%arg0: tensor<32x32xf32>) -> tensor<32x32xf32> {
    %0 = stablehlo.slice %arg0 [0:32, 1:32] : (tensor<32x32xf32>) -> tensor<32x31xf32>
    %1 = stablehlo.slice %arg0 [0:32, 0:1] : (tensor<32x32xf32>) -> tensor<32x1xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<32x31xf32>, tensor<32x1xf32>) -> tensor<32x32xf32>
    return %2 : tensor<32x32xf32>
  }
  func.func private @_pad(%arg0: tensor<30x30xf32>, %arg1: tensor<i32>) -> tensor<32x32xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<30x30xf32>, tensor<f32>) -> tensor<32x32xf32>
    return %1 : tensor<32x32xf32>
  }
  func.func private @diff(%arg0: tensor<32x32xf32>) -> tensor<31x32xf32> {
    %0 = stablehlo.slice %arg0 [1:32, 0:32] : (tensor<32x32xf32>) -> tensor<31x32xf32>
    %1 = stablehlo.slice %arg0 [0:31, 0:32] : (tensor<32x32xf32>) -> tensor<31x32xf32>
    %2 = stablehlo.subtract %0, %1 : tensor<31x32xf32>
    return %2 : tensor<31x32xf32>
  }
  func.func private @_pad_3(%arg0: tensor<31x32xf32>, %arg1: tensor<i32>) -> tensor<32x32xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<31x32xf32>, tensor<f32>) -> tensor<32x32xf32>
    return %1 : tensor<32x32xf32>
  }
}
