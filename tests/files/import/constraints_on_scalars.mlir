// RUN: shardflow opt %s -sdy-apply-sharding-constraints
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-apply-sharding-constraints

// jaxlib: the sharding of a scalar counts as missing among several results.

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<f32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  %a = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<f32>) -> tensor<f32>
  %0 = sdy.sharding_constraint %a <@mesh, [], replicated={"a"}> : tensor<f32>
  %b:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, []>]>} : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %1 = sdy.sharding_constraint %b#0 <@mesh, [], replicated={"a"}> : tensor<f32>
  %c:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}]>]>} : (tensor<f32>) -> (tensor<f32>, tensor<8xf32>)
  %2 = sdy.sharding_constraint %c#0 <@mesh, [], replicated={"a"}> : tensor<f32>
  %d = sdy.manual_computation(%arg0) in_shardings=[<@mesh, []>] out_shardings=[<@mesh, []>] manual_axes={} (%x: tensor<f32>) {
    sdy.return %x : tensor<f32>
  } : (tensor<f32>) -> tensor<f32>
  %3 = sdy.sharding_constraint %d <@mesh, [], replicated={"a"}> : tensor<f32>
  %e = sdy.manual_computation(%arg0) in_shardings=[<@mesh, []>] out_shardings=[<@mesh, []>] manual_axes={"a"} (%x: tensor<f32>) {
    sdy.return %x : tensor<f32>
  } : (tensor<f32>) -> tensor<f32>
  %4 = sdy.sharding_constraint %e <@mesh, [], replicated={"a"}> : tensor<f32>
  %f = sdy.sharding_constraint %arg0 <@mesh, []> : tensor<f32>
  %5 = sdy.sharding_constraint %f <@mesh, [], replicated={"a"}> : tensor<f32>
  %g:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{?}]>]>} : (tensor<f32>) -> (tensor<f32>, tensor<8xf32>)
  %6 = sdy.sharding_constraint %g#1 <@mesh, [{}], replicated={"a"}> : tensor<8xf32>
  %h:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{?}]>]>} : (tensor<f32>) -> (tensor<f32>, tensor<8xf32>)
  %7 = sdy.sharding_constraint %h#0 <@mesh, [], replicated={"a"}> : tensor<f32>
  return %6 : tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @main(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %arg1: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<f32>) -> tensor<f32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [], replicated={"a"}> : tensor<f32>
//>     %2:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, []>]>} : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
//>     %3 = sdy.sharding_constraint %2#0 <@mesh, [], replicated={"a"}> : tensor<f32>
//>     %4:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}]>]>} : (tensor<f32>) -> (tensor<f32>, tensor<8xf32>)
//>     %5 = sdy.sharding_constraint %4#0 <@mesh, [], replicated={"a"}> : tensor<f32>
//>     %6 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, []>] out_shardings=[<@mesh, []>] manual_axes={} (%arg2: tensor<f32>) {
//>       sdy.return %arg2 : tensor<f32>
//>     } : (tensor<f32>) -> tensor<f32>
//>     %7 = sdy.sharding_constraint %6 <@mesh, [], replicated={"a"}> : tensor<f32>
//>     %8 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, []>] out_shardings=[<@mesh, []>] manual_axes={"a"} (%arg2: tensor<f32>) {
//>       sdy.return %arg2 : tensor<f32>
//>     } : (tensor<f32>) -> tensor<f32>
//>     %9 = sdy.sharding_constraint %8 <@mesh, [], replicated={"a"}> : tensor<f32>
//>     %10 = sdy.sharding_constraint %arg0 <@mesh, []> : tensor<f32>
//>     %11 = sdy.sharding_constraint %10 <@mesh, [], replicated={"a"}> : tensor<f32>
//>     %12:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{?}]>]>} : (tensor<f32>) -> (tensor<f32>, tensor<8xf32>)
//>     %13 = sdy.sharding_constraint %12#1 <@mesh, [{}], replicated={"a"}> : tensor<8xf32>
//>     %14:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{?}]>]>} : (tensor<f32>) -> (tensor<f32>, tensor<8xf32>)
//>     %15 = sdy.sharding_constraint %14#0 <@mesh, [], replicated={"a"}> : tensor<f32>
//>     return %13 : tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @main(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %arg1: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<f32>) -> tensor<f32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [], replicated={"a"}> : tensor<f32>
//>     %2:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], replicated={"a"}>, <@mesh, []>]>} : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
//>     %3 = sdy.sharding_constraint %2#0 <@mesh, [], replicated={"a"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>} : tensor<f32>
//>     %4:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], replicated={"a"}>, <@mesh, [{}]>]>} : (tensor<f32>) -> (tensor<f32>, tensor<8xf32>)
//>     %5 = sdy.sharding_constraint %4#0 <@mesh, [], replicated={"a"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>} : tensor<f32>
//>     %6 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, []>] out_shardings=[<@mesh, []>] manual_axes={} (%arg2: tensor<f32>) {
//>       sdy.return %arg2 : tensor<f32>
//>     } : (tensor<f32>) -> tensor<f32>
//>     %7 = sdy.sharding_constraint %6 <@mesh, [], replicated={"a"}> : tensor<f32>
//>     %8 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, []>] out_shardings=[<@mesh, []>] manual_axes={"a"} (%arg2: tensor<f32>) {
//>       sdy.return %arg2 : tensor<f32>
//>     } : (tensor<f32>) -> tensor<f32>
//>     %9 = sdy.sharding_constraint %8 <@mesh, [], replicated={"a"}> : tensor<f32>
//>     %10 = sdy.sharding_constraint %arg0 <@mesh, []> : tensor<f32>
//>     %11 = sdy.sharding_constraint %10 <@mesh, [], replicated={"a"}> : tensor<f32>
//>     %12:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}], replicated={"a"}>]>} : (tensor<f32>) -> (tensor<f32>, tensor<8xf32>)
//>     %13 = sdy.sharding_constraint %12#1 <@mesh, [{}], replicated={"a"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
//>     %14:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], replicated={"a"}>, <@mesh, [{?}]>]>} : (tensor<f32>) -> (tensor<f32>, tensor<8xf32>)
//>     %15 = sdy.sharding_constraint %14#0 <@mesh, [], replicated={"a"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>} : tensor<f32>
//>     return %13 : tensor<8xf32>
//>   }
//> }
