// A function called from where axes are manual has them manual too.
// RUN: shardflow opt %s -xla-sdy-stablehlo-export-shardings

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<2x4xf32>) {
    %2 = func.call @inside(%arg1) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %3 = func.call @inside(%2) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    sdy.return %3 : tensor<2x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // No operand: the mesh is the results'.
  %1 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} () {
    %2 = stablehlo.constant dense<1.0> : tensor<2x2xf32>
    %3 = func.call @other(%2) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    sdy.return %3 : tensor<2x2xf32>
  } : () -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}
func.func private @inside(%arg0: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0:2 = stablehlo.custom_call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>, <@mesh, [{"y"}]>]>} : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)
  return %0#0 : tensor<2x4xf32>
}
func.func private @other(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
  stablehlo.custom_call @effect(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<2x2xf32>) -> ()
  return %arg0 : tensor<2x2xf32>
}

//> module {
//>   func.func @main(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
//>     %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4x4xf32>) -> tensor<2x4xf32>
//>     %2 = call @xla.sdy.inlinable_manual_computation_body(%1) {mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>     %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>     %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<2x4xf32>) -> tensor<4x4xf32>
//>     %5 = call @xla.sdy.inlinable_manual_computation_body_0() {mhlo.sharding = "{manual}"} : () -> tensor<2x2xf32>
//>     %6 = stablehlo.custom_call @Sharding(%5) {mhlo.sharding = "{manual}"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
//>     %7 = stablehlo.custom_call @SPMDShardToFullShape(%6) {mhlo.sharding = "{devices=[2,2]<=[4]}"} : (tensor<2x2xf32>) -> tensor<4x4xf32>
//>     return %4, %7 : tensor<4x4xf32>, tensor<4x4xf32>
//>   }
//>   func.func private @inside(%arg0: tensor<2x4xf32> {mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"}) -> (tensor<2x4xf32> {mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"}) {
//>     %0:2 = stablehlo.custom_call @f(%arg0) {mhlo.sharding = "{{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={manual}}, {devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual}}}"} : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)
//>     return %0#0 : tensor<2x4xf32>
//>   }
//>   func.func private @other(%arg0: tensor<2x2xf32> {mhlo.sharding = "{manual}"}) -> (tensor<2x2xf32> {mhlo.sharding = "{manual}"}) {
//>     stablehlo.custom_call @effect(%arg0) {has_side_effect = true, mhlo.sharding = "{manual}"} : (tensor<2x2xf32>) -> ()
//>     return %arg0 : tensor<2x2xf32>
//>   }
//>   func.func private @xla.sdy.inlinable_manual_computation_body(%arg0: tensor<2x4xf32> {mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"}) -> (tensor<2x4xf32> {mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"}) {
//>     %0 = call @inside(%arg0) {mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>     %1 = call @inside(%0) {mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>     return %1 : tensor<2x4xf32>
//>   }
//>   func.func private @xla.sdy.inlinable_manual_computation_body_0() -> (tensor<2x2xf32> {mhlo.sharding = "{manual}"}) {
//>     %cst = stablehlo.constant {mhlo.sharding = "{manual}"} dense<1.000000e+00> : tensor<2x2xf32>
//>     %0 = call @other(%cst) {mhlo.sharding = "{manual}"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
//>     return %0 : tensor<2x2xf32>
//>   }
//> }
