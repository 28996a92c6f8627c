// What can't be made local is an error, never another program.
// RUN: shardflow opt %s -sdy-convert-global-to-local -allow-unregistered-dialect -split-input-file -verify-diagnostics

sdy.mesh @line = <["i"=4]>
func.func @ragged(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{has a value whose dimension 0 of size 6 is not divisible by its 4 shards}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.iota'}}
  %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<6xf32>
  return %arg0 : tensor<4xf32>
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @unsummed(%arg0: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}]>}, %arg1: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> tensor<2x2xf32> {
  // expected-error @+2 {{is computed in parts, but no all_reduce or reduce_scatter (sum) combines them}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.dot'}}
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x8xf32>, tensor<8x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @product(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> tensor<f32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error @+2 {{no all_reduce or reduce_scatter (product) combines them}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.reduce'}}
  %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.multiply across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %1 = sdy.all_reduce {"i"} %0 out_sharding=<@line, []> : tensor<f32>
  return %1 : tensor<f32>
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @summed_maximum(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> tensor<f32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error @+2 {{no all_reduce or reduce_scatter (max) combines them}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.reduce'}}
  %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %1 = sdy.all_reduce {"i"} %0 out_sharding=<@line, []> : tensor<f32>
  return %1 : tensor<f32>
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @shifted(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  // expected-error @+2 {{dimension 0 is sharded and needs elements from other devices}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.pad'}}
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @odd_stride(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@line, [{}]>}) {
  // expected-error @+2 {{has a value whose dimension 0 of size 6 is not divisible by its 4 shards}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.slice'}}
  %0 = stablehlo.slice %arg0 [0:12:2] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<12xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @overlapping_windows(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  // expected-error @+2 {{dimension 0 is sharded but is not a pass-through dimension.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.reduce_window'}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>, sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @reshard_left(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{failed to legalize operation 'sdy.reshard'}}
  %0 = sdy.reshard %arg0 <@line, [{"i"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @huge = <["i"=1048576, "j"=1048576]>
// expected-error @+2 {{is on a mesh of more than 1048576 devices}}
// expected-error @+1 {{failed to legalize operation 'func.func'}}
func.func @too_many_devices(%arg0: tensor<1048576xf32> {sdy.sharding = #sdy.sharding<@huge, [{"i"}]>}) {
  return
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @no_rule(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  // expected-error @+1 {{'stablehlo.custom_call' op can't be computed in parts, but operand 0 is sharded (run -shardflow-replicate-unsupported first)}}
  %0 = stablehlo.custom_call @cumulate(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @random(%arg0: tensor<2xui64>) -> (tensor<8xui32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' op can't be computed in parts, but result 1 is sharded}}
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>, <@line, [{"i"}]>]>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  return %0#1 : tensor<8xui32>
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @searched(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}]>}) -> tensor<8x4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op needs all of dimension 1 of operand 0 on each device, but it is sharded}}
  %0:2 = stablehlo.custom_call @mhlo.topk(%arg0) {mhlo.attributes = {k = 4 : i64, largest = true}} : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>)
  return %0#0 : tensor<8x4xf32>
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @custom_flip(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  // expected-error @+1 {{'stablehlo.custom_call' op needs all of dimension 0 of operand 0 on each device, but it is sharded}}
  %0 = stablehlo.custom_call @flip(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} permutation={i}, custom>, sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @custom_sum(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> tensor<f32> {
  // expected-error @+2 {{'stablehlo.custom_call' op is computed in parts, but no all_reduce or reduce_scatter (sum) combines them}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.custom_call'}}
  %0 = stablehlo.custom_call @sum(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([]) {i=8} reduction={i}, custom>} : (tensor<8xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @combined_sum(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> tensor<f32> {
  %0 = stablehlo.custom_call @sum(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([]) {i=8} reduction={i}, custom>} : (tensor<8xf32>) -> tensor<f32>
  %1 = sdy.all_reduce {"i"} %0 out_sharding=<@line, []> : tensor<f32>
  return %1 : tensor<f32>
}

// -----

sdy.mesh @line = <["i"=4]>
func.func @no_results(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  // expected-warning @+1 {{'my.print' op has no sharding rule: each device runs it on its shards}}
  "my.print"(%arg0) : (tensor<8xf32>) -> ()
  return
}
