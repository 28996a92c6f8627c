// A reshard that moves nothing, but spells the sharding as the collective after
// it has it: with a priority, an axis of size 1, or any at all. Shardy takes it
// away, and then rejects the collective. So it does where an all_gather of all
// axes loses the unreduced ones, which the collective hands on.
// RUN: shardflow opt %s -sdy-reshard-to-collectives

sdy.mesh @mesh = <["a"=2, "b"=1, "c"=4]>
func.func @priority(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"c"}]>}) -> tensor<8x8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"c"}p1, {}]> : tensor<8x8xf32>
  %1 = sdy.replicated_to_unreduced {"a"} %0 out_sharding=<@mesh, [{"c"}p1, {}], unreduced={"a"}> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
func.func @axis_of_size_one(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"b"}], unreduced={"a"}> : tensor<8xf32>
  %1 = sdy.all_reduce {"a"} %0 out_sharding=<@mesh, [{"b"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @no_sharding(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<8xf32>
  %2 = sdy.replicated_to_unreduced {"a"} %1 out_sharding=<@mesh, [{}], unreduced={"a"}> : tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func @not_needed(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{}]> : tensor<8xf32>
  %1 = sdy.replicated_to_unreduced {"a"} %0 out_sharding=<@mesh, [{}], unreduced={"a"}> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

func.func @unreduced(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}], unreduced={"c":(2)2}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{}], unreduced={"c":(2)2}> : tensor<8xf32>
  %1 = sdy.replicated_to_unreduced {"c":(1)2} %0 out_sharding=<@mesh, [{}], unreduced={"c"}> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @unreduced_not_handed_on(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}], unreduced={"c"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{}], unreduced={"c"}> : tensor<8xf32>
  %1 = sdy.all_reduce {"c"} %0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=1, "c"=4]>
//>   func.func @priority(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"c"}]>}) -> tensor<8x8xf32> {
//>     %0 = sdy.all_to_all [{"c"}: 1->0] %arg0 out_sharding=<@mesh, [{"c"}, {}]> : tensor<8x8xf32>
//>     %1 = sdy.reshard %0 <@mesh, [{"c"}p1, {}]> : tensor<8x8xf32>
//>     %2 = sdy.replicated_to_unreduced {"a"} %1 out_sharding=<@mesh, [{"c"}p1, {}], unreduced={"a"}> : tensor<8x8xf32>
//>     return %2 : tensor<8x8xf32>
//>   }
//>   func.func @axis_of_size_one(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) -> tensor<8xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"b"}], unreduced={"a"}> : tensor<8xf32>
//>     %1 = sdy.all_reduce {"a"} %0 out_sharding=<@mesh, [{"b"}]> : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//>   func.func @no_sharding(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<8xf32>
//>     %2 = sdy.replicated_to_unreduced {"a"} %1 out_sharding=<@mesh, [{}], unreduced={"a"}> : tensor<8xf32>
//>     return %2 : tensor<8xf32>
//>   }
//>   func.func @not_needed(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c"}]>}) -> tensor<8xf32> {
//>     %0 = sdy.all_gather [{"c"}] %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
//>     %1 = sdy.replicated_to_unreduced {"a"} %0 out_sharding=<@mesh, [{}], unreduced={"a"}> : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//>   func.func @unreduced(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}], unreduced={"c":(2)2}>}) -> tensor<8xf32> {
//>     %0 = sdy.all_gather [{"a"}] %arg0 out_sharding=<@mesh, [{}], unreduced={"c":(2)2}> : tensor<8xf32>
//>     %1 = sdy.replicated_to_unreduced {"c":(1)2} %0 out_sharding=<@mesh, [{}], unreduced={"c"}> : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//>   func.func @unreduced_not_handed_on(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}], unreduced={"c"}>}) -> tensor<8xf32> {
//>     %0 = sdy.all_gather [{"a"}] %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
//>     %1 = sdy.all_reduce {"c"} %0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//> }
