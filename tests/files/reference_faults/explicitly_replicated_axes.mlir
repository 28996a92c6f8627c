// Explicitly replicated axes: Shardy writes axes twice.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @replicated(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}], replicated={"a"}>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @replicated(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}], replicated={"a"}>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x8xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
//>     %1 = sdy.reshard %arg1 <@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
//>     %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : tensor<8x8xf32>
//>     %3 = sdy.reshard %2 <@mesh, [{}, {}]> : tensor<8x8xf32>
//>     return %3 : tensor<8x8xf32>
//>   }
//> }
