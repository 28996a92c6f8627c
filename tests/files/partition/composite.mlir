// A composite is computed as its decomposition is, on the shards.
// RUN: shardflow partition --check %s

sdy.mesh @mesh = <["data"=4, "model"=2]>

func.func public @main(%arg0: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) -> tensor<64x128xf32> {
  %0 = stablehlo.composite "my.softsign" %arg0 {decomposition = @my.softsign} : (tensor<64x128xf32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}
func.func private @my.softsign(%arg0: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = stablehlo.abs %arg0 : tensor<64x128xf32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<64x128xf32>
  %1 = stablehlo.add %cst, %0 : tensor<64x128xf32>
  %2 = stablehlo.divide %arg0, %1 : tensor<64x128xf32>
  return %2 : tensor<64x128xf32>
}

//> module {
//>   sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
//>   func.func public @main(%arg0: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) -> (tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) {
//>     %0 = stablehlo.abs %arg0 : tensor<16x64xf32>
//>     %cst = stablehlo.constant dense<1.000000e+00> : tensor<16x64xf32>
//>     %1 = stablehlo.add %0, %cst : tensor<16x64xf32>
//>     %2 = stablehlo.divide %arg0, %1 : tensor<16x64xf32>
//>     return %2 : tensor<16x64xf32>
//>   }
//> }
