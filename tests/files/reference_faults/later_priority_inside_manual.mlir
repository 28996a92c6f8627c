// An axis that waits for the turn of its priority, in a manual computation:
// Shardy gives it to another dimension in the meantime.
// RUN: shardflow opt %s -sdy-add-data-flow-edges -sdy-user-priority-propagate

sdy.mesh @mesh = <["a"=8, "b"=3, "c"=4]>
func.func @main(%arg0: tensor<6x3x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}, {"a"}]>}) -> tensor<6x3x3xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"b", "c"}p0, {"a":(1)2}p2, {?}]>] out_shardings=[<@mesh, [{"b", "c"}p0, {"a":(1)2}p2, {?}]>] manual_axes={"b"} (%arg1: tensor<2x3x3xf32>) {
    sdy.return %arg1 : tensor<2x3x3xf32>
  } : (tensor<6x3x3xf32>) -> tensor<6x3x3xf32>
  return %0 : tensor<6x3x3xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=8, "b"=3, "c"=4]>
//>   func.func @main(%arg0: tensor<6x3x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}, {"a"}]>}) -> (tensor<6x3x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "c", ?}, {"a":(1)2, ?}, {?}]>}) {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"b", "c"}p0, {"a":(1)2}p2, {?}]>] out_shardings=[<@mesh, [{"b", "c"}p0, {"a":(1)2}p2, {?}]>] manual_axes={"b"} (%arg1: tensor<2x3x3xf32>) {
//>       %2 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{"c"}, {"a":(1)2}, {?}]> : tensor<2x3x3xf32>
//>       sdy.return %2 : tensor<2x3x3xf32>
//>     } : (tensor<6x3x3xf32>) -> tensor<6x3x3xf32>
//>     %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"b", "c"}, {"a":(1)2}, {?}]> : tensor<6x3x3xf32>
//>     return %1 : tensor<6x3x3xf32>
//>   }
//> }
