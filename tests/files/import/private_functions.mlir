// RUN: shardflow opt %s -sdy-flatten-call-graph -symbol-dce
// RUN: shardflow opt %s -sdy-import-pipeline -sdy-flatten-call-graph -symbol-dce -sdy-import-func-calls -symbol-dce
// RUN: shardflow opt %s -sdy-propagation-pipeline
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-propagation-pipeline=dedup-functions-fully=true

// Private functions that are called once, several times and not at all; a
// public one that is called.

sdy.mesh @mesh = <["a"=2, "b"=2]>

func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = call @once(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = call @often(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = call @often(%arg1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"b", ?}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = call @public(%2) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

func.func private @once(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = call @often(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

func.func private @often(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

func.func private @never(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  return %arg0 : tensor<8x8xf32>
}

func.func @public(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.abs %arg0 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
