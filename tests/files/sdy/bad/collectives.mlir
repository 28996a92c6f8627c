// RUN: shardflow opt %s -split-input-file -allow-unregistered-dialect

// Collectives that do not give their out_sharding, and reshards.

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@nowhere, [{}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @other = <["x"=2]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@other, [{}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"a"}, {}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"a"}, {"a"}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"b":(1)2, "b":(2)2}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"b":(0)2}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"b":(2)1}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"b":(1)2}, {}] %arg0 out_sharding=<@mesh, [{"b":(2)2}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"b":(2)2}, {}] %arg0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"b"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_slice [{"b"}, {}] %arg0 out_sharding=<@mesh, [{"b", "a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_slice [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_slice [{}, {"b", "b"}] %arg0 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_slice [{}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_to_all [] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 2->0] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 0->-1] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 0->2] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 0->0] %arg0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {"c"}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 0->1, {"c"}: 1->0] %arg0 out_sharding=<@mesh, [{"c"}, {"b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}, {"c"}, {}]>}) -> tensor<16x16x16x16xf32> {
  %0 = sdy.all_to_all [{"c"}: 2->3, {"b"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"b"}, {}, {"c"}]> : tensor<16x16x16x16xf32>
  return %0 : tensor<16x16x16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_to_all [{"a"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 0->1] %arg0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}, {"a"}]>}) -> tensor<16x16x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"b"}, {}]> : tensor<16x16x16xf32>
  return %0 : tensor<16x16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_to_all [{"b", "b"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @other = <["x"=2]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@other, [{"x"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @same = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@same, [{"a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_reduce {"b"} %arg0 out_sharding=<@mesh, [{}, {"a"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"b"}>}) -> tensor<16x16xf32> {
  %0 = sdy.all_reduce {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], replicated={"b"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b"}>}) -> tensor<16x16xf32> {
  %0 = sdy.all_reduce {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_reduce {"c", "b"} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_reduce {"b", "b"} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_reduce {"b":(0)2} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_reduce {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"c"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced=max{"b"}>}) -> tensor<16x16xf32> {
  %0 = sdy.all_reduce {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reduce_scatter [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reduce_scatter [{"b"}, {}] %arg0 out_sharding=<@mesh, [{"b", "a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced=max{"b"}>}) -> tensor<16x16xf32> {
  %0 = sdy.reduce_scatter [{"b"}, {}] %arg0 out_sharding=<@mesh, [{"a", "b"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b"}>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.sharded_to_unreduced [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced=max{"a"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.sharded_to_unreduced [{"b"}, {}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.sharded_to_unreduced [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"b"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.sharded_to_unreduced [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.replicated_to_unreduced {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced=min{"b"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.replicated_to_unreduced {"b"} %arg0 out_sharding=<@mesh, [{}, {"a"}], unreduced={"b"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.replicated_to_unreduced {} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.replicated_to_unreduced {"a"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b"}>}) -> tensor<16x16xf32> {
  %0 = sdy.replicated_to_unreduced {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.replicated_to_unreduced {"c", "b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b", "c"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.replicated_to_unreduced {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"c"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.replicated_to_unreduced {"b":(0)2} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b"}>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}], unreduced={"b", "c"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b"}>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}], unreduced=max{"b"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}], unreduced=max{"b"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"a"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @main(%arg0: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{}, {}] %0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

// -----

"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
  "func.func"() <{function_type = (tensor<8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8xf32>):
    %0 = "sdy.all_gather"(%arg0) <{gathering_axes = #sdy.list_of_axis_ref_lists<[{"a"}]>}> : (tensor<8xf32>) -> tensor<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

//! %s:7:8: error: 'sdy.all_gather' op collective on operand without sharding
//!   %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:15:8: error: 'sdy.all_gather' op sharding doesn't match tensor rank: 1 != 2
//!   %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}]> : tensor<16x16xf32>
//!        ^
//! %s:23:8: error: 'sdy.all_gather' op unknown mesh: @nowhere
//!   %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@nowhere, [{}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:32:8: error: 'sdy.all_gather' op result mesh does not match operand mesh
//!   %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@other, [{}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:31:17: note: operand mesh: #sdy.mesh<["a"=2, "b"=4, "c"=8]>
//! func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
//!                 ^
//! %s:40:8: error: 'sdy.all_gather' op result sharding has rank 2 but collective axes has rank 3
//!   %0 = sdy.all_gather [{"a"}, {}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:48:8: error: 'sdy.all_gather' op unknown axis name: "x"
//!   %0 = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:56:8: error: 'sdy.all_gather' op duplicate axis ref: "a"
//!   %0 = sdy.all_gather [{"a"}, {"a"}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:64:8: error: 'sdy.all_gather' op two consecutive sub-axes can be merged: "b":(1)2, "b":(2)2
//!   %0 = sdy.all_gather [{"b":(1)2, "b":(2)2}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:72:8: error: 'sdy.all_gather' op sub-axis pre-size must be at least 1: "b":(0)2
//!   %0 = sdy.all_gather [{"b":(0)2}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:80:8: error: 'sdy.all_gather' op sub-axis sizes must be greater than 1: "b":(2)1
//!   %0 = sdy.all_gather [{"b":(2)1}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:88:8: error: 'sdy.all_gather' op can't apply gathering axis "a" to operand sharding on dimension 0
//!   %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:96:8: error: 'sdy.all_gather' op can't apply gathering axis "b":(1)2 to operand sharding on dimension 0
//!   %0 = sdy.all_gather [{"b":(1)2}, {}] %arg0 out_sharding=<@mesh, [{"b":(2)2}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:104:8: error: 'sdy.all_gather' op result sharding doesn't match expected sharding ["b":(1)2] on dimension 0
//!   %0 = sdy.all_gather [{"b":(2)2}, {}] %arg0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:112:8: error: 'sdy.all_gather' op result sharding doesn't match expected sharding [] on dimension 1
//!   %0 = sdy.all_gather [{"b"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<16x16xf32>
//!        ^
//! %s:120:8: error: 'sdy.all_slice' op result sharding doesn't match expected sharding ["a", "b"] on dimension 0
//!   %0 = sdy.all_slice [{"b"}, {}] %arg0 out_sharding=<@mesh, [{"b", "a"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:128:8: error: 'sdy.all_slice' op result sharding doesn't match expected sharding ["a", "a"] on dimension 0
//!   %0 = sdy.all_slice [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:136:8: error: 'sdy.all_slice' op duplicate axis ref: "b"
//!   %0 = sdy.all_slice [{}, {"b", "b"}] %arg0 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<16x16xf32>
//!        ^
//! %s:144:8: error: 'sdy.all_slice' op result sharding has rank 2 but collective axes has rank 1
//!   %0 = sdy.all_slice [{}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:152:8: error: 'sdy.all_to_all' op parameter list is empty
//!   %0 = sdy.all_to_all [] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
//!        ^
//! %s:160:8: error: 'sdy.all_to_all' op source dimension 2 is out of range [0, 2)
//!   %0 = sdy.all_to_all [{"b"}: 2->0] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
//!        ^
//! %s:168:8: error: 'sdy.all_to_all' op target dimension -1 is out of range [0, 2)
//!   %0 = sdy.all_to_all [{"b"}: 0->-1] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
//!        ^
//! %s:176:8: error: 'sdy.all_to_all' op target dimension 2 is out of range [0, 2)
//!   %0 = sdy.all_to_all [{"b"}: 0->2] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
//!        ^
//! %s:184:8: error: 'sdy.all_to_all' op overlapping source/target dimensions in all-to-all params: 0
//!   %0 = sdy.all_to_all [{"b"}: 0->0] %arg0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:192:8: error: 'sdy.all_to_all' op overlapping source/target dimensions in all-to-all params: 1
//!   %0 = sdy.all_to_all [{"b"}: 0->1, {"c"}: 1->0] %arg0 out_sharding=<@mesh, [{"c"}, {"b"}]> : tensor<16x16xf32>
//!        ^
//! %s:200:8: error: 'sdy.all_to_all' op source dimensions are not sorted in ascending order: 0 appears after 2
//!   %0 = sdy.all_to_all [{"c"}: 2->3, {"b"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"b"}, {}, {"c"}]> : tensor<16x16x16x16xf32>
//!        ^
//! %s:208:8: error: 'sdy.all_to_all' op can't apply all-to-all axis "a" to operand sharding on dimension 0
//!   %0 = sdy.all_to_all [{"a"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
//!        ^
//! %s:216:8: error: 'sdy.all_to_all' op result sharding doesn't match expected sharding [] on dimension 0
//!   %0 = sdy.all_to_all [{"b"}: 0->1] %arg0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:224:8: error: 'sdy.all_to_all' op result sharding doesn't match expected sharding ["a"] on dimension 2
//!   %0 = sdy.all_to_all [{"b"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"b"}, {}]> : tensor<16x16x16xf32>
//!        ^
//! %s:232:8: error: 'sdy.all_to_all' op duplicate axis ref: "b"
//!   %0 = sdy.all_to_all [{"b", "b"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
//!        ^
//! %s:240:8: error: 'sdy.all_to_all' op unknown axis name: "x"
//!   %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"b"}]> : tensor<16x16xf32>
//!        ^
//! %s:248:8: error: 'sdy.collective_permute' op sharded size of result doesn't match operand on dimension 0: 4 != 2
//!   %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:257:8: error: 'sdy.collective_permute' op result mesh has different axes than operand mesh
//!   %0 = sdy.collective_permute %arg0 out_sharding=<@other, [{"x"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:256:17: note: operand mesh: #sdy.mesh<["a"=2, "b"=4, "c"=8]>
//! func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
//!                 ^
//! %s:266:8: error: 'sdy.collective_permute' op result mesh name is different but same device ids as operand
//!   %0 = sdy.collective_permute %arg0 out_sharding=<@same, [{"a"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:265:17: note: operand mesh: #sdy.mesh<["a"=2, "b"=4, "c"=8]>
//! func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x16xf32> {
//!                 ^
//! %s:274:8: error: 'sdy.collective_permute' op sharded size of result doesn't match operand on dimension 1: 4 != 1
//!   %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<16x16xf32>
//!        ^
//! %s:282:8: error: 'sdy.all_reduce' op operand and result shardings are not equivalent
//!   %0 = sdy.all_reduce {"b"} %arg0 out_sharding=<@mesh, [{}, {"a"}]> : tensor<16x16xf32>
//!        ^
//! %s:290:8: error: 'sdy.all_reduce' op reduction axis "a" overlaps with operand dimension sharding or replicated axes
//!   %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:298:8: error: 'sdy.all_reduce' op reduction axis "b" overlaps with operand dimension sharding or replicated axes
//!   %0 = sdy.all_reduce {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], replicated={"b"}> : tensor<16x16xf32>
//!        ^
//! %s:306:8: error: 'sdy.all_reduce' op reduction axis "b" overlaps with result unreduced axes
//!   %0 = sdy.all_reduce {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
//!        ^
//! %s:314:8: error: 'sdy.all_reduce' op reduction axes are not ordered w.r.t. mesh
//!   %0 = sdy.all_reduce {"c", "b"} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:322:8: error: 'sdy.all_reduce' op duplicate axis ref: "b"
//!   %0 = sdy.all_reduce {"b", "b"} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:330:8: error: 'sdy.all_reduce' op unknown axis name: "x"
//!   %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:338:8: error: 'sdy.all_reduce' op sub-axis pre-size must be at least 1: "b":(0)2
//!   %0 = sdy.all_reduce {"b":(0)2} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:346:8: error: 'sdy.all_reduce' op cannot add new unreduced axis 'c'.
//!   %0 = sdy.all_reduce {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"c"}> : tensor<16x16xf32>
//!        ^
//! %s:354:8: error: 'sdy.all_reduce' op cannot reduce 'max' unreduced axes. Expected 'sum'.
//!   %0 = sdy.all_reduce {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:362:8: error: 'sdy.reduce_scatter' op result sharding doesn't match expected sharding ["a", "a"] on dimension 0
//!   %0 = sdy.reduce_scatter [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:370:8: error: 'sdy.reduce_scatter' op result sharding doesn't match expected sharding ["a", "b"] on dimension 0
//!   %0 = sdy.reduce_scatter [{"b"}, {}] %arg0 out_sharding=<@mesh, [{"b", "a"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:378:8: error: 'sdy.reduce_scatter' op cannot reduce 'max' unreduced axes. Expected 'sum'.
//!   %0 = sdy.reduce_scatter [{"b"}, {}] %arg0 out_sharding=<@mesh, [{"a", "b"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:394:8: error: 'sdy.sharded_to_unreduced' op out_sharding reduction_op must be SUM
//!   %0 = sdy.sharded_to_unreduced [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced=max{"a"}> : tensor<16x16xf32>
//!        ^
//! %s:402:8: error: 'sdy.sharded_to_unreduced' op can't apply shard-to-unreduce axis "b" to operand sharding on dimension 0
//!   %0 = sdy.sharded_to_unreduced [{"b"}, {}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a"}> : tensor<16x16xf32>
//!        ^
//! %s:410:8: error: 'sdy.sharded_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + sharded_to_unreduced_axes
//!   %0 = sdy.sharded_to_unreduced [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"b"}> : tensor<16x16xf32>
//!        ^
//! %s:418:8: error: 'sdy.sharded_to_unreduced' op result sharding doesn't match expected sharding [] on dimension 0
//!   %0 = sdy.sharded_to_unreduced [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:426:8: error: 'sdy.replicated_to_unreduced' op out_sharding reduction_op must be SUM
//!   %0 = sdy.replicated_to_unreduced {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced=min{"b"}> : tensor<16x16xf32>
//!        ^
//! %s:434:8: error: 'sdy.replicated_to_unreduced' op input and output must share the same dimension shardings
//!   %0 = sdy.replicated_to_unreduced {"b"} %arg0 out_sharding=<@mesh, [{}, {"a"}], unreduced={"b"}> : tensor<16x16xf32>
//!        ^
//! %s:442:8: error: 'sdy.replicated_to_unreduced' op r2u axes must not be empty
//!   %0 = sdy.replicated_to_unreduced {} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
//!        ^
//! %s:450:8: error: 'sdy.replicated_to_unreduced' op r2u axis "a" overlaps with operand dimension sharding
//!   %0 = sdy.replicated_to_unreduced {"a"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
//!        ^
//! %s:458:8: error: 'sdy.replicated_to_unreduced' op r2u axis "b" overlaps with operand unreduced axes
//!   %0 = sdy.replicated_to_unreduced {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
//!        ^
//! %s:466:8: error: 'sdy.replicated_to_unreduced' op r2u axes are not ordered w.r.t. mesh
//!   %0 = sdy.replicated_to_unreduced {"c", "b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b", "c"}> : tensor<16x16xf32>
//!        ^
//! %s:474:8: error: 'sdy.replicated_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + r2u_axes
//!   %0 = sdy.replicated_to_unreduced {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"c"}> : tensor<16x16xf32>
//!        ^
//! %s:482:8: error: 'sdy.replicated_to_unreduced' op sub-axis pre-size must be at least 1: "b":(0)2
//!   %0 = sdy.replicated_to_unreduced {"b":(0)2} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
//!        ^
//! %s:498:8: error: 'sdy.reshard' op cannot change the reduction operator of kept unreduced axes from sum to max.
//!   %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}], unreduced=max{"b"}> : tensor<16x16xf32>
//!        ^
//! %s:506:8: error: 'sdy.reshard' op cannot introduce 'max' unreduced axes. Expected 'sum'.
//!   %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}], unreduced=max{"b"}> : tensor<16x16xf32>
//!        ^
//! %s:514:8: error: 'sdy.reshard' op sharding doesn't match tensor rank: 1 != 2
//!   %0 = sdy.reshard %arg0 <@mesh, [{"a"}]> : tensor<16x16xf32>
//!        ^
//! %s:522:8: error: 'sdy.sharding_constraint' op unknown axis name: "x"
//!   %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:531:8: error: 'sdy.all_gather' op result sharding has rank 2 but operand sharding has rank 1
//!   %1 = sdy.all_gather [{}, {}] %0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
//!        ^
//! %s:541:80: error: expected '['
//!     %0 = "sdy.all_gather"(%arg0) <{gathering_axes = #sdy.list_of_axis_ref_lists<[{"a"}]>}> : (tensor<8xf32>) -> tensor<8xf32>
//!                                                                                ^
// EXIT: 1
