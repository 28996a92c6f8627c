// Where padding would end up between elements, it is an error at the op.
// RUN: shardflow opt %s -sdy-pad-for-divisibility -split-input-file -verify-diagnostics

sdy.mesh @line = <["i"=2]>
func.func @sliced(%arg0: tensor<7xf32>, %arg1: tensor<i32>) -> tensor<3xf32> {
  %0 = sdy.all_slice [{"i"}] %arg0 out_sharding=<@line, [{"i"}]> : tensor<7xf32>
  // expected-error @+2 {{dimension 0 is sliced and padded: it has to be replicated}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.dynamic_slice'}}
  %1 = stablehlo.dynamic_slice %0, %arg1, sizes = [3] : (tensor<7xf32>, tensor<i32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

sdy.mesh @line = <["i"=2]>
func.func @updated(%arg0: tensor<7xf32>, %arg1: tensor<3xf32>, %arg2: tensor<i32>) -> tensor<7xf32> {
  %0 = sdy.all_slice [{"i"}] %arg0 out_sharding=<@line, [{"i"}]> : tensor<7xf32>
  // expected-error @+2 {{dimension 0 is updated and padded: it has to be replicated}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.dynamic_update_slice'}}
  %1 = stablehlo.dynamic_update_slice %0, %arg1, %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<7xf32>, tensor<3xf32>, tensor<i32>) -> tensor<7xf32>
  %2 = sdy.all_gather [{"i"}] %1 out_sharding=<@line, [{}]> : tensor<7xf32>
  return %2 : tensor<7xf32>
}

// -----

// The result is padded to 8 rows, but the image has only 6 windows of 2 rows.
sdy.mesh @line = <["i"=2]>
func.func @image(%arg0: tensor<1x7x2xf32>, %arg1: tensor<1x2x2xf32>) -> tensor<1x7x2xf32> {
  // expected-error @+2 {{spatial dimension 0 is sharded and too short (run -sdy-resolve-permutation-factors first)}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.convolution'}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}, {}]>]>} : (tensor<1x7x2xf32>, tensor<1x2x2xf32>) -> tensor<1x7x2xf32>
  return %0 : tensor<1x7x2xf32>
}

// -----

// Outside, 12 rows are split into eight pieces, inside, 3 rows into two.
sdy.mesh @grid = <["i"=4, "j"=2]>
func.func @manual(%arg0: tensor<12xf32>) -> tensor<12xf32> {
  // expected-error @+2 {{dimension 0 is sharded along manual and free axes that don't divide it}}
  // expected-error @+1 {{failed to legalize operation 'sdy.manual_computation'}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@grid, [{"i", "j"}]>] out_shardings=[<@grid, [{"i", "j"}]>] manual_axes={"i"} (%arg1: tensor<3xf32>) {
    %1 = stablehlo.tanh %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"j"}]>]>} : tensor<3xf32>
    sdy.return %1 : tensor<3xf32>
  } : (tensor<12xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}
