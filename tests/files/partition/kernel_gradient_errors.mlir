// The order of the passes in Shardy's source: the sum over rows has its all_reduce
// before the rows are resolved. If they were replicated then, the sum would count each
// row once for each device.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true -sdy-resolve-permutation-factors -sdy-reshard-to-collectives -sdy-pad-for-divisibility -sdy-convert-global-to-local -verify-diagnostics

sdy.mesh @line = <["i"=2]>
func.func @kernel_gradient(%arg0: tensor<4x8x2xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}, {}]>}, %arg1: tensor<4x8x3xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}, {}]>}) -> tensor<3x2x3xf32> {
  // expected-error @+2 {{spatial dimension 0 is sharded and needs elements from other devices}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.convolution'}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x2xf32>, tensor<4x8x3xf32>) -> tensor<3x2x3xf32>
  return %0 : tensor<3x2x3xf32>
}
