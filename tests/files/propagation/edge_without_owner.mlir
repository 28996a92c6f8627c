// RUN: shardflow opt %s -sdy-basic-propagate

// An edge op on a value that owns no edge stands alone.
sdy.mesh @mesh = <["a"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %1 = stablehlo.add %arg0, %arg0 : tensor<8xf32>
  %2 = sdy.data_flow_edge %1 sharding=<@mesh, [{?}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}]>]>} : tensor<8xf32>
//>     %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{?}]> : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//> }
