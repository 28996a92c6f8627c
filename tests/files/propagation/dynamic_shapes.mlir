// RUN: shardflow opt %s -sdy-propagation-pipeline
// RUN: shardflow opt %s --dynamic-shapes --allow-unregistered-dialect --rules=tests/files/propagation/dynamic_shapes.rules -sdy-populate-op-sharding-rules
// RUN: shardflow opt %s --dynamic-shapes --allow-unregistered-dialect --rules=tests/files/propagation/dynamic_shapes.rules -sdy-propagation-pipeline
// RUN: shardflow opt %s --dynamic-shapes --allow-unregistered-dialect --rules=tests/files/propagation/dynamic_shapes.rules -sdy-propagation-pipeline -sdy-close-shardings -sdy-insert-explicit-reshards=enable-full-version=true -sdy-reshard-to-collectives
// RUN: shardflow propagate -q --dynamic-shapes --rules tests/files/propagation/dynamic_shapes.rules %s

// Shardy rejects tensors of unknown size. With --dynamic-shapes shardings reach
// them along dimensions that are equal whatever their sizes are, and through
// loops and calls; a reshape stops them.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(%tokens: tensor<?x?x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
                %table: tensor<1000x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
                %w: tensor<64x128xf32>, %bias: tensor<128xf32>, %shape: tensor<3xi32>,
                %bounded: tensor<?x8xf32, #stablehlo.bounds<16, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>},
                %parts: tensor<?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}]>})
    -> (tensor<?x?x128xf32>, tensor<?x?xf32>, tensor<?x?x128xf32>, tensor<?xf32>, tensor<?x128xf32>,
        tensor<?x8xf32, #stablehlo.bounds<16, ?>>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.gather"(%table, %tokens) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 64>}> : (tensor<1000x64xf32>, tensor<?x?x1xi32>) -> tensor<?x?x64xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [2] x [0] : (tensor<?x?x64xf32>, tensor<64x128xf32>) -> tensor<?x?x128xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %bias, %shape, dims = [2] : (tensor<128xf32>, tensor<3xi32>) -> tensor<?x?x128xf32>
  %3 = stablehlo.add %1, %2 : tensor<?x?x128xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x?x128xf32>, tensor<f32>) -> tensor<?x?xf32>
  %5 = call @twice(%3) : (tensor<?x?x128xf32>) -> tensor<?x?x128xf32>
  %6 = stablehlo.reshape %4 : (tensor<?x?xf32>) -> tensor<?xf32>
  %7 = "my.first"(%3) : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
  %8 = "my.flatten"(%3) : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
  %9 = stablehlo.add %7, %8 : tensor<?x128xf32>
  %10 = stablehlo.exponential %bounded : tensor<?x8xf32, #stablehlo.bounds<16, ?>>
  %11 = stablehlo.negate %parts : tensor<?xf32>
  return %3, %4, %5, %6, %9, %10, %11 : tensor<?x?x128xf32>, tensor<?x?xf32>, tensor<?x?x128xf32>, tensor<?xf32>, tensor<?x128xf32>, tensor<?x8xf32, #stablehlo.bounds<16, ?>>, tensor<?xf32>
}

func.func private @twice(%arg0: tensor<?x?x128xf32>) -> tensor<?x?x128xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%x = %arg0, %i = %c) : tensor<?x?x128xf32>, tensor<i32>
    cond {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %less = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %sum = stablehlo.add %x, %x : tensor<?x?x128xf32>
      stablehlo.return %sum, %next : tensor<?x?x128xf32>, tensor<i32>
    }
  return %0#0 : tensor<?x?x128xf32>
}

