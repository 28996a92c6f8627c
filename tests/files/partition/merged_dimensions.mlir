// Dimensions that a reshape merges, whose result is sharded along axes that
// don't fit them one by one. Each device has all it needs, and cuts out its
// part after the reshape.
// RUN: shardflow partition --propagate -q --check %s

// Six heads on four devices.
sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func public @main(%arg0: tensor<16x6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>})
    -> tensor<16x48xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<16x6x8xf32>) -> tensor<16x48xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"data"}, {"model"}]> : tensor<16x48xf32>
  return %1 : tensor<16x48xf32>
}

//> module {
//>   sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
//>   func.func public @main(%arg0: tensor<8x6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}) -> (tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) {
//>     %0 = stablehlo.reshape %arg0 : (tensor<8x6x8xf32>) -> tensor<8x48xf32>
//>     %c = stablehlo.constant dense<0> : tensor<i64>
//>     %1 = stablehlo.partition_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<[0, 12, 24, 36, 0, 12, 24, 36]> : tensor<8xi64>
//>     %3 = stablehlo.dynamic_slice %c_0, %2, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
//>     %5 = stablehlo.dynamic_slice %0, %c, %4, sizes = [8, 12] : (tensor<8x48xf32>, tensor<i64>, tensor<i64>) -> tensor<8x12xf32>
//>     return %5 : tensor<8x12xf32>
//>   }
//> }
