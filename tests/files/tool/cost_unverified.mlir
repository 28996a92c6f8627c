// Ops whose attributes name dimensions that no tensor has can't be priced.
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

//! %s:8:8: error: 'stablehlo.transpose' op has attributes that don't fit the shapes of its operands and result
//!   %0 = stablehlo.transpose %x, dims = [7, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
//!        ^
// EXIT: 3
