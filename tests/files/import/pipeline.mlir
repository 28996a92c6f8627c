// RUN: shardflow opt %s -sdy-import-pipeline

sdy.mesh @mesh = <["a"=2, "b"=1]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=1]>, [{"a", "b"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
  %2 = stablehlo.multiply %1, %0 : tensor<8xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{"a"}]> : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}
func.func private @unused() {
  return
}

//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=1]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 1 : i64}]}}
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
//>     %0 = sdy.constant dense<1.000000e+00> : tensor<f32>
//>     %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
//>     %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
//>     %3 = stablehlo.add %arg0, %1 : tensor<8xf32>
//>     %4 = stablehlo.multiply %3, %2 : tensor<8xf32>
//>     %5 = sdy.sharding_constraint %4 <@mesh, [{"a"}]> : tensor<8xf32>
//>     return %4, %5 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
