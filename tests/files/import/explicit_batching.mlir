// Indices that count along a dimension are a batch dimension, said openly.
// RUN: shardflow opt %s -sdy-explicit-gather-scatter-batching

// First, between and last, each spread or bounded by another op; the last has
// two indices left.
func.func @gathers(%x: tensor<5x7xf32>, %y: tensor<5x7x3xf32>, %i: tensor<5x1xi32>, %j: tensor<5x1xi32>, %low: tensor<5x1xi32>, %p: tensor<5x1xi1>) -> (tensor<5xf32>, tensor<5x1xf32>, tensor<5xf32>, tensor<5xf32>) {
  %count = stablehlo.iota dim = 0 : tensor<5x1xi32>
  %flat = stablehlo.iota dim = 0 : tensor<5xi32>
  %0 = stablehlo.concatenate %count, %i, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
  %g0 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x2xi32>) -> tensor<5xf32>
  %1 = stablehlo.reshape %flat : (tensor<5xi32>) -> tensor<5x1xi32>
  %2 = stablehlo.concatenate %i, %1, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
  %g1 = "stablehlo.gather"(%x, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x2xi32>) -> tensor<5x1xf32>
  %3 = stablehlo.broadcast_in_dim %flat, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
  %4 = stablehlo.clamp %low, %3, %j : tensor<5x1xi32>
  %5 = stablehlo.concatenate %i, %4, %j, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x3xi32>
  %g2 = "stablehlo.gather"(%y, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<5x7x3xf32>, tensor<5x3xi32>) -> tensor<5xf32>
  // Of the two that a select chooses from, either may count.
  %6 = stablehlo.select %p, %i, %count : tensor<5x1xi1>, tensor<5x1xi32>
  %7 = stablehlo.select %p, %6, %low : tensor<5x1xi1>, tensor<5x1xi32>
  %8 = stablehlo.concatenate %7, %j, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
  %g3 = "stablehlo.gather"(%x, %8) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x2xi32>) -> tensor<5xf32>
  return %g0, %g1, %g2, %g3 : tensor<5xf32>, tensor<5x1xf32>, tensor<5xf32>, tensor<5xf32>
}

// All indices count at once: the rest of them is cut out.
func.func @slices(%y: tensor<5x7x3xf32>, %x: tensor<4x7xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<4xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<5x3xi32>
  %g0 = "stablehlo.gather"(%y, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<5x7x3xf32>, tensor<5x3xi32>) -> tensor<5xf32>
  %g1 = "stablehlo.gather"(%y, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [2, 1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<5x7x3xf32>, tensor<5x3xi32>) -> tensor<5xf32>
  %1 = stablehlo.iota dim = 0 : tensor<4x2xi32>
  %g2 = "stablehlo.gather"(%x, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x7xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %g0, %g1, %g2 : tensor<5xf32>, tensor<5xf32>, tensor<4xf32>
}

func.func @scatters(%x: tensor<5x7xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) -> (tensor<5x7xf32>, tensor<5x7xf32>) {
  %count = stablehlo.iota dim = 0 : tensor<5x1xi32>
  %0 = stablehlo.concatenate %count, %i, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
  %1:2 = "stablehlo.scatter"(%x, %x, %0, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %c, %d : tensor<f32>, tensor<f32>
  }) : (tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x2xi32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<5x7xf32>, tensor<5x7xf32>)
  return %1#0, %1#1 : tensor<5x7xf32>, tensor<5x7xf32>
}

// These stay as they are, for one reason each.
func.func @unchanged(%x: tensor<5x7xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>, %wide: tensor<6x7xf32>, %any: tensor<5x2xi32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5x1xf32>, tensor<5xf32>, tensor<2x7xf32>, tensor<7xf32>) {
  %count = stablehlo.iota dim = 0 : tensor<5x1xi32>
  %0 = stablehlo.concatenate %count, %i, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
  // The operand has more rows than the indices count.
  %g0 = "stablehlo.gather"(%wide, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x7xf32>, tensor<5x2xi32>) -> tensor<5xf32>
  // Nobody knows what these indices are.
  %g1 = "stablehlo.gather"(%x, %any) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x2xi32>) -> tensor<5xf32>
  // They count along the wrong dimension.
  %across = stablehlo.iota dim = 1 : tensor<5x2xi32>
  %g2 = "stablehlo.gather"(%x, %across) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x2xi32>) -> tensor<5xf32>
  // No index would be left.
  %g3 = "stablehlo.gather"(%x, %count) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x1xi32>) -> tensor<5x1xf32>
  // Dimension 0 is not among those that are dropped: it is a window of size 1.
  %g4 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x2xi32>) -> tensor<5x1xf32>
  %g5 = stablehlo.reshape %g4 : (tensor<5x1xf32>) -> tensor<5xf32>
  // The indices are put together along the batch.
  %two = stablehlo.iota dim = 0 : tensor<1x2xi32>
  %stack = stablehlo.concatenate %two, %two, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
  %square = stablehlo.slice %x [0:2, 0:7] : (tensor<5x7xf32>) -> tensor<2x7xf32>
  %g6 = "stablehlo.gather"(%square, %stack) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 7>}> : (tensor<2x7xf32>, tensor<2x2xi32>) -> tensor<2x7xf32>
  // The index is a scalar.
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %g7 = "stablehlo.gather"(%x, %zero) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 7>}> : (tensor<5x7xf32>, tensor<i32>) -> tensor<7xf32>
  return %g0, %g1, %g2, %g3, %g5, %g6, %g7 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5x1xf32>, tensor<5xf32>, tensor<2x7xf32>, tensor<7xf32>
}

