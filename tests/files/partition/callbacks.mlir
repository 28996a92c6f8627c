// Callbacks run on one device, with the whole operands: with a result, without one, and
// with a token. An op without results was once run by every device.
// RUN: shardflow partition --check %s

sdy.mesh @mesh = <["x"=4]>
sdy.mesh @one = <[], device_ids=[2]>

func.func @main(%token: !stablehlo.token, %a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (!stablehlo.token, tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.custom_call @load(%a) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<16xf32>) -> tensor<16xf32>
  stablehlo.custom_call @print(%a) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<16xf32>) -> ()
  %1 = stablehlo.custom_call @store(%token, %0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (!stablehlo.token, tensor<16xf32>) -> !stablehlo.token
  %2 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<16xf32>
  return %1, %2 : !stablehlo.token, tensor<16xf32>
}
