// A permute that only reorders a dimension's axes for the all_to_alls after it becomes
// all_to_alls between more dimensions.
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-optimize-collectives

sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>

func.func @two_axes(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> tensor<8x8xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// The shards have one row, and the other dimension has an axis already.
func.func @no_rest(%arg0: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {"x", "y"}]>}) -> tensor<6x4xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"z"}, {"y", "x"}]> : tensor<6x4xf32>
  %1 = sdy.all_to_all [{"x"}: 1->0] %0 out_sharding=<@mesh, [{"z", "x"}, {"y"}]> : tensor<6x4xf32>
  return %1 : tensor<6x4xf32>
}

// Two axes move away, in two all_to_alls.
func.func @chain(%arg0: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z", "y"}, {}, {}]>}) -> tensor<16x8x8xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"y", "x", "z"}, {}, {}]> : tensor<16x8x8xf32>
  %1 = sdy.all_to_all [{"z"}: 0->2] %0 out_sharding=<@mesh, [{"y", "x"}, {}, {"z"}]> : tensor<16x8x8xf32>
  %2 = sdy.all_to_all [{"x"}: 0->1] %1 out_sharding=<@mesh, [{"y"}, {"x"}, {"z"}]> : tensor<16x8x8xf32>
  return %2 : tensor<16x8x8xf32>
}

// "x" can only take the place of "y" after that has taken the place of the third axis.
func.func @order(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@cube, [{"y", "u", "x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@cube, [{"x", "y", "u"}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_to_all [{"u"}: 0->1] %0 out_sharding=<@cube, [{"x", "y"}, {"u"}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}
sdy.mesh @cube = <["x"=2, "y"=2, "u"=2]>

// Parts of an axis.
func.func @sub_axes(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> tensor<8x8xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"z":(2)2, "z":(1)2}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_to_all [{"z":(1)2}: 0->1] %0 out_sharding=<@mesh, [{"z":(2)2}, {"z":(1)2}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// "z" doesn't fit where "x" was.
func.func @larger(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}, {}]>}) -> tensor<8x8xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"z", "x"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{"z"}, {"x"}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// Of these shards, jaxlib makes pieces that are in the wrong place.
func.func @unequal(%arg0: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh2, [{"p", "q", "r"}, {}]>}) -> tensor<64x8xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh2, [{"q", "r", "p"}, {}]> : tensor<64x8xf32>
  %1 = sdy.all_to_all [{"p"}: 0->1] %0 out_sharding=<@mesh2, [{"q", "r"}, {"p"}]> : tensor<64x8xf32>
  return %1 : tensor<64x8xf32>
}
sdy.mesh @mesh2 = <["p"=4, "q"=2, "r"=4]>

