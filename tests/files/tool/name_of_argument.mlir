// A reshard of an argument carries the argument's name, but isn't meant by it.
// RUN: shardflow show -p %s --name x --spec
// RUN: shardflow show --as-is %s --name "*" --spec
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>} loc("x")) -> tensor<8x8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"b"}, {}]> : tensor<8x8xf32> loc("x")
  %1 = stablehlo.tanh %0 : tensor<8x8xf32> loc("y")
  return %1 : tensor<8x8xf32>
}

//# RUN 1
//> x (%arg0)  tensor<8x8xf32>  %s:5
//> P('a', None)
//> mesh <["a"=2, "b"=2]>
//> each device holds 4x8, 128 B of 256 B
//>
//> rows: dimension 0 over "a"
//>
//>       +-----+
//>   0:4 | 0,1 |
//>       +-----+
//>   4:8 | 2,3 |
//>       +-----+
//# RUN 2
//> x (%arg0)  tensor<8x8xf32>  %s:5
//> P('a', None)
//> mesh <["a"=2, "b"=2]>
//> each device holds 4x8, 128 B of 256 B
//>
//> rows: dimension 0 over "a"
//>
//>       +-----+
//>   0:4 | 0,1 |
//>       +-----+
//>   4:8 | 2,3 |
//>       +-----+
//>
//> y (%1)  tensor<8x8xf32>  stablehlo.tanh
//> no sharding: each device holds all of it, 256 B
