// Which reshards are redundant, as versions of Shardy have it.
// RUN: shardflow opt %s -sdy-reshard-to-collectives=keep-redundant-reshards=true
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-reshard-to-collectives=keep-redundant-reshards=true

sdy.mesh @mesh = <["a"=1, "b"=2, "c"=4]>

// The second one is as the first one was, which moves along fewer axes.
func.func @after_size_one(%arg0: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"b", "c":(2)2}, {"a"}]> : tensor<64x64xf32>
  %1 = sdy.reshard %0 <@mesh, [{"b", "c":(2)2}, {"a"}]> : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=1, "b"=2, "c"=4]>
//>   func.func @after_size_one(%arg0: tensor<64x64xf32>) -> tensor<64x64xf32> {
//>     %0 = sdy.all_slice [{"b", "c":(2)2}, {}] %arg0 out_sharding=<@mesh, [{"b", "c":(2)2}, {}]> : tensor<64x64xf32>
//>     return %0 : tensor<64x64xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=1, "b"=2, "c"=4]>
//>   func.func @after_size_one(%arg0: tensor<64x64xf32>) -> tensor<64x64xf32> {
//>     %0 = sdy.all_slice [{"b", "c":(2)2}, {}] %arg0 out_sharding=<@mesh, [{"b", "c":(2)2}, {}]> : tensor<64x64xf32>
//>     %1 = sdy.reshard %0 <@mesh, [{"b", "c":(2)2}, {"a"}]> : tensor<64x64xf32>
//>     return %1 : tensor<64x64xf32>
//>   }
//> }
