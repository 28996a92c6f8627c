// Axes of a reshape that its factors cannot hold are laid out anew.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-insert-explicit-reshards=enable-full-version=true

sdy.mesh @mesh = <["a"=4, "b"=2, "c"=3, "e"=6]>

// "a" is longer than the first factor, 2: half of it goes to each.
func.func @split(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
func.func @merge(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<2x4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// The side with more shards says how.
func.func @both(%arg0: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<24xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", "b", "c"}]>]>} : (tensor<6x4xf32>) -> tensor<24xf32>
  return %0 : tensor<24xf32>
}
// A third fits into 3, but it would be in front of the halves then.
func.func @parts(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"e"}]>}) -> tensor<4x3xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<12xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
// "c" goes to 6, half of "a" to 2 and the other half to 6; the axes of 12 are
// then in another order.
func.func @order(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", "a"}]>}) -> tensor<2x6xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<12xf32>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}
// No factor takes a third, nor what comes after it.
func.func @third(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", "b"}]>}) -> tensor<2x4xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : (tensor<8xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
// Nothing has to change.
func.func @kept(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>}) -> tensor<2x4xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(1)2}, {"a":(2)2, "b"}]>]>} : (tensor<8xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
// Axes of size 1 go with the first dimension that can take any.
sdy.mesh @with_one = <["one"=1, "d"=4]>
func.func @ones(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@with_one, [{"one", "d"}, {}]>}) -> tensor<8xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@with_one, [{}]>]>} : (tensor<2x4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=4, "b"=2, "c"=3, "e"=6]>
//>   func.func @split(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(1)2}, {"a":(2)2}]>]>} : (tensor<8xf32>) -> tensor<2x4xf32>
//>     %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<2x4xf32>
//>     return %1 : tensor<2x4xf32>
//>   }
//>   func.func @merge(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<2x4xf32>) -> tensor<8xf32>
//>     %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//>   func.func @both(%arg0: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<24xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"a":(1)2, "c"}, {"a":(2)2, "b"}]> : tensor<6x4xf32>
//>     %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(1)2, "c", "a":(2)2, "b"}]>]>} : (tensor<6x4xf32>) -> tensor<24xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{"a", "b", "c"}]> : tensor<24xf32>
//>     %3 = sdy.reshard %2 <@mesh, [{}]> : tensor<24xf32>
//>     return %3 : tensor<24xf32>
//>   }
//>   func.func @parts(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"e"}]>}) -> tensor<4x3xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"e":(1)2}]> : tensor<12xf32>
//>     %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"e":(1)2}, {}]>]>} : (tensor<12xf32>) -> tensor<4x3xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<4x3xf32>
//>     return %2 : tensor<4x3xf32>
//>   }
//>   func.func @order(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", "a"}]>}) -> tensor<2x6xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"a":(1)2, "c", "a":(2)2}]> : tensor<12xf32>
//>     %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(1)2}, {"c", "a":(2)2}]>]>} : (tensor<12xf32>) -> tensor<2x6xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<2x6xf32>
//>     return %2 : tensor<2x6xf32>
//>   }
//>   func.func @third(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", "b"}]>}) -> tensor<2x4xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{}]> : tensor<8xf32>
//>     %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8xf32>) -> tensor<2x4xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {"b"}]> : tensor<2x4xf32>
//>     %3 = sdy.reshard %2 <@mesh, [{}, {}]> : tensor<2x4xf32>
//>     return %3 : tensor<2x4xf32>
//>   }
//>   func.func @kept(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>}) -> tensor<2x4xf32> {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(1)2}, {"a":(2)2, "b"}]>]>} : (tensor<8xf32>) -> tensor<2x4xf32>
//>     %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<2x4xf32>
//>     return %1 : tensor<2x4xf32>
//>   }
//>   sdy.mesh @with_one = <["one"=1, "d"=4]>
//>   func.func @ones(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@with_one, [{"one", "d"}, {}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@with_one, [{"one", "d"}]>]>} : (tensor<2x4xf32>) -> tensor<8xf32>
//>     %1 = sdy.reshard %0 <@with_one, [{}]> : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=4, "b"=2, "c"=3, "e"=6]>
//>   func.func @split(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(1)2}, {"a":(2)2}]>]>} : (tensor<8xf32>) -> tensor<2x4xf32>
//>     %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<2x4xf32>
//>     return %1 : tensor<2x4xf32>
//>   }
//>   func.func @merge(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<2x4xf32>) -> tensor<8xf32>
//>     %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//>   func.func @both(%arg0: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<24xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"a":(1)2, "c"}, {"a":(2)2, "b"}]> : tensor<6x4xf32>
//>     %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(1)2, "c", "a":(2)2, "b"}]>]>} : (tensor<6x4xf32>) -> tensor<24xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{"a", "b", "c"}]> : tensor<24xf32>
//>     %3 = sdy.reshard %2 <@mesh, [{}]> : tensor<24xf32>
//>     return %3 : tensor<24xf32>
//>   }
//>   func.func @parts(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"e"}]>}) -> tensor<4x3xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"e":(1)2}]> : tensor<12xf32>
//>     %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"e":(1)2}, {}]>]>} : (tensor<12xf32>) -> tensor<4x3xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<4x3xf32>
//>     return %2 : tensor<4x3xf32>
//>   }
//>   func.func @order(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", "a"}]>}) -> tensor<2x6xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"a":(1)2, "c", "a":(2)2}]> : tensor<12xf32>
//>     %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(1)2}, {"c", "a":(2)2}]>]>} : (tensor<12xf32>) -> tensor<2x6xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<2x6xf32>
//>     return %2 : tensor<2x6xf32>
//>   }
//>   func.func @third(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", "b"}]>}) -> tensor<2x4xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{}]> : tensor<8xf32>
//>     %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8xf32>) -> tensor<2x4xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {"b"}]> : tensor<2x4xf32>
//>     %3 = sdy.reshard %2 <@mesh, [{}, {}]> : tensor<2x4xf32>
//>     return %3 : tensor<2x4xf32>
//>   }
//>   func.func @kept(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>}) -> tensor<2x4xf32> {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(1)2}, {"a":(2)2, "b"}]>]>} : (tensor<8xf32>) -> tensor<2x4xf32>
//>     %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<2x4xf32>
//>     return %1 : tensor<2x4xf32>
//>   }
//>   sdy.mesh @with_one = <["one"=1, "d"=4]>
//>   func.func @ones(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@with_one, [{"one", "d"}, {}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@with_one, [{"one", "d"}]>]>} : (tensor<2x4xf32>) -> tensor<8xf32>
//>     %1 = sdy.reshard %0 <@with_one, [{}]> : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//> }
