// RUN: shardflow opt %s -sdy-import-func-calls
// RUN: shardflow opt %s -sdy-propagation-pipeline

// Functions without a body: what a call to one returns is unknown, and so
// nothing passes through it. One that nobody calls goes.

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func private @ext(tensor<8xf32>) -> tensor<8xf32>
func.func private @unused(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) -> tensor<8xf32>

func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = call @ext(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = call @ext(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func private @ext(tensor<8xf32>) -> tensor<8xf32>
//>   func.func private @unused(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) -> tensor<8xf32>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     %1 = call @ext(%0) : (tensor<8xf32>) -> tensor<8xf32>
//>     %2 = call @ext(%1) : (tensor<8xf32>) -> tensor<8xf32>
//>     return %2 : tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}]}}
//>   func.func private @ext(tensor<8xf32>) -> tensor<8xf32>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
//>     %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<8xf32>
//>     %2 = call @ext(%1) : (tensor<8xf32>) -> tensor<8xf32>
//>     %3 = call @ext(%2) : (tensor<8xf32>) -> tensor<8xf32>
//>     return %3 : tensor<8xf32>
//>   }
//> }
