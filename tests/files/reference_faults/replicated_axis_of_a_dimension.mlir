// A dimension gets an axis that the operand is explicitly replicated along,
// before the tensor becomes unreduced: Shardy has the axis in both places.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"b", "c"}>}) -> tensor<8x6xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"b"}, {}], unreduced={"a"}> : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
//>   func.func @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"b", "c"}>}) -> tensor<8x6xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"b"}, {}], replicated={"c"}> : tensor<8x6xf32>
//>     %1 = sdy.replicated_to_unreduced {"a"} %0 out_sharding=<@mesh, [{"b"}, {}], unreduced={"a"}> : tensor<8x6xf32>
//>     %2 = sdy.all_reduce {"a"} %1 out_sharding=<@mesh, [{"b"}, {}]> : tensor<8x6xf32>
//>     return %2 : tensor<8x6xf32>
//>   }
//> }
