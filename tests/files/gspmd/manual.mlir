// RUN: shardflow gspmd import %s
// RUN: shardflow opt %s -xla-sdy-stablehlo-import-pipeline -xla-sdy-stablehlo-export-pipeline
// RUN: shardflow opt %s -xla-sdy-stablehlo-import-pipeline -xla-sdy-stablehlo-export-pipeline=enable-hlo-sharding-v3=true
// RUN: shardflow opt %s -xla-sdy-stablehlo-import-pipeline -xla-sdy-round-trip-export-pipeline
// RUN: shardflow opt %s -xla-sdy-stablehlo-import-pipeline -xla-sdy-round-trip-export-pipeline -xla-sdy-round-trip-import-pipeline

// A body that is manual along all axes, called twice, and one that is manual
// along one axis with another one inside.

func.func public @main(%arg0: tensor<32x8xf32> {mhlo.sharding = "{devices=[4,2]<=[8]}"}) -> tensor<32x8xf32> {
  %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<32x8xf32>) -> tensor<32x8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<32x8xf32>) -> tensor<8x4xf32>
  %2 = call @full(%1) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<8x4xf32>) -> tensor<32x8xf32>
  %5 = stablehlo.custom_call @Sharding(%4) {mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<32x8xf32>) -> tensor<32x8xf32>
  %6 = stablehlo.custom_call @SPMDFullToShardShape(%5) {mhlo.sharding = "{manual}"} : (tensor<32x8xf32>) -> tensor<8x4xf32>
  %7 = call @full(%6) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %8 = stablehlo.custom_call @Sharding(%7) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %9 = stablehlo.custom_call @SPMDShardToFullShape(%8) {mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<8x4xf32>) -> tensor<32x8xf32>
  %10 = stablehlo.custom_call @Sharding(%9) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<32x8xf32>) -> tensor<32x8xf32>
  %11 = stablehlo.custom_call @SPMDFullToShardShape(%10) {mhlo.sharding = "{devices=[1,1,4,2]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<32x8xf32>) -> tensor<8x8xf32>
  %12 = call @partial(%11) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %13 = stablehlo.custom_call @Sharding(%12) {mhlo.sharding = "{devices=[1,1,4,2]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %14 = stablehlo.custom_call @SPMDShardToFullShape(%13) {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<32x8xf32>
  return %14 : tensor<32x8xf32>
}
func.func private @full(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
func.func private @partial(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.sine %arg0 {mhlo.sharding = "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dims={manual}}"} : tensor<8x8xf32>
  %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dims={manual}}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.custom_call @SPMDFullToShardShape(%1) {mhlo.sharding = "{manual}"} : (tensor<8x8xf32>) -> tensor<8x4xf32>
  %3 = call @inner(%2) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %4 = stablehlo.custom_call @Sharding(%3) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %5 = stablehlo.custom_call @SPMDShardToFullShape(%4) {mhlo.sharding = "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dims={manual}}"} : (tensor<8x4xf32>) -> tensor<8x8xf32>
  return %5 : tensor<8x8xf32>
}
func.func private @inner(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.cosine %arg0 : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["_axis_0"=4, "_axis_1"=2]>
//>   func.func public @main(%arg0: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {"_axis_1"}]>}) -> tensor<32x8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"_axis_0"}, {"_axis_1"}]>] out_shardings=[<@mesh, [{"_axis_0"}, {"_axis_1"}]>] manual_axes={"_axis_0", "_axis_1"} (%arg1: tensor<8x4xf32>) {
//>       %3 = stablehlo.tanh %arg1 : tensor<8x4xf32>
//>       sdy.return %3 : tensor<8x4xf32>
//>     } : (tensor<32x8xf32>) -> tensor<32x8xf32>
//>     %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"_axis_0"}, {"_axis_1"}]>] out_shardings=[<@mesh, [{"_axis_0"}, {"_axis_1"}]>] manual_axes={"_axis_0", "_axis_1"} (%arg1: tensor<8x4xf32>) {
//>       %3 = stablehlo.tanh %arg1 : tensor<8x4xf32>
//>       sdy.return %3 : tensor<8x4xf32>
//>     } : (tensor<32x8xf32>) -> tensor<32x8xf32>
//>     %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"_axis_0"}, {?}]>] out_shardings=[<@mesh, [{"_axis_0"}, {}]>] manual_axes={"_axis_0"} (%arg1: tensor<8x8xf32>) {
//>       %3 = stablehlo.sine %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"_axis_1"}]>]>} : tensor<8x8xf32>
//>       %4 = sdy.manual_computation(%3) in_shardings=[<@mesh, [{}, {"_axis_1"}]>] out_shardings=[<@mesh, [{}, {"_axis_1"}]>] manual_axes={"_axis_1"} (%arg2: tensor<8x4xf32>) {
//>         %5 = stablehlo.cosine %arg2 : tensor<8x4xf32>
//>         sdy.return %5 : tensor<8x4xf32>
//>       } : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>       sdy.return %4 : tensor<8x8xf32>
//>     } : (tensor<32x8xf32>) -> tensor<32x8xf32>
//>     return %2 : tensor<32x8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   func.func public @main(%arg0: tensor<32x8xf32> {mhlo.sharding = "{devices=[4,2]<=[8]}"}) -> tensor<32x8xf32> {
//>     %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<32x8xf32>) -> tensor<32x8xf32>
//>     %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<32x8xf32>) -> tensor<8x4xf32>
//>     %2 = call @xla.sdy.inlinable_manual_computation_body(%1) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<8x4xf32>) -> tensor<32x8xf32>
//>     %5 = stablehlo.custom_call @Sharding(%4) {mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<32x8xf32>) -> tensor<32x8xf32>
//>     %6 = stablehlo.custom_call @SPMDFullToShardShape(%5) {mhlo.sharding = "{manual}"} : (tensor<32x8xf32>) -> tensor<8x4xf32>
//>     %7 = call @xla.sdy.inlinable_manual_computation_body_0(%6) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %8 = stablehlo.custom_call @Sharding(%7) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %9 = stablehlo.custom_call @SPMDShardToFullShape(%8) {mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<8x4xf32>) -> tensor<32x8xf32>
//>     %10 = stablehlo.custom_call @Sharding(%9) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<32x8xf32>) -> tensor<32x8xf32>
//>     %11 = stablehlo.custom_call @SPMDFullToShardShape(%10) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[1,1,4,2]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<32x8xf32>) -> tensor<8x8xf32>
//>     %12 = call @xla.sdy.inlinable_manual_computation_body_2(%11) {mhlo.sharding = "{devices=[1,1,4,2]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %13 = stablehlo.custom_call @Sharding(%12) {mhlo.sharding = "{devices=[1,1,4,2]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %14 = stablehlo.custom_call @SPMDShardToFullShape(%13) {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<32x8xf32>
//>     return %14 : tensor<32x8xf32>
//>   }
//>   func.func private @xla.sdy.inlinable_manual_computation_body(%arg0: tensor<8x4xf32> {mhlo.sharding = "{manual}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{manual}"}) {
//>     %0 = stablehlo.tanh %arg0 {mhlo.sharding = "{manual}"} : tensor<8x4xf32>
//>     return %0 : tensor<8x4xf32>
//>   }
//>   func.func private @xla.sdy.inlinable_manual_computation_body_0(%arg0: tensor<8x4xf32> {mhlo.sharding = "{manual}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{manual}"}) {
//>     %0 = stablehlo.tanh %arg0 {mhlo.sharding = "{manual}"} : tensor<8x4xf32>
//>     return %0 : tensor<8x4xf32>
//>   }
//>   func.func private @xla.sdy.inlinable_manual_computation_body_1(%arg0: tensor<8x4xf32> {mhlo.sharding = "{manual}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{manual}"}) {
//>     %0 = stablehlo.cosine %arg0 {mhlo.sharding = "{manual}"} : tensor<8x4xf32>
//>     return %0 : tensor<8x4xf32>
//>   }
//>   func.func private @xla.sdy.inlinable_manual_computation_body_2(%arg0: tensor<8x8xf32> {mhlo.sharding = "{devices=[1,1,4,2]<=[8] last_tile_dims={manual, replicated}}"}) -> (tensor<8x8xf32> {mhlo.sharding = "{devices=[1,1,4,2]<=[8] last_tile_dims={manual, replicated}}"}) {
//>     %0 = stablehlo.sine %arg0 {mhlo.sharding = "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dims={manual}}"} : tensor<8x8xf32>
//>     %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dims={manual}}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %2 = stablehlo.custom_call @SPMDFullToShardShape(%1) {mhlo.sharding = "{manual}"} : (tensor<8x8xf32>) -> tensor<8x4xf32>
//>     %3 = call @xla.sdy.inlinable_manual_computation_body_1(%2) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %4 = stablehlo.custom_call @Sharding(%3) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %5 = stablehlo.custom_call @SPMDShardToFullShape(%4) {mhlo.sharding = "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dims={manual}}"} : (tensor<8x4xf32>) -> tensor<8x8xf32>
//>     return %5 : tensor<8x8xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   func.func public @main(%arg0: tensor<32x8xf32> {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{'_axis_0'}, {'_axis_1'}]}"}) -> tensor<32x8xf32> {
//>     %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{'_axis_0'}, {'_axis_1'}]}"} : (tensor<32x8xf32>) -> tensor<32x8xf32>
//>     %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"} : (tensor<32x8xf32>) -> tensor<8x4xf32>
//>     %2 = call @xla.sdy.inlinable_manual_computation_body(%1) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{'_axis_0'}, {'_axis_1'}]}"} : (tensor<8x4xf32>) -> tensor<32x8xf32>
//>     %5 = stablehlo.custom_call @Sharding(%4) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{'_axis_0'}, {'_axis_1'}]}"} : (tensor<32x8xf32>) -> tensor<32x8xf32>
//>     %6 = stablehlo.custom_call @SPMDFullToShardShape(%5) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"} : (tensor<32x8xf32>) -> tensor<8x4xf32>
//>     %7 = call @xla.sdy.inlinable_manual_computation_body_0(%6) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %8 = stablehlo.custom_call @Sharding(%7) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %9 = stablehlo.custom_call @SPMDShardToFullShape(%8) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{'_axis_0'}, {'_axis_1'}]}"} : (tensor<8x4xf32>) -> tensor<32x8xf32>
//>     %10 = stablehlo.custom_call @Sharding(%9) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{'_axis_0'}, {?}]}"} : (tensor<32x8xf32>) -> tensor<32x8xf32>
//>     %11 = stablehlo.custom_call @SPMDFullToShardShape(%10) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{}, {?}], manual={'_axis_0'}}"} : (tensor<32x8xf32>) -> tensor<8x8xf32>
//>     %12 = call @xla.sdy.inlinable_manual_computation_body_2(%11) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{}, {}], manual={'_axis_0'}}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %13 = stablehlo.custom_call @Sharding(%12) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{}, {}], manual={'_axis_0'}}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %14 = stablehlo.custom_call @SPMDShardToFullShape(%13) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{'_axis_0'}, {}]}"} : (tensor<8x8xf32>) -> tensor<32x8xf32>
//>     return %14 : tensor<32x8xf32>
//>   }
//>   func.func private @xla.sdy.inlinable_manual_computation_body(%arg0: tensor<8x4xf32> {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"}) {
//>     %0 = stablehlo.tanh %arg0 {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"} : tensor<8x4xf32>
//>     return %0 : tensor<8x4xf32>
//>   }
//>   func.func private @xla.sdy.inlinable_manual_computation_body_0(%arg0: tensor<8x4xf32> {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"}) {
//>     %0 = stablehlo.tanh %arg0 {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"} : tensor<8x4xf32>
//>     return %0 : tensor<8x4xf32>
//>   }
//>   func.func private @xla.sdy.inlinable_manual_computation_body_1(%arg0: tensor<8x4xf32> {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"}) {
//>     %0 = stablehlo.cosine %arg0 {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"} : tensor<8x4xf32>
//>     return %0 : tensor<8x4xf32>
//>   }
//>   func.func private @xla.sdy.inlinable_manual_computation_body_2(%arg0: tensor<8x8xf32> {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{}, {?}], manual={'_axis_0'}}"}) -> (tensor<8x8xf32> {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{}, {}], manual={'_axis_0'}}"}) {
//>     %0 = stablehlo.sine %arg0 {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{}, {'_axis_1'}], manual={'_axis_0'}}"} : tensor<8x8xf32>
//>     %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{}, {'_axis_1'}], manual={'_axis_0'}}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %2 = stablehlo.custom_call @SPMDFullToShardShape(%1) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"} : (tensor<8x8xf32>) -> tensor<8x4xf32>
//>     %3 = call @xla.sdy.inlinable_manual_computation_body_1(%2) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %4 = stablehlo.custom_call @Sharding(%3) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %5 = stablehlo.custom_call @SPMDShardToFullShape(%4) {mhlo.sharding = "{mesh['_axis_0'=4,'_axis_1'=2], [{}, {'_axis_1'}], manual={'_axis_0'}}"} : (tensor<8x4xf32>) -> tensor<8x8xf32>
//>     return %5 : tensor<8x8xf32>
//>   }
//> }
//# RUN 4
//> module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22_axis_0\22=4, \22_axis_1\22=2]>}"}} {
//>   func.func public @main(%arg0: tensor<32x8xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22_axis_0\22}, {\22_axis_1\22}]>"}}) -> tensor<32x8xf32> {
//>     %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22_axis_0\22}, {\22_axis_1\22}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22_axis_0\22, \22_axis_1\22}>"}} : (tensor<32x8xf32>) -> tensor<8x4xf32>
//>     %1 = call @xla.sdy.manual_computation_body(%0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22_axis_0\22, \22_axis_1\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22_axis_0\22}, {\22_axis_1\22}]>]>"}} : (tensor<8x4xf32>) -> tensor<32x8xf32>
//>     %3 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%2) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22_axis_0\22}, {\22_axis_1\22}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22_axis_0\22, \22_axis_1\22}>"}} : (tensor<32x8xf32>) -> tensor<8x4xf32>
//>     %4 = call @xla.sdy.manual_computation_body_0(%3) : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %5 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%4) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22_axis_0\22, \22_axis_1\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22_axis_0\22}, {\22_axis_1\22}]>]>"}} : (tensor<8x4xf32>) -> tensor<32x8xf32>
//>     %6 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%5) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22_axis_0\22}, {?}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22_axis_0\22}>"}} : (tensor<32x8xf32>) -> tensor<8x8xf32>
//>     %7 = call @xla.sdy.manual_computation_body_2(%6) : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %8 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%7) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22_axis_0\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22_axis_0\22}, {}]>]>"}} : (tensor<8x8xf32>) -> tensor<32x8xf32>
//>     return %8 : tensor<32x8xf32>
//>   }
//>   func.func private @xla.sdy.manual_computation_body(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
//>     %0 = stablehlo.tanh %arg0 : tensor<8x4xf32>
//>     return %0 : tensor<8x4xf32>
//>   }
//>   func.func private @xla.sdy.manual_computation_body_0(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
//>     %0 = stablehlo.tanh %arg0 : tensor<8x4xf32>
//>     return %0 : tensor<8x4xf32>
//>   }
//>   func.func private @xla.sdy.manual_computation_body_1(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
//>     %0 = stablehlo.cosine %arg0 : tensor<8x4xf32>
//>     return %0 : tensor<8x4xf32>
//>   }
//>   func.func private @xla.sdy.manual_computation_body_2(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
//>     %0 = stablehlo.sine %arg0 {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{}, {\22_axis_1\22}]>]>"}} : tensor<8x8xf32>
//>     %1 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%0) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{}, {\22_axis_1\22}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22_axis_1\22}>"}} : (tensor<8x8xf32>) -> tensor<8x4xf32>
//>     %2 = call @xla.sdy.manual_computation_body_1(%1) : (tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %3 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%2) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22_axis_1\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{}, {\22_axis_1\22}]>]>"}} : (tensor<8x4xf32>) -> tensor<8x8xf32>
//>     return %3 : tensor<8x8xf32>
//>   }
//> }
//# RUN 5
//> module {
//>   sdy.mesh @mesh = <["_axis_0"=4, "_axis_1"=2]>
//>   func.func public @main(%arg0: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {"_axis_1"}]>}) -> tensor<32x8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"_axis_0"}, {"_axis_1"}]>] out_shardings=[<@mesh, [{"_axis_0"}, {"_axis_1"}]>] manual_axes={"_axis_0", "_axis_1"} (%arg1: tensor<8x4xf32>) {
//>       %3 = stablehlo.tanh %arg1 : tensor<8x4xf32>
//>       sdy.return %3 : tensor<8x4xf32>
//>     } : (tensor<32x8xf32>) -> tensor<32x8xf32>
//>     %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"_axis_0"}, {"_axis_1"}]>] out_shardings=[<@mesh, [{"_axis_0"}, {"_axis_1"}]>] manual_axes={"_axis_0", "_axis_1"} (%arg1: tensor<8x4xf32>) {
//>       %3 = stablehlo.tanh %arg1 : tensor<8x4xf32>
//>       sdy.return %3 : tensor<8x4xf32>
//>     } : (tensor<32x8xf32>) -> tensor<32x8xf32>
//>     %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"_axis_0"}, {?}]>] out_shardings=[<@mesh, [{"_axis_0"}, {}]>] manual_axes={"_axis_0"} (%arg1: tensor<8x8xf32>) {
//>       %3 = stablehlo.sine %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"_axis_1"}]>]>} : tensor<8x8xf32>
//>       %4 = sdy.manual_computation(%3) in_shardings=[<@mesh, [{}, {"_axis_1"}]>] out_shardings=[<@mesh, [{}, {"_axis_1"}]>] manual_axes={"_axis_1"} (%arg2: tensor<8x4xf32>) {
//>         %5 = stablehlo.cosine %arg2 : tensor<8x4xf32>
//>         sdy.return %5 : tensor<8x4xf32>
//>       } : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>       sdy.return %4 : tensor<8x8xf32>
//>     } : (tensor<32x8xf32>) -> tensor<32x8xf32>
//>     return %2 : tensor<32x8xf32>
//>   }
//> }
