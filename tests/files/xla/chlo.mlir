// RUN: shardflow opt %s -xla-legalize-chlo
func.func private @less(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @main(%x: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x2xf32>, tensor<4x2xi32>, tensor<4x16xf32>) {
  %0 = chlo.square %x : tensor<4x16xf32> -> tensor<4x16xf32>
  %1 = stablehlo.iota dim = 1 : tensor<4x16xi32>
  %m = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %c = stablehlo.constant dense<-1> : tensor<i32>
  %2:2 = stablehlo.custom_call @ApproxTopK(%x, %1, %m, %c) {called_computations = [@less], mhlo.backend_config = {is_fallback = true, reduction_dim = 1 : i64, top_k = 2 : i64}} : (tensor<4x16xf32>, tensor<4x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %3 = chlo.erf %0 : tensor<4x16xf32> -> tensor<4x16xf32>
  return %0, %2#0, %2#1, %3 : tensor<4x16xf32>, tensor<4x2xf32>, tensor<4x2xi32>, tensor<4x16xf32>
}
