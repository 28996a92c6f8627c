// RUN: shardflow opt %s -sdy-export-pipeline

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {?}]>}) -> tensor<6x8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {"b", ?}]> : tensor<6x8xf32>
  %1 = stablehlo.constant dense<0.0> : tensor<6x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<6x8xf32>
  return %2 : tensor<6x8xf32>
}

//> module {
//>   func.func @main(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2]>, [{"a"}, {}]>}) -> tensor<6x8xf32> {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<6x8xf32>
//>     %0 = sdy.reshard %arg0 <mesh<["a"=2, "b"=2]>, [{}, {"b"}]> : tensor<6x8xf32>
//>     %1 = stablehlo.add %0, %cst : tensor<6x8xf32>
//>     return %1 : tensor<6x8xf32>
//>   }
//> }