//> module {
//>   func.func @gathers(%arg0: tensor<5x7xf32>, %arg1: tensor<5x7x3xf32>, %arg2: tensor<5x1xi32>, %arg3: tensor<5x1xi32>, %arg4: tensor<5x1xi32>, %arg5: tensor<5x1xi1>) -> (tensor<5xf32>, tensor<5x1xf32>, tensor<5xf32>, tensor<5xf32>) {
//>     %0 = "stablehlo.gather"(%arg0, %arg2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x1xi32>) -> tensor<5xf32>
//>     %1 = "stablehlo.gather"(%arg0, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x1xi32>) -> tensor<5x1xf32>
//>     %2 = stablehlo.concatenate %arg2, %arg3, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
//>     %3 = "stablehlo.gather"(%arg1, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<5x7x3xf32>, tensor<5x2xi32>) -> tensor<5xf32>
//>     %4 = "stablehlo.gather"(%arg0, %arg3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x1xi32>) -> tensor<5xf32>
//>     return %0, %1, %3, %4 : tensor<5xf32>, tensor<5x1xf32>, tensor<5xf32>, tensor<5xf32>
//>   }
//>   func.func @slices(%arg0: tensor<5x7x3xf32>, %arg1: tensor<4x7xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<4xf32>) {
//>     %0 = stablehlo.iota dim = 0 : tensor<5x3xi32>
//>     %1 = stablehlo.slice %0 [0:5, 0:1] : (tensor<5x3xi32>) -> tensor<5x1xi32>
//>     %2 = stablehlo.slice %0 [0:5, 2:3] : (tensor<5x3xi32>) -> tensor<5x1xi32>
//>     %3 = stablehlo.concatenate %1, %2, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
//>     %4 = "stablehlo.gather"(%arg0, %3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<5x7x3xf32>, tensor<5x2xi32>) -> tensor<5xf32>
//>     %5 = stablehlo.slice %0 [0:5, 0:2] : (tensor<5x3xi32>) -> tensor<5x2xi32>
//>     %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<5x7x3xf32>, tensor<5x2xi32>) -> tensor<5xf32>
//>     %7 = stablehlo.iota dim = 0 : tensor<4x2xi32>
//>     %8 = stablehlo.slice %7 [0:4, 1:2] : (tensor<4x2xi32>) -> tensor<4x1xi32>
//>     %9 = "stablehlo.gather"(%arg1, %8) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x7xf32>, tensor<4x1xi32>) -> tensor<4xf32>
//>     return %4, %6, %9 : tensor<5xf32>, tensor<5xf32>, tensor<4xf32>
//>   }
//>   func.func @scatters(%arg0: tensor<5x7xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5xf32>) -> (tensor<5x7xf32>, tensor<5x7xf32>) {
//>     %0:2 = "stablehlo.scatter"(%arg0, %arg0, %arg1, %arg2, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<f32>):
//>       stablehlo.return %arg5, %arg6 : tensor<f32>, tensor<f32>
//>     }) : (tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x1xi32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<5x7xf32>, tensor<5x7xf32>)
//>     return %0#0, %0#1 : tensor<5x7xf32>, tensor<5x7xf32>
//>   }
//>   func.func @unchanged(%arg0: tensor<5x7xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5xf32>, %arg3: tensor<6x7xf32>, %arg4: tensor<5x2xi32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5x1xf32>, tensor<5xf32>, tensor<2x7xf32>, tensor<7xf32>) {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %0 = stablehlo.iota dim = 0 : tensor<5x1xi32>
//>     %1 = stablehlo.concatenate %0, %arg1, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
//>     %2 = "stablehlo.gather"(%arg3, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x7xf32>, tensor<5x2xi32>) -> tensor<5xf32>
//>     %3 = "stablehlo.gather"(%arg0, %arg4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x2xi32>) -> tensor<5xf32>
//>     %4 = stablehlo.iota dim = 1 : tensor<5x2xi32>
//>     %5 = "stablehlo.gather"(%arg0, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x2xi32>) -> tensor<5xf32>
//>     %6 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x1xi32>) -> tensor<5x1xf32>
//>     %7 = "stablehlo.gather"(%arg0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<5x2xi32>) -> tensor<5x1xf32>
//>     %8 = stablehlo.reshape %7 : (tensor<5x1xf32>) -> tensor<5xf32>
//>     %9 = stablehlo.iota dim = 0 : tensor<1x2xi32>
//>     %10 = stablehlo.concatenate %9, %9, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
//>     %11 = stablehlo.slice %arg0 [0:2, 0:7] : (tensor<5x7xf32>) -> tensor<2x7xf32>
//>     %12 = "stablehlo.gather"(%11, %10) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 7>}> : (tensor<2x7xf32>, tensor<2x2xi32>) -> tensor<2x7xf32>
//>     %13 = "stablehlo.gather"(%arg0, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 7>}> : (tensor<5x7xf32>, tensor<i32>) -> tensor<7xf32>
//>     return %2, %3, %5, %6, %8, %12, %13 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5x1xf32>, tensor<5xf32>, tensor<2x7xf32>, tensor<7xf32>
//>   }
//> }
