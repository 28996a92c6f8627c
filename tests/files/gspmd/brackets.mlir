// RUN: shardflow opt %s -xla-sdy-stablehlo-import-pipeline
// RUN: shardflow opt %s -xla-flatten-tuples -xla-split-brackets
// What newer XLA writes around a manual computation: one custom call for all
// operands, with a tuple, and one for all results. %t is what HLO leaves over.
module {
  func.func private @xla.sdy.manual_computation_body.1(%x: tensor<8x8xf32>, %y: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x8xf32>) {
    %0 = stablehlo.dot %x, %y : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0, %x : tensor<8x4xf32>, tensor<8x8xf32>
  }
  func.func private @xla.sdy.manual_computation_body_0.2() -> tensor<4xf32> {
    %c = stablehlo.constant dense<1.0> : tensor<4xf32>
    return %c : tensor<4xf32>
  }
  func.func private @xla.sdy.manual_computation_body_1.3(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.sine %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @main(%x: tensor<16x8xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}, {}]}"}, %y: tensor<8x16xf32>, %n: tensor<i32> {mhlo.sharding = "{mesh[], replicated}"}) -> (tensor<16x16xf32> {mhlo.sharding = "{replicated}"}, tensor<16x8xf32>, tensor<16xf32>, tensor<8xf32>) {
    %0 = stablehlo.custom_call @Sharding(%x) {has_side_effect = true, mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a', ?}, {?}]}"} : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.custom_call @Sharding(%y) {has_side_effect = true, mhlo.sharding = "{mesh['a'=2,'b'=4], [{}, {'b'}]}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %2 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%0, %1) {has_side_effect = true, mhlo.sharding = "{{mesh['a'=2,'b'=4], manual}, {mesh['a'=2,'b'=4], manual}}"} : (tensor<16x8xf32>, tensor<8x16xf32>) -> tuple<tensor<8x8xf32>, tensor<8x4xf32>>
    %3 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<8x8xf32>, tensor<8x4xf32>>) -> tensor<8x8xf32>
    %4 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<8x8xf32>, tensor<8x4xf32>>) -> tensor<8x4xf32>
    %5:2 = call @xla.sdy.manual_computation_body.1(%3, %4) {mhlo.sharding = "{{mesh['a'=2,'b'=4], manual}, {mesh['a'=2,'b'=4], manual}}"} : (tensor<8x8xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x8xf32>)
    %t = stablehlo.tuple %5#0, %5#1 : tuple<tensor<8x4xf32>, tensor<8x8xf32>>
    %6 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%5#0, %5#1) {has_side_effect = true, mhlo.sharding = "{{mesh['a'=2,'b'=4], [{'a'}, {'b'}]}, {mesh['a'=2,'b'=4], [{'a'}, {}]}}"} : (tensor<8x4xf32>, tensor<8x8xf32>) -> tuple<tensor<16x16xf32>, tensor<16x8xf32>>
    %7 = stablehlo.get_tuple_element %6[0] : (tuple<tensor<16x16xf32>, tensor<16x8xf32>>) -> tensor<16x16xf32>
    %8 = stablehlo.get_tuple_element %6[1] : (tuple<tensor<16x16xf32>, tensor<16x8xf32>>) -> tensor<16x8xf32>
    %9 = call @xla.sdy.manual_computation_body_0.2() {mhlo.sharding = "{mesh['a'=2,'b'=4], [{}], manual={'b'}}"} : () -> tensor<4xf32>
    %10 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%9) {has_side_effect = true, mhlo.sharding = "{mesh['a'=2,'b'=4], [{'b'}]}"} : (tensor<4xf32>) -> tensor<16xf32>
    %11 = stablehlo.slice %10 [0:8] : (tensor<16xf32>) -> tensor<8xf32>
    %12 = stablehlo.custom_call @Sharding(%11) {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}]}"} : (tensor<8xf32>) -> tensor<8xf32>
    %13 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%12) {has_side_effect = true, mhlo.sharding = "{mesh['a'=2,'b'=4], [{?}], manual={'a'}}"} : (tensor<8xf32>) -> tensor<4xf32>
    %14 = call @xla.sdy.manual_computation_body_1.3(%13) {mhlo.sharding = "{mesh['a'=2,'b'=4], [{?}], manual={'a'}}"} : (tensor<4xf32>) -> tensor<4xf32>
    %15 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%14) {has_side_effect = true, mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}]}"} : (tensor<4xf32>) -> tensor<8xf32>
    return %7, %8, %10, %15 : tensor<16x16xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<8xf32>
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=4]>
//>   sdy.mesh @empty_mesh = <[]>
//>   func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<8x16xf32>, %arg2: tensor<i32> {sdy.sharding = #sdy.sharding<@empty_mesh, []>}) -> (tensor<16x16xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<8xf32>) {
//>     %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a", ?}, {?}]>, <@mesh, [{}, {"b"}]>] out_shardings=[<@mesh, [{"a"}, {"b"}]>, <@mesh, [{"a"}, {}]>] manual_axes={"a", "b"} (%arg3: tensor<8x8xf32>, %arg4: tensor<8x4xf32>) {
//>       %4 = stablehlo.dot %arg3, %arg4 : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
//>       sdy.return %4, %arg3 : tensor<8x4xf32>, tensor<8x8xf32>
//>     } : (tensor<16x8xf32>, tensor<8x16xf32>) -> (tensor<16x16xf32>, tensor<16x8xf32>)
//>     %1 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"b"} () {
//>       %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
//>       sdy.return %cst : tensor<4xf32>
//>     } : () -> tensor<16xf32>
//>     %2 = stablehlo.slice %1 [0:8] : (tensor<16xf32>) -> tensor<8xf32>
//>     %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg3: tensor<4xf32>) {
//>       %4 = stablehlo.sine %arg3 : tensor<4xf32>
//>       sdy.return %4 : tensor<4xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     return %0#0, %0#1, %1, %3 : tensor<16x16xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   func.func private @xla.sdy.manual_computation_body.1(%arg0: tensor<8x8xf32>, %arg1: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x8xf32>) {
//>     %0 = stablehlo.dot %arg0, %arg1 : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
//>     return %0, %arg0 : tensor<8x4xf32>, tensor<8x8xf32>
//>   }
//>   func.func private @xla.sdy.manual_computation_body_0.2() -> tensor<4xf32> {
//>     %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
//>     return %cst : tensor<4xf32>
//>   }
//>   func.func private @xla.sdy.manual_computation_body_1.3(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//>     %0 = stablehlo.sine %arg0 : tensor<4xf32>
//>     return %0 : tensor<4xf32>
//>   }
//>   func.func @main(%arg0: tensor<16x8xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}, {}]}"}, %arg1: tensor<8x16xf32>, %arg2: tensor<i32> {mhlo.sharding = "{mesh[], replicated}"}) -> (tensor<16x16xf32> {mhlo.sharding = "{replicated}"}, tensor<16x8xf32>, tensor<16xf32>, tensor<8xf32>) {
//>     %0 = stablehlo.custom_call @Sharding(%arg0) {has_side_effect = true, mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a', ?}, {?}]}"} : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     %1 = stablehlo.custom_call @Sharding(%arg1) {has_side_effect = true, mhlo.sharding = "{mesh['a'=2,'b'=4], [{}, {'b'}]}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %2 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{mesh['a'=2,'b'=4], manual}"} : (tensor<16x8xf32>) -> tensor<8x8xf32>
//>     %3 = stablehlo.custom_call @SPMDFullToShardShape(%1) {mhlo.sharding = "{mesh['a'=2,'b'=4], manual}"} : (tensor<8x16xf32>) -> tensor<8x4xf32>
//>     %4:2 = call @xla.sdy.manual_computation_body.1(%2, %3) {mhlo.sharding = "{{mesh['a'=2,'b'=4], manual}, {mesh['a'=2,'b'=4], manual}}"} : (tensor<8x8xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x8xf32>)
//>     %5 = stablehlo.custom_call @SPMDShardToFullShape(%4#0) {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}, {'b'}]}"} : (tensor<8x4xf32>) -> tensor<16x16xf32>
//>     %6 = stablehlo.custom_call @SPMDShardToFullShape(%4#1) {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}, {}]}"} : (tensor<8x8xf32>) -> tensor<16x8xf32>
//>     %7 = call @xla.sdy.manual_computation_body_0.2() {mhlo.sharding = "{mesh['a'=2,'b'=4], [{}], manual={'b'}}"} : () -> tensor<4xf32>
//>     %8 = stablehlo.custom_call @SPMDShardToFullShape(%7) {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'b'}]}"} : (tensor<4xf32>) -> tensor<16xf32>
//>     %9 = stablehlo.slice %8 [0:8] : (tensor<16xf32>) -> tensor<8xf32>
//>     %10 = stablehlo.custom_call @Sharding(%9) {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}]}"} : (tensor<8xf32>) -> tensor<8xf32>
//>     %11 = stablehlo.custom_call @SPMDFullToShardShape(%10) {mhlo.sharding = "{mesh['a'=2,'b'=4], [{?}], manual={'a'}}"} : (tensor<8xf32>) -> tensor<4xf32>
//>     %12 = call @xla.sdy.manual_computation_body_1.3(%11) {mhlo.sharding = "{mesh['a'=2,'b'=4], [{?}], manual={'a'}}"} : (tensor<4xf32>) -> tensor<4xf32>
//>     %13 = stablehlo.custom_call @SPMDShardToFullShape(%12) {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}]}"} : (tensor<4xf32>) -> tensor<8xf32>
//>     return %5, %6, %8, %13 : tensor<16x16xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<8xf32>
//>   }
//> }
