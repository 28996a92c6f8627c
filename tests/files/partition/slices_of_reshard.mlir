// Both slices read the tensor that one all_to_all makes. The slice of a single row once
// gathered the tensor, because it was priced as if it had been gathered already.
// RUN: shardflow partition %s

sdy.mesh @mesh = <["x"=8]>

func.func @roll(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.slice %a [15:16, 0:16] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<16x16xf32>) -> tensor<1x16xf32>
  %1 = stablehlo.slice %a [0:15, 0:16] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<16x16xf32>) -> tensor<15x16xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<1x16xf32>, tensor<15x16xf32>) -> tensor<16x16xf32>
  %3 = stablehlo.add %2, %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<16x16xf32>
  return %3 : tensor<16x16xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=8]> {stablehlo.mesh = {axes = [{name = "x", size = 8 : i64}]}}
//>   func.func @roll(%arg0: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
//>     %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, split_count = 8 : i64, split_dimension = 1 : i64}> : (tensor<2x16xf32>) -> tensor<16x2xf32>
//>     %1 = stablehlo.slice %0 [15:16, 0:2] : (tensor<16x2xf32>) -> tensor<1x2xf32>
//>     %2 = stablehlo.slice %0 [0:15, 0:2] : (tensor<16x2xf32>) -> tensor<15x2xf32>
//>     %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<1x2xf32>, tensor<15x2xf32>) -> tensor<16x2xf32>
//>     %4 = stablehlo.add %3, %0 : tensor<16x2xf32>
//>     return %4 : tensor<16x2xf32>
//>   }
//> }
