// Options and passes that only jaxlib's Shardy has.
// RUN: shardflow opt %s -sdy-export-pipeline=partitioner-stage=convert-global-to-local
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-export-pipeline=partitioner-stage=last
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=mark-partial-result-with-unreduced-axes=true
// RUN: shardflow opt %s -sdy-resolve-permutation-factors=rng-bit-generator-unsafe=false
// RUN: shardflow opt %s -sdy-drop-sharding-and-mesh=keep-module-sharding-metadata=true
// RUN: shardflow opt %s -sdy-optimize-collectives

sdy.mesh @mesh = <["x"=4]>

func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}

//# RUN 1
//! error: sdy-export-pipeline: option partitioner-stage exists only with --compat=jaxlib-0.12
// EXIT: 1
//# RUN 2
//! error: sdy-export-pipeline: 'last' is not a value of option partitioner-stage
// EXIT: 1
//# RUN 3
//! error: sdy-insert-explicit-reshards: option mark-partial-result-with-unreduced-axes exists only with --compat=jaxlib-0.12
// EXIT: 1
//# RUN 4
//! error: sdy-resolve-permutation-factors: option rng-bit-generator-unsafe exists only with --compat=jaxlib-0.12
// EXIT: 1
//# RUN 5
//! error: sdy-drop-sharding-and-mesh: option keep-module-sharding-metadata exists only with --compat=jaxlib-0.12
// EXIT: 1
//# RUN 6
//! %s: error: sdy-optimize-collectives exists only with --compat=jaxlib-0.12
// EXIT: 1
