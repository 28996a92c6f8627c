// What becomes unreduced: parts of what was sharded, and what was replicated.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true

sdy.mesh @mesh = <["a"=4, "b"=2]>

func.func @parts(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}, {"b"}], unreduced={"a":(2)2}>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a", "b"}>}) {
  return %arg0, %arg0 : tensor<8x8xf32>, tensor<8x8xf32>
}
func.func @replicated(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}, {}], unreduced={"a":(2)2, "b"}>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a", "b"}>}) {
  return %arg0, %arg0 : tensor<8x8xf32>, tensor<8x8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=4, "b"=2]>
//>   func.func @parts(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}, {"b"}], unreduced={"a":(2)2}>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a", "b"}>}) {
//>     %0 = sdy.sharded_to_unreduced [{"a":(2)2}, {}] %arg0 out_sharding=<@mesh, [{"a":(1)2}, {"b"}], unreduced={"a":(2)2}> : tensor<8x8xf32>
//>     %1 = sdy.sharded_to_unreduced [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a", "b"}> : tensor<8x8xf32>
//>     return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func @replicated(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}, {}], unreduced={"a":(2)2, "b"}>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a", "b"}>}) {
//>     %0 = sdy.replicated_to_unreduced {"a":(2)2, "b"} %arg0 out_sharding=<@mesh, [{"a":(1)2}, {}], unreduced={"a":(2)2, "b"}> : tensor<8x8xf32>
//>     %1 = sdy.replicated_to_unreduced {"a":(2)2, "b"} %arg0 out_sharding=<@mesh, [{"a":(1)2}, {}], unreduced={"a":(2)2, "b"}> : tensor<8x8xf32>
//>     %2 = sdy.sharded_to_unreduced [{"a":(1)2}, {}] %1 out_sharding=<@mesh, [{}, {}], unreduced={"a", "b"}> : tensor<8x8xf32>
//>     return %0, %2 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//> }
