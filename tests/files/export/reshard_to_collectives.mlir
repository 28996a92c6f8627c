// Each reshard becomes the collectives of its plan.
// RUN: shardflow opt %s -sdy-reshard-to-collectives
// RUN: shardflow opt %s -sdy-reshard-to-collectives='keep-redundant-reshards=true plan=best'
// RUN: shardflow opt %s -sdy-reshard-to-collectives=plan=fastest

sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @turned = <["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @six = <["z"=6]>
sdy.mesh @one = <[], device_ids=[0]>

// A slice, a gather, both: what one device holds has to be no more than needed.
func.func @slice(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"y"}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
func.func @gather(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"y":(1)2}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
func.func @move(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"y"}, {}]> : tensor<16x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"x", "y"}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}
// The same layout, spelled open: nothing to do.
func.func @redundant(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"x", ?}, {?}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
// The target's mesh lists the devices in another order.
func.func @devices(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.reshard %arg0 <@turned, [{}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
// Sub-axes that cannot be cut out of one axis: in turn, not at once.
func.func @sub_axes(%arg0: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@six, [{"z":(1)2}, {}]>}) -> tensor<6x6xf32> {
  %0 = sdy.reshard %arg0 <@six, [{"z":(1)3}, {}]> : tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
// Through a barrier; unreduced axes stay.
func.func @barrier(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) -> tensor<16x8xf32> {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<16x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{"y"}, {}], unreduced={"x"}> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}
// Not for collectives: one device, and a mesh with other axes.
func.func @stays(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = sdy.reshard %arg0 <@one, []> : tensor<16x8xf32>
  %1 = sdy.reshard %arg0 <@six, [{}, {"z":(1)2}]> : tensor<16x8xf32>
  return %0, %1 : tensor<16x8xf32>, tensor<16x8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   sdy.mesh @turned = <["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
//>   sdy.mesh @six = <["z"=6]>
//>   sdy.mesh @one = <[], device_ids=[0]>
//>   func.func @slice(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
//>     %0 = sdy.all_slice [{"y"}, {"x"}] %arg0 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<16x8xf32>
//>     return %0 : tensor<16x8xf32>
//>   }
//>   func.func @gather(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) -> tensor<16x8xf32> {
//>     %0 = sdy.all_gather [{"y":(2)2, "x"}, {}] %arg0 out_sharding=<@mesh, [{"y":(1)2}, {}]> : tensor<16x8xf32>
//>     return %0 : tensor<16x8xf32>
//>   }
//>   func.func @move(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
//>     %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"y":(1)2}, {"x", "y":(2)2}]> : tensor<16x8xf32>
//>     %1 = sdy.all_to_all [{"y":(2)2}: 1->0] %0 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<16x8xf32>
//>     %2 = sdy.all_gather [{}, {"x"}] %1 out_sharding=<@mesh, [{"y"}, {}]> : tensor<16x8xf32>
//>     %3 = sdy.all_slice [{}, {"x"}] %2 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<16x8xf32>
//>     %4 = sdy.all_to_all [{"y"}: 0->1] %3 out_sharding=<@mesh, [{}, {"x", "y"}]> : tensor<16x8xf32>
//>     return %4 : tensor<16x8xf32>
//>   }
//>   func.func @redundant(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
//>     return %arg0 : tensor<16x8xf32>
//>   }
//>   func.func @devices(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
//>     %0 = sdy.collective_permute %arg0 out_sharding=<@turned, [{"x"}, {}]> : tensor<16x8xf32>
//>     %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@turned, [{}, {"x"}]> : tensor<16x8xf32>
//>     return %1 : tensor<16x8xf32>
//>   }
//>   func.func @sub_axes(%arg0: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@six, [{"z":(1)2}, {}]>}) -> tensor<6x6xf32> {
//>     %0 = sdy.all_gather [{"z":(1)2}, {}] %arg0 out_sharding=<@six, [{}, {}]> : tensor<6x6xf32>
//>     %1 = sdy.all_slice [{"z":(1)3}, {}] %0 out_sharding=<@six, [{"z":(1)3}, {}]> : tensor<6x6xf32>
//>     return %1 : tensor<6x6xf32>
//>   }
//>   func.func @barrier(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) -> tensor<16x8xf32> {
//>     %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<16x8xf32>
//>     %1 = sdy.all_slice [{"y"}, {}] %arg0 out_sharding=<@mesh, [{"y"}, {}], unreduced={"x"}> : tensor<16x8xf32>
//>     return %1 : tensor<16x8xf32>
//>   }
//>   func.func @stays(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.reshard %arg0 <@one, []> : tensor<16x8xf32>
//>     %1 = sdy.reshard %arg0 <@six, [{}, {"z":(1)2}]> : tensor<16x8xf32>
//>     return %0, %1 : tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   sdy.mesh @turned = <["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
//>   sdy.mesh @six = <["z"=6]>
//>   sdy.mesh @one = <[], device_ids=[0]>
//>   func.func @slice(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
//>     %0 = sdy.all_slice [{"y"}, {"x"}] %arg0 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<16x8xf32>
//>     return %0 : tensor<16x8xf32>
//>   }
//>   func.func @gather(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) -> tensor<16x8xf32> {
//>     %0 = sdy.all_gather [{"y":(2)2, "x"}, {}] %arg0 out_sharding=<@mesh, [{"y":(1)2}, {}]> : tensor<16x8xf32>
//>     return %0 : tensor<16x8xf32>
//>   }
//>   func.func @move(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
//>     %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"y", "x"}]> : tensor<16x8xf32>
//>     %1 = sdy.all_to_all [{"y", "x"}: 1->0] %0 out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<16x8xf32>
//>     %2 = sdy.all_gather [{"x"}, {}] %1 out_sharding=<@mesh, [{"y"}, {}]> : tensor<16x8xf32>
//>     %3 = sdy.all_slice [{}, {"x"}] %2 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<16x8xf32>
//>     %4 = sdy.all_to_all [{"y"}: 0->1] %3 out_sharding=<@mesh, [{}, {"x", "y"}]> : tensor<16x8xf32>
//>     return %4 : tensor<16x8xf32>
//>   }
//>   func.func @redundant(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"x", ?}, {?}]> : tensor<16x8xf32>
//>     return %0 : tensor<16x8xf32>
//>   }
//>   func.func @devices(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
//>     %0 = sdy.all_slice [{"y":(1)2}, {"y":(2)2}] %arg0 out_sharding=<@mesh, [{"x", "y":(1)2}, {"y":(2)2}]> : tensor<16x8xf32>
//>     %1 = sdy.collective_permute %0 out_sharding=<@turned, [{"y"}, {"x"}]> : tensor<16x8xf32>
//>     %2 = sdy.all_gather [{"y"}, {}] %1 out_sharding=<@turned, [{}, {"x"}]> : tensor<16x8xf32>
//>     return %2 : tensor<16x8xf32>
//>   }
//>   func.func @sub_axes(%arg0: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@six, [{"z":(1)2}, {}]>}) -> tensor<6x6xf32> {
//>     %0 = sdy.all_slice [{"z":(2)3}, {}] %arg0 out_sharding=<@six, [{"z"}, {}]> : tensor<6x6xf32>
//>     %1 = sdy.all_gather [{"z":(3)2}, {}] %0 out_sharding=<@six, [{"z":(1)3}, {}]> : tensor<6x6xf32>
//>     return %1 : tensor<6x6xf32>
//>   }
//>   func.func @barrier(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) -> tensor<16x8xf32> {
//>     %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<16x8xf32>
//>     %1 = sdy.all_slice [{"y"}, {}] %arg0 out_sharding=<@mesh, [{"y"}, {}], unreduced={"x"}> : tensor<16x8xf32>
//>     return %1 : tensor<16x8xf32>
//>   }
//>   func.func @stays(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.reshard %arg0 <@one, []> : tensor<16x8xf32>
//>     %1 = sdy.reshard %arg0 <@six, [{}, {"z":(1)2}]> : tensor<16x8xf32>
//>     return %0, %1 : tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//> }
//# RUN 3
//! error: sdy-reshard-to-collectives: 'fastest' is not a value of option plan
// EXIT: 1
