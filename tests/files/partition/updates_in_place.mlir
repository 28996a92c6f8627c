// XLA's CPU compiler would compute the slice, the update and the reshape for the
// all_gather in one kernel, in place, and read elements that it has already overwritten.
// RUN: shardflow partition -p %s

sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%a: tensor<2x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>}, %i: tensor<i32>) -> (tensor<2x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.slice %a [0:2, 0:2, 0:4] : (tensor<2x6x4xf32>) -> tensor<2x2x4xf32>
  %1 = stablehlo.negate %0 : tensor<2x2x4xf32>
  %2 = stablehlo.dynamic_update_slice %a, %1, %c, %i, %c : (tensor<2x6x4xf32>, tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x6x4xf32>
  return %2 : tensor<2x6x4xf32>
}
