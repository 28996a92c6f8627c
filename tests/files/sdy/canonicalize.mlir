// RUN: shardflow opt %s -canonicalize

sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func @fuse(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) -> tensor<16x8xf32> {
  %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"x", "y"}, {}] %0 out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}
func.func @nothing(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_gather [{}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{"y"}, {}]> : tensor<16x8xf32>
  %2 = sdy.reshard %1 <@mesh, [{}, {"y"}]> : tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
//>   func.func @fuse(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) -> tensor<16x8xf32> {
//>     %0 = sdy.reduce_scatter [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
//>     %1 = sdy.all_slice [{"y"}, {}] %0 out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<16x8xf32>
//>     return %1 : tensor<16x8xf32>
//>   }
//>   func.func @nothing(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{}, {"y"}]> : tensor<16x8xf32>
//>     return %0 : tensor<16x8xf32>
//>   }
//> }
