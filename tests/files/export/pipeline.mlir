// RUN: shardflow opt %s -sdy-export-pipeline

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {?}]>}) -> tensor<6x8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {"b", ?}]> : tensor<6x8xf32>
  %1 = stablehlo.constant dense<0.0> : tensor<6x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<6x8xf32>
  return %2 : tensor<6x8xf32>
}
