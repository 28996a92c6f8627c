// Bodies without operands, results that nobody reads, and what stands around.
// RUN: shardflow opt %s -xla-sdy-stablehlo-import-pipeline=allow-propagation-to-parameters=false,true
// RUN: shardflow opt %s -xla-sdy-stablehlo-import-pipeline="allow-propagation-to-parameters=true allow-propagation-to-results=true,false,true" -xla-sdy-stablehlo-export-pipeline
// RUN: shardflow opt %s -xla-sdy-stablehlo-import-pipeline -xla-sdy-round-trip-export-pipeline -xla-sdy-round-trip-import-pipeline

sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>
func.func @main(%arg0: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"}, %arg1: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"}) -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"}, tensor<4x4xf32> {mhlo.sharding = "{replicated}"}) {
  // No operand: the result says what it is.
  %0 = call @made() : () -> tensor<2x4xf32>
  %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{manual}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.custom_call @SPMDShardToFullShape(%1) {mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  // One of two results is used.
  %3 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "unspecified_dims=[ 0,1]", mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.custom_call @SPMDFullToShardShape(%3) {mhlo.sharding = "{manual}"} : (tensor<4x4xf32>) -> tensor<2x4xf32>
  %5:2 = call @two(%4) : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<3xf32>)
  %6 = stablehlo.custom_call @Sharding(%5#0) {mhlo.sharding = "{manual}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %7 = stablehlo.custom_call @SPMDShardToFullShape(%6) {mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  // An op of effects alone, and a call with results that no bracket is around.
  stablehlo.custom_call @effect(%7) {has_side_effect = true, mhlo.sharding = "{maximal device=1}"} : (tensor<4x4xf32>) -> ()
  stablehlo.custom_call @effect(%7) {has_side_effect = true, mhlo.sharding = "{manual}"} : (tensor<4x4xf32>) -> ()
  stablehlo.custom_call @effect(%7) {has_side_effect = true, mhlo.sharding = "{replicated}"} : (tensor<4x4xf32>) -> ()
  %8 = call @plain() : () -> tensor<4x4xf32>
  %9 = stablehlo.add %8, %2 : tensor<4x4xf32>
  return %7, %9 : tensor<4x4xf32>, tensor<4x4xf32>
}
func.func private @made() -> tensor<2x4xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
func.func private @two(%arg0: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<3xf32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<3xf32>
  return %arg0, %0 : tensor<2x4xf32>, tensor<3xf32>
}
func.func private @plain() -> tensor<4x4xf32> {
  %0 = stablehlo.constant dense<2.0> : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>
//>   sdy.mesh @single_device_1 = <[], device_ids=[1]>
//>   func.func @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
//>     %0 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} () {
//>       %cst = stablehlo.constant dense<1.000000e+00> : tensor<2x4xf32>
//>       sdy.return %cst : tensor<2x4xf32>
//>     } : () -> tensor<4x4xf32>
//>     %1:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}]>] manual_axes={"x", "y"} (%arg2: tensor<2x4xf32>) {
//>       %cst = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
//>       sdy.return %arg2, %cst : tensor<2x4xf32>, tensor<3xf32>
//>     } : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<3xf32>)
//>     stablehlo.custom_call @effect(%1#0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@single_device_1, []>]>} : (tensor<4x4xf32>) -> ()
//>     stablehlo.custom_call @effect(%1#0) {has_side_effect = true} : (tensor<4x4xf32>) -> ()
//>     stablehlo.custom_call @effect(%1#0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<4x4xf32>) -> ()
//>     %2 = call @plain() : () -> tensor<4x4xf32>
//>     %3 = stablehlo.add %2, %0 : tensor<4x4xf32>
//>     return %1#0, %3 : tensor<4x4xf32>, tensor<4x4xf32>
//>   }
//>   func.func private @plain() -> tensor<4x4xf32> {
//>     %cst = stablehlo.constant dense<2.000000e+00> : tensor<4x4xf32>
//>     return %cst : tensor<4x4xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   func.func @main(%arg0: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"}, %arg1: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"}) -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"}, tensor<4x4xf32> {mhlo.sharding = "{replicated}"}) {
//>     %0 = call @xla.sdy.inlinable_manual_computation_body() {mhlo.sharding = "{manual}"} : () -> tensor<2x4xf32>
//>     %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{manual}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>     %2 = stablehlo.custom_call @SPMDShardToFullShape(%1) {mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"} : (tensor<2x4xf32>) -> tensor<4x4xf32>
//>     %3 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %4 = stablehlo.custom_call @SPMDFullToShardShape(%3) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{manual}"} : (tensor<4x4xf32>) -> tensor<2x4xf32>
//>     %5:2 = call @xla.sdy.inlinable_manual_computation_body_0(%4) {mhlo.sharding = "{{manual}, {manual}}"} : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<3xf32>)
//>     %6 = stablehlo.custom_call @Sharding(%5#0) {mhlo.sharding = "{manual}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>     %7 = stablehlo.custom_call @SPMDShardToFullShape(%6) {mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"} : (tensor<2x4xf32>) -> tensor<4x4xf32>
//>     %8 = stablehlo.custom_call @Sharding(%5#1) {mhlo.sharding = "{manual}"} : (tensor<3xf32>) -> tensor<3xf32>
//>     %9 = stablehlo.custom_call @SPMDShardToFullShape(%8) {mhlo.sharding = "{replicated}"} : (tensor<3xf32>) -> tensor<3xf32>
//>     stablehlo.custom_call @effect(%7) {has_side_effect = true, mhlo.sharding = "{maximal device=1}"} : (tensor<4x4xf32>) -> ()
//>     stablehlo.custom_call @effect(%7) {has_side_effect = true} : (tensor<4x4xf32>) -> ()
//>     stablehlo.custom_call @effect(%7) {has_side_effect = true, mhlo.sharding = "{replicated}"} : (tensor<4x4xf32>) -> ()
//>     %10 = call @plain() : () -> tensor<4x4xf32>
//>     %11 = stablehlo.add %10, %2 : tensor<4x4xf32>
//>     return %7, %11 : tensor<4x4xf32>, tensor<4x4xf32>
//>   }
//>   func.func private @plain() -> tensor<4x4xf32> {
//>     %cst = stablehlo.constant dense<2.000000e+00> : tensor<4x4xf32>
//>     return %cst : tensor<4x4xf32>
//>   }
//>   func.func private @xla.sdy.inlinable_manual_computation_body() -> (tensor<2x4xf32> {mhlo.sharding = "{manual}"}) {
//>     %cst = stablehlo.constant {mhlo.sharding = "{manual}"} dense<1.000000e+00> : tensor<2x4xf32>
//>     return %cst : tensor<2x4xf32>
//>   }
//>   func.func private @xla.sdy.inlinable_manual_computation_body_0(%arg0: tensor<2x4xf32> {mhlo.sharding = "{manual}"}) -> (tensor<2x4xf32> {mhlo.sharding = "{manual}"}, tensor<3xf32> {mhlo.sharding = "{manual}"}) {
//>     %cst = stablehlo.constant {mhlo.sharding = "{manual}"} dense<1.000000e+00> : tensor<3xf32>
//>     return %arg0, %cst : tensor<2x4xf32>, tensor<3xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>
//>   sdy.mesh @single_device_1 = <[], device_ids=[1]>
//>   func.func @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
//>     %0 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} () {
//>       %cst = stablehlo.constant dense<1.000000e+00> : tensor<2x4xf32>
//>       sdy.return %cst : tensor<2x4xf32>
//>     } : () -> tensor<4x4xf32>
//>     %1:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}]>] manual_axes={"x", "y"} (%arg2: tensor<2x4xf32>) {
//>       %cst = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
//>       sdy.return %arg2, %cst : tensor<2x4xf32>, tensor<3xf32>
//>     } : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<3xf32>)
//>     stablehlo.custom_call @effect(%1#0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@single_device_1, []>]>} : (tensor<4x4xf32>) -> ()
//>     stablehlo.custom_call @effect(%1#0) {has_side_effect = true} : (tensor<4x4xf32>) -> ()
//>     stablehlo.custom_call @effect(%1#0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<4x4xf32>) -> ()
//>     %2 = call @plain() : () -> tensor<4x4xf32>
//>     %3 = stablehlo.add %2, %0 : tensor<4x4xf32>
//>     return %1#0, %3 : tensor<4x4xf32>, tensor<4x4xf32>
//>   }
//>   func.func private @plain() -> tensor<4x4xf32> {
//>     %cst = stablehlo.constant dense<2.000000e+00> : tensor<4x4xf32>
//>     return %cst : tensor<4x4xf32>
//>   }
//> }
