// Ops whose elements would have to move between devices, or whose results no
// collective completes, are errors at the op if they haven't been replicated before.
// RUN: shardflow opt %s -sdy-convert-global-to-local -split-input-file -verify-diagnostics

sdy.mesh @line = <["i"=2]>
func.func @sorted(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  // expected-error @+1 {{'stablehlo.sort' op needs all of dimension 0 of operand 0 on each device, but it is sharded}}
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Shards of 5 begin with the elements 0 and 5; the slice has 0, 3, 6 and 9.
sdy.mesh @line = <["i"=2]>
func.func @stride_across_shards(%arg0: tensor<10xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  // expected-error @+2 {{dimension 0 is sharded but the slice is not a full slice and requires device communication.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.slice'}}
  %0 = stablehlo.slice %arg0 [0:10:3] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<10xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @line = <["i"=2]>
func.func @part(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  // expected-error @+2 {{dimension 0 is sharded but the slice is not a full slice and requires device communication.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.slice'}}
  %0 = stablehlo.slice %arg0 [2:8] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// The body doesn't say how two partial results are combined into one.
sdy.mesh @line = <["i"=2]>
func.func @difference(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> tensor<f32> {
  // expected-error @+2 {{is computed in parts that no collective can combine: reshard its operands}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.reduce'}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %1 = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }
  return %0 : tensor<f32>
}

// -----

// The gradient of a kernel sums over rows; each kernel row needs rows of other devices.
sdy.mesh @line = <["i"=2]>
func.func @kernel_gradient(%arg0: tensor<1x8x2xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}, {}]>}, %arg1: tensor<1x8x2xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}, {}]>}) -> tensor<3x2x2xf32> {
  // expected-error @+2 {{spatial dimension 0 is sharded and needs elements from other devices (run -sdy-resolve-permutation-factors first)}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.convolution'}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf32>, tensor<1x8x2xf32>) -> tensor<3x2x2xf32>
  %1 = sdy.all_reduce {"i"} %0 out_sharding=<@line, [{}, {}, {}]> : tensor<3x2x2xf32>
  return %1 : tensor<3x2x2xf32>
}

// -----

// Shardy uses each device's part of the kernel as if it were the first one.
sdy.mesh @line = <["i"=2]>
func.func @kernel_rows(%arg0: tensor<1x8x2xf32>, %arg1: tensor<2x2x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}, {}]>}) -> tensor<1x7x2xf32> {
  // expected-error @+2 {{spatial dimension 0 is sharded and needs elements from other devices}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.convolution'}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf32>, tensor<2x2x2xf32>) -> tensor<1x7x2xf32>
  %1 = sdy.all_reduce {"i"} %0 out_sharding=<@line, [{}, {}, {}]> : tensor<1x7x2xf32>
  return %1 : tensor<1x7x2xf32>
}

// -----

sdy.mesh @line = <["i"=2]>
func.func @split_groups(%arg0: tensor<1x8x8xf32>, %arg1: tensor<1x4x8xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}, {}]>}) -> tensor<1x8x8xf32> {
  // expected-error @+2 {{has groups of features that are sharded inside}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.convolution'}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8xf32>, tensor<1x4x8xf32>) -> tensor<1x8x8xf32>
  return %0 : tensor<1x8x8xf32>
}

// -----

// Device 0 has the rows 0 to 3 of 8, afterwards the even ones.
sdy.mesh @line = <["i"=2]>
func.func @split(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}]>}) {
  // expected-error @+2 {{moves elements between devices (run -sdy-resolve-permutation-factors first)}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.reshape'}}
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}]>]>} : (tensor<8xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

sdy.mesh @line = <["i"=2]>
func.func @reversed(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  // expected-error @+2 {{reverses a sharded dimension, but the result's mesh does not reverse its devices (run -sdy-resolve-permutation-factors before)}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.reverse'}}
  %0 = stablehlo.reverse %arg0, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @line = <["i"=2]>
func.func @short_slices(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg1: tensor<3x1xi32>) -> tensor<3x2x4xf32> {
  // expected-error @+2 {{dimension 0 of its operand is sharded, but slices have only 2 of 8 elements of it}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.gather'}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 2, 4>}> : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// -----

sdy.mesh @line = <["i"=2]>
func.func @short_updates(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg1: tensor<3x1xi32>, %arg2: tensor<3x2x4xf32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
  // expected-error @+2 {{dimension 0 of its operand is sharded, but the updates cover only 2 of its 8 elements}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.scatter'}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x2x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// No index says which row of dimension 0 is updated: it is row 0, on one device only.
sdy.mesh @line = <["i"=2]>
func.func @row_without_index(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg1: tensor<3x1xi32>, %arg2: tensor<3xf32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
  // expected-error @+2 {{sharding operand dimension 0 that is not indexed but in inserted window dimension is not supported.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.scatter'}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

sdy.mesh @line = <["i"=2]>
func.func @concatenated(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  // expected-error @+2 {{dimension 0 is sharded but the concatenation is on this dimension.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.concatenate'}}
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @line = <["i"=2]>
// expected-error @+1 {{argument #0 has a sharding that doesn't divide its shape}}
func.func private @uneven(tensor<7xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>})

// -----

sdy.mesh @line = <["i"=2]>
func.func @gathered_by_concatenation(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @+2 {{operand 0 is sharded on concatenation dimension 0. This is not supported.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.concatenate'}}
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
