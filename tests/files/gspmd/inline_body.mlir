// RUN: shardflow opt %s -xla-sdy-stablehlo-import-pipeline
// RUN: shardflow opt %s -xla-outline-manual-bodies
// As PyTorch/XLA writes them: the bodies of manual computations stand inline.
func.func @main(%x: tensor<8x4xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %y: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>) {
  %c = stablehlo.constant dense<2.0> : tensor<2x4xf32>
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.multiply %1, %c : tensor<2x4xf32>
  %3 = stablehlo.custom_call @Sharding(%y) {mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %4 = stablehlo.custom_call @SPMDFullToShardShape(%3) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<2x4xf32>
  %5 = stablehlo.add %2, %4 : tensor<2x4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %6 = stablehlo.reduce(%5 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
  %7 = stablehlo.custom_call @Sharding(%5) {mhlo.sharding = "{manual}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %8 = stablehlo.custom_call @SPMDShardToFullShape(%7) {mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<2x4xf32>) -> tensor<8x4xf32>
  %9 = stablehlo.custom_call @SPMDShardToFullShape(%6) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  return %8, %9 : tensor<8x4xf32>, tensor<4xf32>
}
// Two of them, one after the other.
func.func @two(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
  %2 = stablehlo.sine %1 : tensor<2xf32>
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
  %4 = stablehlo.cosine %3 : tensor<8xf32>
  %5 = stablehlo.custom_call @Sharding(%4) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %6 = stablehlo.custom_call @SPMDFullToShardShape(%5) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
  %7 = stablehlo.sine %6 : tensor<2xf32>
  %8 = stablehlo.custom_call @SPMDShardToFullShape(%7) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
  return %8 : tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["_axis_0"=4]>
//>   func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {}]>}, %arg1: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>) {
//>     %cst = stablehlo.constant dense<2.000000e+00> : tensor<2x4xf32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"_axis_0"}, {}]>, <@mesh, [{"_axis_0"}, {}]>] out_shardings=[<@mesh, [{"_axis_0"}, {}]>, <@mesh, [{}]>] manual_axes={"_axis_0"} (%arg2: tensor<2x4xf32>, %arg3: tensor<2x4xf32>) {
//>       %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<2x4xf32>
//>       %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>       %1 = stablehlo.multiply %arg2, %cst_1 : tensor<2x4xf32>
//>       %2 = stablehlo.add %1, %arg3 : tensor<2x4xf32>
//>       %3 = stablehlo.reduce(%2 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
//>       sdy.return %2, %3 : tensor<2x4xf32>, tensor<4xf32>
//>     } : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>)
//>     return %0#0, %0#1 : tensor<8x4xf32>, tensor<4xf32>
//>   }
//>   func.func @two(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"_axis_0"}]>] out_shardings=[<@mesh, [{"_axis_0"}]>] manual_axes={"_axis_0"} (%arg1: tensor<2xf32>) {
//>       %3 = stablehlo.sine %arg1 : tensor<2xf32>
//>       sdy.return %3 : tensor<2xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = stablehlo.cosine %0 : tensor<8xf32>
//>     %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"_axis_0"}]>] out_shardings=[<@mesh, [{"_axis_0"}]>] manual_axes={"_axis_0"} (%arg1: tensor<2xf32>) {
//>       %3 = stablehlo.sine %arg1 : tensor<2xf32>
//>       sdy.return %3 : tensor<2xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     return %2 : tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   func.func @main(%arg0: tensor<8x4xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %arg1: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>) {
//>     %cst = stablehlo.constant dense<2.000000e+00> : tensor<2x4xf32>
//>     %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<2x4xf32>
//>     %2 = stablehlo.custom_call @Sharding(%arg1) {mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<2x4xf32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %4:2 = call @xla.sdy.manual_computation_body(%1, %3) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)
//>     %5 = stablehlo.custom_call @Sharding(%4#0) {mhlo.sharding = "{manual}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>     %6 = stablehlo.custom_call @SPMDShardToFullShape(%5) {mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<2x4xf32>) -> tensor<8x4xf32>
//>     %7 = stablehlo.custom_call @SPMDShardToFullShape(%4#1) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
//>     return %6, %7 : tensor<8x4xf32>, tensor<4xf32>
//>   }
//>   func.func @two(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
//>     %2 = call @xla.sdy.manual_computation_body_0(%1) : (tensor<2xf32>) -> tensor<2xf32>
//>     %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
//>     %4 = stablehlo.cosine %3 : tensor<8xf32>
//>     %5 = stablehlo.custom_call @Sharding(%4) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
//>     %6 = stablehlo.custom_call @SPMDFullToShardShape(%5) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
//>     %7 = call @xla.sdy.manual_computation_body_1(%6) : (tensor<2xf32>) -> tensor<2xf32>
//>     %8 = stablehlo.custom_call @SPMDShardToFullShape(%7) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
//>     return %8 : tensor<8xf32>
//>   }
//>   func.func private @xla.sdy.manual_computation_body(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>) {
//>     %cst = stablehlo.constant dense<2.000000e+00> : tensor<2x4xf32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.multiply %arg0, %cst : tensor<2x4xf32>
//>     %1 = stablehlo.add %0, %arg1 : tensor<2x4xf32>
//>     %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
//>     return %1, %2 : tensor<2x4xf32>, tensor<4xf32>
//>   }
//>   func.func private @xla.sdy.manual_computation_body_0(%arg0: tensor<2xf32>) -> tensor<2xf32> {
//>     %0 = stablehlo.sine %arg0 : tensor<2xf32>
//>     return %0 : tensor<2xf32>
//>   }
//>   func.func private @xla.sdy.manual_computation_body_1(%arg0: tensor<2xf32>) -> tensor<2xf32> {
//>     %0 = stablehlo.sine %arg0 : tensor<2xf32>
//>     return %0 : tensor<2xf32>
//>   }
//> }
