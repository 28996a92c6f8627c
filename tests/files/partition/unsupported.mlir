// What devices can't compute from their parts is replicated.
// RUN: shardflow opt %s -allow-unregistered-dialect -shardflow-replicate-unsupported

sdy.mesh @line = <["i"=4]>

func.func @no_rule(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> tensor<8xf32> {
  %0 = "my.cumulative"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @product(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> tensor<4xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.multiply across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A sum is computed in parts.
func.func @sum(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @random(%arg0: tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>) {
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>, <@line, [{"i"}]>]>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<8xui32>
}

//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   func.func @no_rule(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> tensor<8xf32> {
//>     %0 = sdy.reshard %arg0 <@line, [{}]> : tensor<8xf32>
//>     %1 = "my.cumulative"(%0) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %2 = sdy.reshard %1 <@line, [{"i"}]> : tensor<8xf32>
//>     return %2 : tensor<8xf32>
//>   }
//>   func.func @product(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> tensor<4xf32> {
//>     %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//>     %0 = sdy.reshard %arg0 <@line, [{}, {}]> : tensor<8x4xf32>
//>     %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.multiply across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     return %1 : tensor<4xf32>
//>   }
//>   func.func @sum(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> tensor<4xf32> {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     return %0 : tensor<4xf32>
//>   }
//>   func.func @random(%arg0: tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>) {
//>     %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>, <@line, [{}]>]>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
//>     %0 = sdy.reshard %output <@line, [{"i"}]> : tensor<8xui32>
//>     return %output_state, %0 : tensor<2xui64>, tensor<8xui32>
//>   }
//> }
//! %s:7:8: warning: op 'my.cumulative' is unknown to SDY sharding rule registry
//!   %0 = "my.cumulative"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
