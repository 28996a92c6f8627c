// Elements of tuples are priced by their own types.
// RUN: shardflow cost --as-is %s

sdy.mesh @mesh = <["a"=2, "b"=4]>

func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>})
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {"a"}]>}) {
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : tensor<8x4xf32>
  %1 = stablehlo.transpose %x, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}, {"a"}]>]>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.tuple %0, %1 : tuple<tensor<8x4xf32>, tensor<4x8xf32>>
  %3 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<8x4xf32>, tensor<4x8xf32>>) -> tensor<8x4xf32>
  %4 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<8x4xf32>, tensor<4x8xf32>>) -> tensor<4x8xf32>
  return %3, %4 : tensor<8x4xf32>, tensor<4x8xf32>
}

//> 8 devices, <["a"=2, "b"=4]>, lowered by XLA
//> memory of a device   64 B
//>   arguments          16 B
//>   results            48 B, of which 0 B reuse donated arguments
//>   temporaries        0 B at the peak
//> sent by a device     0 B
//> work of a device     0 flops, 64 B of memory
//>   2 x  func.return  0 flops  64 B
//! warning: most of the program has no sharding; without --as-is, it is propagated first
