// Reshards for which Shardy writes collectives that its verifier rejects.
// RUN: shardflow opt %s -split-input-file -sdy-reshard-to-collectives

sdy.mesh @mesh = <["a"=3, "e"=4, "y"=4]>
func.func @sub_axes(%arg0: tensor<48x48xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "e":(1)2}, {"y"}]>}) -> tensor<48x48xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"e":(2)2, "y"}, {"e":(1)2, "a"}]> : tensor<48x48xf32>
  return %0 : tensor<48x48xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=3, "z"=8]>
func.func @sizes(%arg0: tensor<48x48x48xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {"z"}]>}) -> tensor<48x48x48xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"z":(1)2}, {"x", "z":(2)4}, {"y"}]> : tensor<48x48x48xf32>
  return %0 : tensor<48x48x48xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=3, "e"=4, "y"=4]>
//>   func.func @sub_axes(%arg0: tensor<48x48xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "e":(1)2}, {"y"}]>}) -> tensor<48x48xf32> {
//>     %0 = sdy.all_gather [{"a", "e":(1)2}, {"y"}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<48x48xf32>
//>     %1 = sdy.all_slice [{"e":(2)2, "y"}, {"e":(1)2, "a"}] %0 out_sharding=<@mesh, [{"e":(2)2, "y"}, {"e":(1)2, "a"}]> : tensor<48x48xf32>
//>     return %1 : tensor<48x48xf32>
//>   }
//> }
//> // -----
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=3, "z"=8]>
//>   func.func @sizes(%arg0: tensor<48x48x48xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {"z"}]>}) -> tensor<48x48x48xf32> {
//>     %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"z":(1)2}, {"y"}, {"x", "z":(2)4}]> : tensor<48x48x48xf32>
//>     %1 = sdy.all_to_all [{"y"}: 1->2] %0 out_sharding=<@mesh, [{"z":(1)2}, {}, {"x", "z":(2)4, "y"}]> : tensor<48x48x48xf32>
//>     %2 = sdy.collective_permute %1 out_sharding=<@mesh, [{"z":(1)2}, {}, {"y", "x", "z":(2)4}]> : tensor<48x48x48xf32>
//>     %3 = sdy.all_to_all [{"x", "z":(2)4}: 2->1] %2 out_sharding=<@mesh, [{"z":(1)2}, {"x", "z":(2)4}, {"y"}]> : tensor<48x48x48xf32>
//>     return %3 : tensor<48x48x48xf32>
//>   }
//> }
