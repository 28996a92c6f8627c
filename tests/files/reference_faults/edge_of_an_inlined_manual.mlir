// RUN: shardflow opt %s -canonicalize

// Shardy inlines these, and its verifier then rejects the edges, which are edges
// of nothing. They stay until the edges are gone.

sdy.mesh @mesh = <["x"=2, "o"=1]>

func.func @edge_of_an_argument(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"o"}]>] out_shardings=[<@mesh, [{"o"}]>] manual_axes={"o"} (%arg1: tensor<8xf32>) {
    %1 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
    %2 = stablehlo.negate %1 : tensor<8xf32>
    sdy.return %2 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @edge_of_a_result(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"o"}]>] out_shardings=[<@mesh, [{"o"}]>] manual_axes={"o"} (%arg1: tensor<8xf32>) {
    %1 = stablehlo.negate %arg1 : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2, "o"=1]>
//>   func.func @edge_of_an_argument(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"o"}]>] out_shardings=[<@mesh, [{"o"}]>] manual_axes={"o"} (%arg1: tensor<8xf32>) {
//>       %1 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
//>       %2 = stablehlo.negate %1 : tensor<8xf32>
//>       sdy.return %2 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func @edge_of_a_result(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"o"}]>] out_shardings=[<@mesh, [{"o"}]>] manual_axes={"o"} (%arg1: tensor<8xf32>) {
//>       %2 = stablehlo.negate %arg1 : tensor<8xf32>
//>       sdy.return %2 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//> }