// The permuted value has another use.
func.func @used(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// Both axes move at once, so the permute stays.
func.func @together(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", "z"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"z", "x", "y"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"x", "y"}: 0->1] %0 out_sharding=<@mesh, [{"z"}, {"x", "y"}]> : tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
//>   func.func @two_axes(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> tensor<8x8xf32> {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}, {}, {}]>]>} : (tensor<8x8xf32>) -> tensor<2x2x2x8xf32>
//>     %1 = sdy.all_to_all [{"x"}: 0->3] %0 out_sharding=<@mesh, [{}, {"y"}, {}, {"x"}]> : tensor<2x2x2x8xf32>
//>     %2 = sdy.all_to_all [{"y"}: 1->0] %1 out_sharding=<@mesh, [{"y"}, {}, {}, {"x"}]> : tensor<2x2x2x8xf32>
//>     %3 = stablehlo.reshape %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<2x2x2x8xf32>) -> tensor<8x8xf32>
//>     return %3 : tensor<8x8xf32>
//>   }
//>   func.func @no_rest(%arg0: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {"x", "y"}]>}) -> tensor<6x4xf32> {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}, {"x"}, {"y"}]>]>} : (tensor<6x4xf32>) -> tensor<6x2x2xf32>
//>     %1 = sdy.all_to_all [{"x"}: 1->0] %0 out_sharding=<@mesh, [{"z", "x"}, {}, {"y"}]> : tensor<6x2x2xf32>
//>     %2 = sdy.all_to_all [{"y"}: 2->1] %1 out_sharding=<@mesh, [{"z", "x"}, {"y"}, {}]> : tensor<6x2x2xf32>
//>     %3 = stablehlo.reshape %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", "x"}, {"y"}]>]>} : (tensor<6x2x2xf32>) -> tensor<6x4xf32>
//>     return %3 : tensor<6x4xf32>
//>   }
//>   func.func @chain(%arg0: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z", "y"}, {}, {}]>}) -> tensor<16x8x8xf32> {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"z"}, {"y"}, {}, {}]>]>} : (tensor<16x8x8xf32>) -> tensor<2x4x2x8x8xf32>
//>     %1 = sdy.all_to_all [{"z"}: 1->4] %0 out_sharding=<@mesh, [{"x"}, {}, {"y"}, {}, {"z"}]> : tensor<2x4x2x8x8xf32>
//>     %2 = sdy.all_to_all [{"x"}: 0->3] %1 out_sharding=<@mesh, [{}, {}, {"y"}, {"x"}, {"z"}]> : tensor<2x4x2x8x8xf32>
//>     %3 = sdy.all_to_all [{"y"}: 2->0] %2 out_sharding=<@mesh, [{"y"}, {}, {}, {"x"}, {"z"}]> : tensor<2x4x2x8x8xf32>
//>     %4 = stablehlo.reshape %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}, {"z"}]>]>} : (tensor<2x4x2x8x8xf32>) -> tensor<16x8x8xf32>
//>     return %4 : tensor<16x8x8xf32>
//>   }
//>   func.func @order(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@cube, [{"y", "u", "x"}, {}]>}) -> tensor<16x8xf32> {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@cube, [{"y"}, {"u"}, {"x"}, {}, {}]>]>} : (tensor<16x8xf32>) -> tensor<2x2x2x2x8xf32>
//>     %1 = sdy.all_to_all [{"u"}: 1->4] %0 out_sharding=<@cube, [{"y"}, {}, {"x"}, {}, {"u"}]> : tensor<2x2x2x2x8xf32>
//>     %2 = sdy.all_to_all [{"y"}: 0->1] %1 out_sharding=<@cube, [{}, {"y"}, {"x"}, {}, {"u"}]> : tensor<2x2x2x2x8xf32>
//>     %3 = sdy.all_to_all [{"x"}: 2->0] %2 out_sharding=<@cube, [{"x"}, {"y"}, {}, {}, {"u"}]> : tensor<2x2x2x2x8xf32>
//>     %4 = stablehlo.reshape %3 {sdy.sharding = #sdy.sharding_per_value<[<@cube, [{"x", "y"}, {"u"}]>]>} : (tensor<2x2x2x2x8xf32>) -> tensor<16x8xf32>
//>     return %4 : tensor<16x8xf32>
//>   }
//>   sdy.mesh @cube = <["x"=2, "y"=2, "u"=2]>
//>   func.func @sub_axes(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> tensor<8x8xf32> {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z":(1)2}, {"z":(2)2}, {}, {}]>]>} : (tensor<8x8xf32>) -> tensor<2x2x2x8xf32>
//>     %1 = sdy.all_to_all [{"z":(1)2}: 0->3] %0 out_sharding=<@mesh, [{}, {"z":(2)2}, {}, {"z":(1)2}]> : tensor<2x2x2x8xf32>
//>     %2 = sdy.all_to_all [{"z":(2)2}: 1->0] %1 out_sharding=<@mesh, [{"z":(2)2}, {}, {}, {"z":(1)2}]> : tensor<2x2x2x8xf32>
//>     %3 = stablehlo.reshape %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z":(2)2}, {"z":(1)2}]>]>} : (tensor<2x2x2x8xf32>) -> tensor<8x8xf32>
//>     return %3 : tensor<8x8xf32>
//>   }
//>   func.func @larger(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}, {}]>}) -> tensor<8x8xf32> {
//>     %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"z", "x"}, {}]> : tensor<8x8xf32>
//>     %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{"z"}, {"x"}]> : tensor<8x8xf32>
//>     return %1 : tensor<8x8xf32>
//>   }
//>   func.func @unequal(%arg0: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh2, [{"p", "q", "r"}, {}]>}) -> tensor<64x8xf32> {
//>     %0 = sdy.collective_permute %arg0 out_sharding=<@mesh2, [{"q", "r", "p"}, {}]> : tensor<64x8xf32>
//>     %1 = sdy.all_to_all [{"p"}: 0->1] %0 out_sharding=<@mesh2, [{"q", "r"}, {"p"}]> : tensor<64x8xf32>
//>     return %1 : tensor<64x8xf32>
//>   }
//>   sdy.mesh @mesh2 = <["p"=4, "q"=2, "r"=4]>
//>   func.func @used(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<8x8xf32>
//>     %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
//>     return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func @together(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", "z"}, {}]>}) -> tensor<16x16xf32> {
//>     %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"z", "x", "y"}, {}]> : tensor<16x16xf32>
//>     %1 = sdy.all_to_all [{"x", "y"}: 0->1] %0 out_sharding=<@mesh, [{"z"}, {"x", "y"}]> : tensor<16x16xf32>
//>     return %1 : tensor<16x16xf32>
//>   }
//> }
