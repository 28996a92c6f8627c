// What devices can't compute from their parts is replicated; of reductions, the
// results of the parts.
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

// A sum that begins with 2: that is added once.
func.func @begins_with_two(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> tensor<4xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Groups of features stay whole: 2 groups are on 2 shards, not on 4.
func.func @groups(%arg0: tensor<1x4x8xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}, {}]>}, %arg1: tensor<2x4x1xf32>) -> tensor<1x4x8xf32> {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}, {}]>]>} : (tensor<1x4x8xf32>, tensor<2x4x1xf32>) -> tensor<1x4x8xf32>
  return %0 : tensor<1x4x8xf32>
}

// One element is everybody's.
func.func @one_element(%arg0: tensor<4x1xf32>) -> tensor<4x9xf32> {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}]>]>} : tensor<4x1xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x9xf32>
  return %1 : tensor<4x9xf32>
}

// The searched dimension of a top_k is whole, even if all elements are kept.
func.func @top_k(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}]>}) -> (tensor<8x4xf32>, tensor<8x4xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%arg0) {mhlo.attributes = {k = 4 : i64, largest = true}} : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>)
  return %0#0, %0#1 : tensor<8x4xf32>, tensor<8x4xi32>
}

func.func private @greater(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// The results lack the dimension that is searched.
func.func @approx_top_k(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}]>}, %arg1: tensor<8x4xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) -> (tensor<8x2xf32>, tensor<8x2xi32>) {
  %0:2 = stablehlo.custom_call @ApproxTopK(%arg0, %arg1, %arg2, %arg3) {called_computations = [@greater], mhlo.backend_config = {is_fallback = true, reduction_dim = 1 : i64, top_k = 2 : i64}} : (tensor<8x4xf32>, tensor<8x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<8x2xf32>, tensor<8x2xi32>)
  return %0#0, %0#1 : tensor<8x2xf32>, tensor<8x2xi32>
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
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}, {}]>]>} : (tensor<8x4xf32>) -> tensor<4x2x4xf32>
//>     %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.multiply across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : (tensor<4x2x4xf32>, tensor<f32>) -> tensor<4x4xf32>
//>     %2 = sdy.reshard %1 <@line, [{}, {}]> : tensor<4x4xf32>
//>     %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.multiply across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     return %3 : tensor<4xf32>
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
//>   func.func @begins_with_two(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> tensor<4xf32> {
//>     %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
//>     %2 = stablehlo.add %0, %1 : tensor<4xf32>
//>     return %2 : tensor<4xf32>
//>   }
//>   func.func @groups(%arg0: tensor<1x4x8xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}, {}]>}, %arg1: tensor<2x4x1xf32>) -> tensor<1x4x8xf32> {
//>     %0 = sdy.reshard %arg0 <@line, [{}, {"i":(1)2}, {}]> : tensor<1x4x8xf32>
//>     %1 = stablehlo.convolution(%0, %arg1) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i":(1)2}, {}]>]>} : (tensor<1x4x8xf32>, tensor<2x4x1xf32>) -> tensor<1x4x8xf32>
//>     %2 = sdy.reshard %1 <@line, [{}, {"i"}, {}]> : tensor<1x4x8xf32>
//>     return %2 : tensor<1x4x8xf32>
//>   }
//>   func.func @one_element(%arg0: tensor<4x1xf32>) -> tensor<4x9xf32> {
//>     %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {}]>]>} : tensor<4x1xf32>
//>     %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x9xf32>
//>     return %1 : tensor<4x9xf32>
//>   }
//>   func.func @top_k(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}]>}) -> (tensor<8x4xf32>, tensor<8x4xi32>) {
//>     %0 = sdy.reshard %arg0 <@line, [{}, {}]> : tensor<8x4xf32>
//>     %1:2 = stablehlo.custom_call @mhlo.topk(%0) {mhlo.attributes = {k = 4 : i64, largest = true}} : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>)
//>     return %1#0, %1#1 : tensor<8x4xf32>, tensor<8x4xi32>
//>   }
//>   func.func private @greater(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
//>     %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>     return %0 : tensor<i1>
//>   }
//>   func.func @approx_top_k(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{}, {"i"}]>}, %arg1: tensor<8x4xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) -> (tensor<8x2xf32>, tensor<8x2xi32>) {
//>     %0 = sdy.reshard %arg0 <@line, [{}, {}]> : tensor<8x4xf32>
//>     %1:2 = stablehlo.custom_call @ApproxTopK(%0, %arg1, %arg2, %arg3) {called_computations = [@greater], mhlo.backend_config = {is_fallback = true, reduction_dim = 1 : i64, top_k = 2 : i64}} : (tensor<8x4xf32>, tensor<8x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<8x2xf32>, tensor<8x2xi32>)
//>     return %1#0, %1#1 : tensor<8x2xf32>, tensor<8x2xi32>
//>   }
//> }
//! %s:8:8: warning: op 'my.cumulative' is unknown to SDY sharding rule registry
//!   %0 = "my.cumulative"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
