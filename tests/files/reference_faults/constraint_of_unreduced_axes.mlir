// A constraint that takes other unreduced axes than the argument has. Shardy ends the process.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @constraint(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}], unreduced={"b"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @constraint(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) -> tensor<8xf32> {
//>     %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [{}], unreduced={"b"}> : tensor<8xf32>
//>     %2 = sdy.all_reduce {"b"} %1 out_sharding=<@mesh, [{}]> : tensor<8xf32>
//>     return %2 : tensor<8xf32>
//>   }
//> }
