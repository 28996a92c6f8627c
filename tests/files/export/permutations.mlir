// Factors that a tensor permutes along give way to the others.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>

// Of two tensors the one is chosen whose permuted dimension is not sharded.
func.func @reverse(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.reverse %arg0, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @broadcast(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", "c"}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}, {}]>]>} : (tensor<8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @slice(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}, {}]>}) -> tensor<4x8x8xf32> {
  %0 = stablehlo.slice %arg0 [0:4, 0:8, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"c", "a"}, {}]>]>} : (tensor<8x8x8xf32>) -> tensor<4x8x8xf32>
  return %0 : tensor<4x8x8xf32>
}
// (These rules are the user's.) A factor that only the other tensor has keeps
// its axes, up to those that the first one has.
func.func @beside(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b", "c"}, {}]>}, %arg1: tensor<f32>) -> tensor<8x8xf32> {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"c"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [])->([i, k]) {i=8, j=8, k=8} reduction={j} permutation={i}>} : (tensor<8x8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// "a" is elsewhere in each tensor: the permuted dimension gives way.
func.func @votes(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} permutation={i}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
//>   func.func @reverse(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x8xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{}, {"b"}]> : tensor<8x8xf32>
//>     %1 = stablehlo.reverse %0, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : tensor<8x8xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<8x8xf32>
//>     return %2 : tensor<8x8xf32>
//>   }
//>   func.func @broadcast(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", "c"}]>}) -> tensor<8x8xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{}]> : tensor<8xf32>
//>     %1 = stablehlo.broadcast_in_dim %0, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}, {}]>]>} : (tensor<8xf32>) -> tensor<8x8xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<8x8xf32>
//>     return %2 : tensor<8x8xf32>
//>   }
//>   func.func @slice(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}, {}]>}) -> tensor<4x8x8xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{}, {"c", "a"}, {}]> : tensor<8x8x8xf32>
//>     %1 = stablehlo.slice %0 [0:4, 0:8, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"c", "a"}, {}]>]>} : (tensor<8x8x8xf32>) -> tensor<4x8x8xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {}, {}]> : tensor<4x8x8xf32>
//>     return %2 : tensor<4x8x8xf32>
//>   }
//>   func.func @beside(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b", "c"}, {}]>}, %arg1: tensor<f32>) -> tensor<8x8xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{}, {"b"}, {"c"}]> : tensor<8x8x8xf32>
//>     %1 = stablehlo.reduce(%0 init: %arg1) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"c"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [])->([i, k]) {i=8, j=8, k=8} reduction={j} permutation={i}>} : (tensor<8x8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
//>     %2 = sdy.all_reduce {"b"} %1 out_sharding=<@mesh, [{}, {"c"}]> : tensor<8x8xf32>
//>     %3 = sdy.reshard %2 <@mesh, [{}, {}]> : tensor<8x8xf32>
//>     return %3 : tensor<8x8xf32>
//>   }
//>   func.func @votes(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}) -> tensor<8x8xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{}, {"a"}]> : tensor<8x8xf32>
//>     %1 = stablehlo.add %0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} permutation={i}>} : tensor<8x8xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<8x8xf32>
//>     return %2 : tensor<8x8xf32>
//>   }
//> }
