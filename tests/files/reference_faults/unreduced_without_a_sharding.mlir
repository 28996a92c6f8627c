// A value without a sharding becomes unreduced like any other replicated value.
// Shardy leaves it as it is, so that every device adds the whole value to the
// sum; in @reduced_along_a_part, its verifier then rejects the all_reduce. Only
// @unchanged is as in Shardy: nothing there asks for a reshard.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true -sdy-reshard-to-collectives

sdy.mesh @mesh = <["a"=2, "d"=6]>
func.func @reduced_along_a_part(%arg0: tensor<f32>) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, [], replicated={"d":(2)3}, unreduced={"d":(1)2}>}) {
  %0 = sdy.reshard %arg0 <@mesh, [], unreduced={"d"}> : tensor<f32>
  return %0 : tensor<f32>
}
func.func @sharded(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}], replicated={"d":(2)3}, unreduced={"d":(1)2}>}) {
  return %arg0 : tensor<8xf32>
}
// The result of a barrier has no sharding, and is never unreduced.
func.func @barrier(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}], unreduced={"a"}>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}], unreduced={"a"}> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @unchanged(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"d"}>}) {
  return %arg0 : tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "d"=6]>
//>   func.func @reduced_along_a_part(%arg0: tensor<f32>) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, [], replicated={"d":(2)3}, unreduced={"d":(1)2}>}) {
//>     %0 = sdy.reshard %arg0 <@mesh, []> : tensor<f32>
//>     %1 = sdy.replicated_to_unreduced {"d"} %0 out_sharding=<@mesh, [], unreduced={"d"}> : tensor<f32>
//>     %2 = sdy.all_reduce {"d":(2)3} %1 out_sharding=<@mesh, [], unreduced={"d":(1)2}> : tensor<f32>
//>     return %2 : tensor<f32>
//>   }
//>   func.func @sharded(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}], replicated={"d":(2)3}, unreduced={"d":(1)2}>}) {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
//>     %1 = sdy.replicated_to_unreduced {"d":(1)2} %0 out_sharding=<@mesh, [{"a"}], replicated={"d":(2)3}, unreduced={"d":(1)2}> : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//>   func.func @barrier(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}], unreduced={"a"}>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) {
//>     %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@mesh, [{"d"}]> : tensor<8xf32>
//>     %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<8xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}]> : tensor<8xf32>
//>     %3 = sdy.replicated_to_unreduced {"a"} %2 out_sharding=<@mesh, [{}], unreduced={"a"}> : tensor<8xf32>
//>     return %3 : tensor<8xf32>
//>   }
//>   func.func @unchanged(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"d"}>}) {
//>     return %arg0 : tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2, "d"=6]>
//>   func.func @reduced_along_a_part(%arg0: tensor<f32>) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, [], replicated={"d":(2)3}, unreduced={"d":(1)2}>}) {
//>     %0 = sdy.reshard %arg0 <@mesh, []> : tensor<f32>
//>     %1 = sdy.replicated_to_unreduced {"d"} %0 out_sharding=<@mesh, [], unreduced={"d"}> : tensor<f32>
//>     %2 = sdy.all_reduce {"d":(2)3} %1 out_sharding=<@mesh, [], unreduced={"d":(1)2}> : tensor<f32>
//>     return %2 : tensor<f32>
//>   }
//>   func.func @sharded(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}], replicated={"d":(2)3}, unreduced={"d":(1)2}>}) {
//>     %0 = sdy.all_slice [{"a"}] %arg0 out_sharding=<@mesh, [{"a"}]> : tensor<8xf32>
//>     %1 = sdy.replicated_to_unreduced {"d":(1)2} %0 out_sharding=<@mesh, [{"a"}], replicated={"d":(2)3}, unreduced={"d":(1)2}> : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//>   func.func @barrier(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}], unreduced={"a"}>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) {
//>     %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@mesh, [{"d"}]> : tensor<8xf32>
//>     %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<8xf32>
//>     %2 = sdy.all_gather [{"d"}] %0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
//>     %3 = sdy.replicated_to_unreduced {"a"} %2 out_sharding=<@mesh, [{}], unreduced={"a"}> : tensor<8xf32>
//>     return %3 : tensor<8xf32>
//>   }
//>   func.func @unchanged(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"d"}>}) {
//>     return %arg0 : tensor<8xf32>
//>   }
//> }
