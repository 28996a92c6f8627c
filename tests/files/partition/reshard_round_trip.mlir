// Every device has the whole of %a. Where the concatenation needs it whole, it isn't
// gathered from the shards that the other reader of %0 uses.
// RUN: shardflow partition --check %s

sdy.mesh @mesh = <["x"=4]>

func.func @main(%a: tensor<24x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<24x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<24x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"x"}, {}]> : tensor<24x10xf32>
  %1 = stablehlo.cosine %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<24x10xf32>
  %2 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<24x10xf32>
  %3 = stablehlo.sine %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<24x10xf32>
  return %1, %3 : tensor<24x10xf32>, tensor<24x10xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<24x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<6x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<24x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
//>     %0 = stablehlo.partition_id : tensor<ui32>
//>     %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 6, 12, 18]> : tensor<4xi64>
//>     %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>     %4 = stablehlo.dynamic_slice %arg0, %3, %c_0, sizes = [6, 10] : (tensor<24x10xf32>, tensor<i64>, tensor<i64>) -> tensor<6x10xf32>
//>     %5 = stablehlo.cosine %4 : tensor<6x10xf32>
//>     %6 = stablehlo.sine %arg0 : tensor<24x10xf32>
//>     return %5, %6 : tensor<6x10xf32>, tensor<24x10xf32>
//>   }
//> }