//# RUN 1
//! %s:27:8: error: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used
//!   %7 = "my.first"(%3) : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
//!        ^
// EXIT: 1
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   func.func @main(%arg0: tensor<?x?x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg1: tensor<1000x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg2: tensor<64x128xf32>, %arg3: tensor<128xf32>, %arg4: tensor<3xi32>, %arg5: tensor<?x8xf32, #stablehlo.bounds<16, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}, %arg6: tensor<?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}]>}) -> (tensor<?x?x128xf32>, tensor<?x?xf32>, tensor<?x?x128xf32>, tensor<?xf32>, tensor<?x128xf32>, tensor<?x8xf32, #stablehlo.bounds<16, ?>>, tensor<?xf32>) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = "stablehlo.gather"(%arg1, %arg0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 64>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([l, k], [i, j, m])->([i, j, k]) {i=?, j=?, k=64, l=1000, m=1} reduction={l} need_replication={m}>} : (tensor<1000x64xf32>, tensor<?x?x1xi32>) -> tensor<?x?x64xf32>
//>     %1 = stablehlo.dot_general %0, %arg2, contracting_dims = [2] x [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, l], [l, k])->([i, j, k]) {i=?, j=?, k=128, l=64} reduction={l}>} : (tensor<?x?x64xf32>, tensor<64x128xf32>) -> tensor<?x?x128xf32>
//>     %2 = stablehlo.dynamic_broadcast_in_dim %arg3, %arg4, dims = [2] {sdy.sharding_rule = #sdy.op_sharding_rule<([k], [l])->([i, j, k]) {i=?, j=?, k=128, l=3} need_replication={l}>} : (tensor<128xf32>, tensor<3xi32>) -> tensor<?x?x128xf32>
//>     %3 = stablehlo.add %1, %2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, j, k])->([i, j, k]) {i=?, j=?, k=128}>} : tensor<?x?x128xf32>
//>     %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [2] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [])->([i, j]) {i=?, j=?, k=128} reduction={k}>} : (tensor<?x?x128xf32>, tensor<f32>) -> tensor<?x?xf32>
//>     %5 = call @twice(%3) : (tensor<?x?x128xf32>) -> tensor<?x?x128xf32>
//>     %6 = stablehlo.reshape %4 : (tensor<?x?xf32>) -> tensor<?xf32>
//>     %7 = "my.first"(%3) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, k]) {i=?, j=?, k=128} need_replication={j}>} : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
//>     %8 = "my.flatten"(%3) : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
//>     %9 = stablehlo.add %7, %8 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=?, j=128}>} : tensor<?x128xf32>
//>     %10 = stablehlo.exponential %arg5 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=?, j=8}>} : tensor<?x8xf32, #stablehlo.bounds<16, ?>>
//>     %11 = stablehlo.negate %arg6 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=?}>} : tensor<?xf32>
//>     return %3, %4, %5, %6, %9, %10, %11 : tensor<?x?x128xf32>, tensor<?x?xf32>, tensor<?x?x128xf32>, tensor<?xf32>, tensor<?x128xf32>, tensor<?x8xf32, #stablehlo.bounds<16, ?>>, tensor<?xf32>
//>   }
//>   func.func private @twice(%arg0: tensor<?x?x128xf32>) -> tensor<?x?x128xf32> {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %c) : tensor<?x?x128xf32>, tensor<i32>
//>     cond {
//>       %c_1 = stablehlo.constant dense<2> : tensor<i32>
//>       %1 = stablehlo.compare LT, %iterArg_0, %c_1 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %1 : tensor<i1>
//>     } do {
//>       %c_1 = stablehlo.constant dense<1> : tensor<i32>
//>       %1 = stablehlo.add %iterArg_0, %c_1 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<i32>
//>       %2 = stablehlo.add %iterArg, %iterArg {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, j, k])->([i, j, k]) {i=?, j=?, k=128}>} : tensor<?x?x128xf32>
//>       stablehlo.return %2, %1 : tensor<?x?x128xf32>, tensor<i32>
//>     }
//>     return %0#0 : tensor<?x?x128xf32>
//>   }
//> }
//! %s:26:8: warning: op 'stablehlo.reshape' has no rule for dimensions of unknown size
//!   %6 = stablehlo.reshape %4 : (tensor<?x?xf32>) -> tensor<?xf32>
//!        ^
//! %s:28:8: warning: op 'my.flatten' has no rule that fits: the rule at tests/files/propagation/dynamic_shapes.rules:4:1 splits dimension 0 of result 0, whose size is unknown
//!   %8 = "my.flatten"(%3) : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
//!        ^
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<?x?x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg1: tensor<1000x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg2: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg3: tensor<128xf32>, %arg4: tensor<3xi32>, %arg5: tensor<?x8xf32, #stablehlo.bounds<16, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}, %arg6: tensor<?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}]>}) -> (tensor<?x?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, tensor<?x?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<?x?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, tensor<?xf32>, tensor<?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<?x8xf32, #stablehlo.bounds<16, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<?xf32>) {
//>     %0 = sdy.constant dense<0.000000e+00> : tensor<f32>
//>     %1 = "stablehlo.gather"(%arg1, %arg0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 64>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {"y"}]>]>} : (tensor<1000x64xf32>, tensor<?x?x1xi32>) -> tensor<?x?x64xf32>
//>     %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [2] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<?x?x64xf32>, tensor<64x128xf32>) -> tensor<?x?x128xf32>
//>     %3 = stablehlo.dynamic_broadcast_in_dim %arg3, %arg4, dims = [2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<128xf32>, tensor<3xi32>) -> tensor<?x?x128xf32>
//>     %4 = stablehlo.add %2, %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : tensor<?x?x128xf32>
//>     %5 = stablehlo.reduce(%4 init: %0) applies stablehlo.add across dimensions = [2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<?x?x128xf32>, tensor<f32>) -> tensor<?x?xf32>
//>     %6 = call @twice(%4) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<?x?x128xf32>) -> tensor<?x?x128xf32>
//>     %7 = stablehlo.reshape %5 : (tensor<?x?xf32>) -> tensor<?xf32>
//>     %8 = "my.first"(%4) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
//>     %9 = "my.flatten"(%4) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
//>     %10 = stablehlo.add %8, %9 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<?x128xf32>
//>     %11 = stablehlo.exponential %arg5 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y":(1)2}]>]>} : tensor<?x8xf32, #stablehlo.bounds<16, ?>>
//>     %12 = stablehlo.negate %arg6 : tensor<?xf32>
//>     return %4, %5, %6, %7, %10, %11, %12 : tensor<?x?x128xf32>, tensor<?x?xf32>, tensor<?x?x128xf32>, tensor<?xf32>, tensor<?x128xf32>, tensor<?x8xf32, #stablehlo.bounds<16, ?>>, tensor<?xf32>
//>   }
//>   func.func private @twice(%arg0: tensor<?x?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<?x?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
//>     %0 = sdy.constant dense<0> : tensor<i32>
//>     %1:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %0) : tensor<?x?x128xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>, <@mesh, []>]>}
//>     cond {
//>       %2 = sdy.constant dense<2> : tensor<i32>
//>       %3 = stablehlo.compare LT, %iterArg_0, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %3 : tensor<i1>
//>     } do {
//>       %2 = sdy.constant dense<1> : tensor<i32>
//>       %3 = stablehlo.add %iterArg_0, %2 : tensor<i32>
//>       %4 = stablehlo.add %iterArg, %iterArg {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : tensor<?x?x128xf32>
//>       stablehlo.return %4, %3 : tensor<?x?x128xf32>, tensor<i32>
//>     }
//>     return %1#0 : tensor<?x?x128xf32>
//>   }
//> }
//! %s:26:8: warning: op 'stablehlo.reshape' has no rule for dimensions of unknown size
//!   %6 = stablehlo.reshape %4 : (tensor<?x?xf32>) -> tensor<?xf32>
//!        ^
//! %s:28:8: warning: op 'my.flatten' has no rule that fits: the rule at tests/files/propagation/dynamic_shapes.rules:4:1 splits dimension 0 of result 0, whose size is unknown
//!   %8 = "my.flatten"(%3) : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
//!        ^
//# RUN 4
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<?x?x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg1: tensor<1000x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg2: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg3: tensor<128xf32>, %arg4: tensor<3xi32>, %arg5: tensor<?x8xf32, #stablehlo.bounds<16, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}, %arg6: tensor<?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}]>}) -> (tensor<?x?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, tensor<?x?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<?x?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, tensor<?xf32>, tensor<?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<?x8xf32, #stablehlo.bounds<16, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<?xf32>) {
//>     %0 = sdy.constant dense<0.000000e+00> : tensor<f32>
//>     %1 = "stablehlo.gather"(%arg1, %arg0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 64>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {"y"}]>]>} : (tensor<1000x64xf32>, tensor<?x?x1xi32>) -> tensor<?x?x64xf32>
//>     %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [2] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<?x?x64xf32>, tensor<64x128xf32>) -> tensor<?x?x128xf32>
//>     %3 = sdy.all_reduce {"y"} %2 out_sharding=<@mesh, [{"x"}, {}, {}]> : tensor<?x?x128xf32>
//>     %4 = stablehlo.dynamic_broadcast_in_dim %arg3, %arg4, dims = [2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<128xf32>, tensor<3xi32>) -> tensor<?x?x128xf32>
//>     %5 = stablehlo.add %3, %4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : tensor<?x?x128xf32>
//>     %6 = stablehlo.reduce(%5 init: %0) applies stablehlo.add across dimensions = [2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<?x?x128xf32>, tensor<f32>) -> tensor<?x?xf32>
//>     %7 = call @twice(%5) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<?x?x128xf32>) -> tensor<?x?x128xf32>
//>     %8 = stablehlo.reshape %6 : (tensor<?x?xf32>) -> tensor<?xf32>
//>     %9 = "my.first"(%5) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
//>     %10 = "my.flatten"(%5) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
//>     %11 = stablehlo.add %9, %10 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<?x128xf32>
//>     %12 = stablehlo.exponential %arg5 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y":(1)2}]>]>} : tensor<?x8xf32, #stablehlo.bounds<16, ?>>
//>     %13 = stablehlo.negate %arg6 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y":(1)2}]>]>} : tensor<?xf32>
//>     %14 = sdy.all_gather [{"y":(1)2}] %13 out_sharding=<@mesh, [{}]> : tensor<?xf32>
//>     %15 = sdy.all_gather [{}, {"y":(1)2}] %12 out_sharding=<@mesh, [{"x"}, {}]> : tensor<?x8xf32, #stablehlo.bounds<16, ?>>
//>     return %5, %6, %7, %8, %11, %15, %14 : tensor<?x?x128xf32>, tensor<?x?xf32>, tensor<?x?x128xf32>, tensor<?xf32>, tensor<?x128xf32>, tensor<?x8xf32, #stablehlo.bounds<16, ?>>, tensor<?xf32>
//>   }
//>   func.func private @twice(%arg0: tensor<?x?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<?x?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
//>     %0 = sdy.constant dense<0> : tensor<i32>
//>     %1:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %0) : tensor<?x?x128xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>, <@mesh, []>]>}
//>     cond {
//>       %2 = sdy.constant dense<2> : tensor<i32>
//>       %3 = stablehlo.compare LT, %iterArg_0, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %3 : tensor<i1>
//>     } do {
//>       %2 = sdy.constant dense<1> : tensor<i32>
//>       %3 = stablehlo.add %iterArg_0, %2 : tensor<i32>
//>       %4 = stablehlo.add %iterArg, %iterArg {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : tensor<?x?x128xf32>
//>       stablehlo.return %4, %3 : tensor<?x?x128xf32>, tensor<i32>
//>     }
//>     return %1#0 : tensor<?x?x128xf32>
//>   }
//> }
//! %s:26:8: warning: op 'stablehlo.reshape' has no rule for dimensions of unknown size
//!   %6 = stablehlo.reshape %4 : (tensor<?x?xf32>) -> tensor<?xf32>
//!        ^
//! %s:28:8: warning: op 'my.flatten' has no rule that fits: the rule at tests/files/propagation/dynamic_shapes.rules:4:1 splits dimension 0 of result 0, whose size is unknown
//!   %8 = "my.flatten"(%3) : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
//!        ^
//# RUN 5
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<?x?x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg1: tensor<1000x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg2: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg3: tensor<128xf32>, %arg4: tensor<3xi32>, %arg5: tensor<?x8xf32, #stablehlo.bounds<16, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}, %arg6: tensor<?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}]>}) -> (tensor<?x?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, tensor<?x?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<?x?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, tensor<?xf32>, tensor<?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<?x8xf32, #stablehlo.bounds<16, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<?xf32>) {
//>     %0 = sdy.constant dense<0.000000e+00> : tensor<f32>
//>     %1 = "stablehlo.gather"(%arg1, %arg0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 64>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {"y"}]>]>} : (tensor<1000x64xf32>, tensor<?x?x1xi32>) -> tensor<?x?x64xf32>
//>     %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [2] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<?x?x64xf32>, tensor<64x128xf32>) -> tensor<?x?x128xf32>
//>     %3 = stablehlo.dynamic_broadcast_in_dim %arg3, %arg4, dims = [2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<128xf32>, tensor<3xi32>) -> tensor<?x?x128xf32>
//>     %4 = stablehlo.add %2, %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : tensor<?x?x128xf32>
//>     %5 = stablehlo.reduce(%4 init: %0) applies stablehlo.add across dimensions = [2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<?x?x128xf32>, tensor<f32>) -> tensor<?x?xf32>
//>     %6 = call @twice(%4) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<?x?x128xf32>) -> tensor<?x?x128xf32>
//>     %7 = stablehlo.reshape %5 : (tensor<?x?xf32>) -> tensor<?xf32>
//>     %8 = "my.first"(%4) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
//>     %9 = "my.flatten"(%4) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<?x?x128xf32>) -> tensor<?x128xf32>
//>     %10 = stablehlo.add %8, %9 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<?x128xf32>
//>     %11 = stablehlo.exponential %arg5 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y":(1)2}]>]>} : tensor<?x8xf32, #stablehlo.bounds<16, ?>>
//>     %12 = stablehlo.negate %arg6 : tensor<?xf32>
//>     return %4, %5, %6, %7, %10, %11, %12 : tensor<?x?x128xf32>, tensor<?x?xf32>, tensor<?x?x128xf32>, tensor<?xf32>, tensor<?x128xf32>, tensor<?x8xf32, #stablehlo.bounds<16, ?>>, tensor<?xf32>
//>   }
//>   func.func private @twice(%arg0: tensor<?x?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<?x?x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
//>     %0 = sdy.constant dense<0> : tensor<i32>
//>     %1:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %0) : tensor<?x?x128xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>, <@mesh, []>]>}
//>     cond {
//>       %2 = sdy.constant dense<2> : tensor<i32>
//>       %3 = stablehlo.compare LT, %iterArg_0, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %3 : tensor<i1>
//>     } do {
//>       %2 = sdy.constant dense<1> : tensor<i32>
//>       %3 = stablehlo.add %iterArg_0, %2 : tensor<i32>
//>       %4 = stablehlo.add %iterArg, %iterArg {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : tensor<?x?x128xf32>
//>       stablehlo.return %4, %3 : tensor<?x?x128xf32>, tensor<i32>
//>     }
//>     return %1#0 : tensor<?x?x128xf32>
//>   }
//> }
