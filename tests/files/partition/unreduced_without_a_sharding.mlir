// What becomes unreduced can't be made local yet: an error, whether or not it has
// a sharding before. (The reshard that stays for the replicated_to_unreduced is
// no internal error.)
// RUN: shardflow partition %s

sdy.mesh @mesh = <["a"=2, "d"=6]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = sdy.reshard %arg0 <@mesh, [{}], unreduced={"d"}> : tensor<8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"d"}>]>} : tensor<8xf32>
  %2 = sdy.reshard %1 <@mesh, [{}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}

//! %s:7:17: error: failed to legalize operation 'sdy.reshard' that was explicitly marked illegal
//! func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
//!                 ^
// EXIT: 3
