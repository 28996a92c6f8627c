// Of an axis of size 6, the first half and the first third: what is sharded
// along one is not made unreduced along the other.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true

sdy.mesh @mesh = <["c"=6]>
func.func @main(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(1)3}]>}) -> tensor<6xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{}], unreduced={"c":(1)2}> : tensor<6xf32>
  %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<6xf32>
  return %1 : tensor<6xf32>
}

//> module {
//>   sdy.mesh @mesh = <["c"=6]>
//>   func.func @main(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(1)3}]>}) -> tensor<6xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{}]> : tensor<6xf32>
//>     %1 = sdy.replicated_to_unreduced {"c":(1)2} %0 out_sharding=<@mesh, [{}], unreduced={"c":(1)2}> : tensor<6xf32>
//>     %2 = sdy.all_reduce {"c":(1)2} %1 out_sharding=<@mesh, [{}]> : tensor<6xf32>
//>     %3 = sdy.reshard %2 <@mesh, [{}]> : tensor<6xf32>
//>     return %3 : tensor<6xf32>
//>   }
//> }
