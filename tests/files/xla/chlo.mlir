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

//> module {
//>   func.func private @less(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
//>     %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>     return %0 : tensor<i1>
//>   }
//>   func.func @main(%arg0: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x2xf32>, tensor<4x2xi32>, tensor<4x16xf32>) {
//>     %0 = stablehlo.multiply %arg0, %arg0 : tensor<4x16xf32>
//>     %1 = stablehlo.iota dim = 1 : tensor<4x16xi32>
//>     %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %c = stablehlo.constant dense<-1> : tensor<i32>
//>     %2:2 = "stablehlo.sort"(%arg0, %1) <{dimension = 1 : i64, is_stable = true}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
//>       %6 = stablehlo.compare GT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       stablehlo.return %6 : tensor<i1>
//>     }) : (tensor<4x16xf32>, tensor<4x16xi32>) -> (tensor<4x16xf32>, tensor<4x16xi32>)
//>     %3 = stablehlo.slice %2#0 [0:4, 0:2] : (tensor<4x16xf32>) -> tensor<4x2xf32>
//>     %4 = stablehlo.slice %2#1 [0:4, 0:2] : (tensor<4x16xi32>) -> tensor<4x2xi32>
//>     %5 = chlo.erf %0 : tensor<4x16xf32> -> tensor<4x16xf32>
//>     return %0, %3, %4, %5 : tensor<4x16xf32>, tensor<4x2xf32>, tensor<4x2xi32>, tensor<4x16xf32>
//>   }
//> }
