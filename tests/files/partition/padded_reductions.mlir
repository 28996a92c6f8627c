// The padding of a reduced dimension holds what changes nothing, even if the
// initial value is something else.
// RUN: shardflow opt %s -sdy-pad-for-divisibility

sdy.mesh @mesh = <["x"=4]>

func.func @not_neutral(%arg0: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %arg0 [0:7, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x3xf32>) -> tensor<7x3xf32>
  %1 = stablehlo.reduce(%0 init: %one) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"x"}>]>} : (tensor<7x3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = sdy.all_reduce {"x"} %1 out_sharding=<@mesh, [{}]> : tensor<3xf32>
  %3 = stablehlo.reduce(%0 init: %zero) applies stablehlo.multiply across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"x"}>]>} : (tensor<7x3xf32>, tensor<f32>) -> tensor<3xf32>
  %4 = sdy.all_reduce {"x"} %3 out_sharding=<@mesh, [{}]> : tensor<3xf32>
  %5 = stablehlo.reduce(%0 init: %zero) applies stablehlo.maximum across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"x"}>]>} : (tensor<7x3xf32>, tensor<f32>) -> tensor<3xf32>
  %6 = sdy.all_reduce {"x"} %5 out_sharding=<@mesh, [{}]> : tensor<3xf32>
  return %2, %4, %6 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]>
//>   func.func @not_neutral(%arg0: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
//>     %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.slice %arg0 [0:8, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x3xf32>) -> tensor<8x3xf32>
//>     %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %1 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x3xi32>
//>     %c = stablehlo.constant dense<7> : tensor<i32>
//>     %2 = stablehlo.broadcast_in_dim %c, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<i32>) -> tensor<8x3xi32>
//>     %3 = stablehlo.compare LT, %1, %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x3xi32>, tensor<8x3xi32>) -> tensor<8x3xi1>
//>     %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<f32>) -> tensor<8x3xf32>
//>     %5 = stablehlo.select %3, %0, %4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x3xi1>, tensor<8x3xf32>
//>     %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"x"}>]>} : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>
//>     %7 = sdy.all_reduce {"x"} %6 out_sharding=<@mesh, [{}]> : tensor<3xf32>
//>     %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//>     %8 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x3xi32>
//>     %c_3 = stablehlo.constant dense<7> : tensor<i32>
//>     %9 = stablehlo.broadcast_in_dim %c_3, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<i32>) -> tensor<8x3xi32>
//>     %10 = stablehlo.compare LT, %8, %9 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x3xi32>, tensor<8x3xi32>) -> tensor<8x3xi1>
//>     %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<f32>) -> tensor<8x3xf32>
//>     %12 = stablehlo.select %10, %0, %11 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x3xi1>, tensor<8x3xf32>
//>     %13 = stablehlo.reduce(%12 init: %cst_0) applies stablehlo.multiply across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"x"}>]>} : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>
//>     %14 = sdy.all_reduce {"x"} %13 out_sharding=<@mesh, [{}]> : tensor<3xf32>
//>     %15 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x3xi32>
//>     %c_4 = stablehlo.constant dense<7> : tensor<i32>
//>     %16 = stablehlo.broadcast_in_dim %c_4, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<i32>) -> tensor<8x3xi32>
//>     %17 = stablehlo.compare LT, %15, %16 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x3xi32>, tensor<8x3xi32>) -> tensor<8x3xi1>
//>     %18 = stablehlo.broadcast_in_dim %cst_0, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<f32>) -> tensor<8x3xf32>
//>     %19 = stablehlo.select %17, %0, %18 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x3xi1>, tensor<8x3xf32>
//>     %20 = stablehlo.reduce(%19 init: %cst_0) applies stablehlo.maximum across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"x"}>]>} : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>
//>     %21 = sdy.all_reduce {"x"} %20 out_sharding=<@mesh, [{}]> : tensor<3xf32>
//>     return %7, %14, %21 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
//>   }
//> }
