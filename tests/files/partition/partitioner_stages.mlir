// The stages of jaxlib's partitioner. A product is summed and scattered, rows are
// fetched from neighbours, and a dimension is padded; then the module's attributes say
// how main's arguments and results are sharded. The words, like jaxlib's, are i32.
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-export-pipeline=partitioner-stage=resolve-permutation-factors
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-export-pipeline=partitioner-stage=reshard-to-collectives
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-export-pipeline=partitioner-stage=pad-for-divisibility
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-export-pipeline=partitioner-stage=convert-global-to-local
// RUN: shardflow opt %s --compat=jaxlib-0.12 '-sdy-export-pipeline=partitioner-stage=convert-global-to-local replica-count=4 inline-meshes=false'
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-export-pipeline=partitioner-stage=unspecified

sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg2: tensor<f32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<7x3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.slice %0 [1:8, 2:5] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>) -> tensor<7x3xf32>
  %2 = stablehlo.exponential %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<7x3xf32>
  return %0, %2 : tensor<8x8xf32>, tensor<7x3xf32>
}
