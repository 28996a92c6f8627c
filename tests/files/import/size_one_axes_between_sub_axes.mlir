// RUN: shardflow opt %s -sdy-remove-size-one-axes

// The halves of an axis become one when what stands between them goes. (Shardy
// leaves them apart, and rejects its own output.)

sdy.mesh @mesh = <["a"=4, "one"=1, "two"=1, "b"=2]>

func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2, "one", "a":(2)2}, {"two", "b", ?}p1]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}], replicated={"a":(1)2, "one"}>}) -> tensor<8x8xf32> {
  return %arg0 : tensor<8x8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=4, "one"=1, "two"=1, "b"=2]>
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b", ?}p1]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}], replicated={"a":(1)2}>}) -> tensor<8x8xf32> {
//>     return %arg0 : tensor<8x8xf32>
//>   }
//> }
