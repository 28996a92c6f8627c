// Ops whose attributes name dimensions that no tensor has are priced as if each
// device ran the whole op. Elements of tuples are priced by their own types.
// RUN: shardflow cost --as-is --topology h100 %s
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(
    %x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>},
    %i: tensor<i32>)
    -> (tensor<4x8xf32>, tensor<8x4xf32>, tensor<8x8xf32>, tensor<4xf32>) {
  %0 = stablehlo.transpose %x, dims = [7, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.reverse %x, dims = [5] : tensor<8x4xf32>
  %2 = stablehlo.dynamic_slice %x, %i, %i, %i, sizes = [8, 8, 8] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x8x8xf32>
  %3 = stablehlo.tuple %1, %0 : tuple<tensor<8x4xf32>, tensor<4x8xf32>>
  %4 = stablehlo.get_tuple_element %3[0] : (tuple<tensor<8x4xf32>, tensor<4x8xf32>>) -> tensor<8x4xf32>
  %5 = stablehlo.reshape %2 : (tensor<8x8x8xf32>) -> tensor<8x8xf32>
  %6 = stablehlo.broadcast_in_dim %x, dims = [9, 3] : (tensor<8x4xf32>) -> tensor<4xf32>
  return %0, %4, %5, %6 : tensor<4x8xf32>, tensor<8x4xf32>, tensor<8x8xf32>, tensor<4xf32>
}

//> 8 devices, <["a"=2, "b"=4]>, lowered by XLA
//> memory of a device   772 B
//>   arguments          20 B
//>   results            560 B, of which 0 B reuse donated arguments
//>   temporaries        192 B at the peak
//>   the peak is at     all_gather for stablehlo.transpose at cost_unverified.mlir:9
//>   largest then
//>     128 B  a part  all_gather for stablehlo.transpose at cost_unverified.mlir:9
//>      64 B  a part  all_gather for stablehlo.transpose at cost_unverified.mlir:9
//> sent by a device     112 B, takes 16.0 us
//>   1 x  all_gather  {"a"}  node  64 B  7.0 us  operand
//>   1 x  all_gather  {"b"}  node  48 B  9.0 us  operand
//> work of a device     0 flops, 2.27 KiB of memory, takes 0.0 us
//>   1 x  stablehlo.dynamic_slice     0 flops  2.13 KiB  0.0 us
//>   1 x  stablehlo.broadcast_in_dim  0 flops     144 B  0.0 us
//> a step takes         16.0 us if nothing overlaps, 16.0 us if all does;
//>                      communication takes longer
//! warning: most of the program has no sharding; without --as-is, it is propagated first
