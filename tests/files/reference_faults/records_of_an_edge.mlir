// A record of propagation from one source of an edge to another, where the edge
// itself got nothing: Shardy rejects what it wrote there.
// RUN: shardflow opt %s

sdy.mesh @mesh = <["a"=3]>
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
  %0 = "stablehlo.case"(%arg1) ({
    stablehlo.return %arg0 : tensor<8xf32>
  }, {
    stablehlo.return %arg0 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{}]> {sdy.propagation_edges = #sdy.propagation_edges<[{step-2 = [{"a" = operand-2 -> [operand-1]}]}]>} : tensor<8xf32>
  return %1 : tensor<8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=3]>
//>   func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
//>     %0 = "stablehlo.case"(%arg1) ({
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }, {
//>       stablehlo.return %arg0 : tensor<8xf32>
//>     }) : (tensor<i32>) -> tensor<8xf32>
//>     %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{}]> {sdy.propagation_edges = #sdy.propagation_edges<[{step-2 = [{"a" = operand-2 -> [operand-1]}]}]>} : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//> }
