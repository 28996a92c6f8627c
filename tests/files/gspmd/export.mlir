// RUN: shardflow gspmd export %s
// RUN: shardflow gspmd export --to v1 %s
// RUN: shardflow gspmd export --to v3 %s
// RUN: shardflow opt %s -xla-sdy-stablehlo-export-shardings=use-mhlo-copy=true
// RUN: shardflow opt %s -xla-sdy-round-trip-export-pipeline
// RUN: shardflow opt %s -xla-sdy-round-trip-export-pipeline -xla-sdy-round-trip-import-pipeline

sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @one = <[], device_ids=[3]>
func.func @main(
    %arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}p1, {"x", ?}]>},
    %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@one, []>})
    -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}], unreduced=max{"y"}>}) {
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y":(1)2}]>]>} dense<1.0> : tensor<8x16xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<8x16xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {?}], replicated={"y"}> : tensor<8x16xf32>
  sdy.sharding_group %2 group_id=3 : tensor<8x16xf32>
  %3:2 = stablehlo.custom_call @two(%2) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, []>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j], []) {i=8, j=16}, custom>} : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<f32>)
  %4 = sdy.reshard %3#0 <@mesh, [{"x"}, {"y"}]> : tensor<8x16xf32>
  return %4 : tensor<8x16xf32>
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,2]<=[2,4]T(1,0)}"}, %arg1: tensor<4xf32> {mhlo.sharding = "{maximal device=3}"}) -> (tensor<8x16xf32> {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dims={unreduced} metadata={op_type=\22sdy::reduction_op\22 op_name=\22MAX\22}}"}) {
//>     %cst = stablehlo.constant {mhlo.sharding = "{devices=[1,2,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}"} dense<1.000000e+00> : tensor<8x16xf32>
//>     %0 = stablehlo.add %arg0, %cst : tensor<8x16xf32>
//>     %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{unknown shard_as 3}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %3:2 = stablehlo.custom_call @two(%2) {mhlo.sharding = "{{devices=[2,1,4]<=[8] last_tile_dim_replicate}, {replicated}}"} : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<f32>)
//>     %4 = stablehlo.custom_call @Sharding(%3#0) {mhlo.sharding = "{devices=[2,4]<=[8]}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     return %4 : tensor<8x16xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7}"}, %arg1: tensor<4xf32> {mhlo.sharding = "{maximal device=3}"}) -> (tensor<8x16xf32> {mhlo.sharding = "{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dims={unreduced} metadata={op_type=\22sdy::reduction_op\22 op_name=\22MAX\22}}"}) {
//>     %cst = stablehlo.constant {mhlo.sharding = "{devices=[1,2,4]0,1,4,5,2,3,6,7 last_tile_dim_replicate}"} dense<1.000000e+00> : tensor<8x16xf32>
//>     %0 = stablehlo.add %arg0, %cst : tensor<8x16xf32>
//>     %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{unknown shard_as 3}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %3:2 = stablehlo.custom_call @two(%2) {mhlo.sharding = "{{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}, {replicated}}"} : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<f32>)
//>     %4 = stablehlo.custom_call @Sharding(%3#0) {mhlo.sharding = "{devices=[2,4]0,1,2,3,4,5,6,7}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     return %4 : tensor<8x16xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {'x', ?}]}"}, %arg1: tensor<4xf32> {mhlo.sharding = "{single_device[device_id=3]}"}) -> (tensor<8x16xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'x'}, {}], unreduced=max{'y'}}"}) {
//>     %cst = stablehlo.constant {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {'y':(1)2}]}"} dense<1.000000e+00> : tensor<8x16xf32>
//>     %0 = stablehlo.add %arg0, %cst : tensor<8x16xf32>
//>     %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{mesh['x'=2,'y'=4], [{'x'}, {?}], replicated={'y'}}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{unknown shard_as 3}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %3:2 = stablehlo.custom_call @two(%2) {mhlo.sharding = "{{mesh['x'=2,'y'=4], [{'x'}, {}]}, {mesh['x'=2,'y'=4], replicated}}"} : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<f32>)
//>     %4 = stablehlo.custom_call @Sharding(%3#0) {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'x'}, {'y'}]}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     return %4 : tensor<8x16xf32>
//>   }
//> }
//# RUN 4
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,2]<=[2,4]T(1,0)}"}, %arg1: tensor<4xf32> {mhlo.sharding = "{maximal device=3}"}) -> (tensor<8x16xf32> {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dims={unreduced} metadata={op_type=\22sdy::reduction_op\22 op_name=\22MAX\22}}"}) {
//>     %cst = stablehlo.constant {mhlo.sharding = "{devices=[1,2,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}"} dense<1.000000e+00> : tensor<8x16xf32>
//>     %0 = stablehlo.add %arg0, %cst : tensor<8x16xf32>
//>     %1 = "mhlo.copy"(%0) {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{unknown shard_as 3}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %3:2 = stablehlo.custom_call @two(%2) {mhlo.sharding = "{{devices=[2,1,4]<=[8] last_tile_dim_replicate}, {replicated}}"} : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<f32>)
//>     %4 = "mhlo.copy"(%3#0) {mhlo.sharding = "{devices=[2,4]<=[8]}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     return %4 : tensor<8x16xf32>
//>   }
//> }
//# RUN 5
//> module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2, \22y\22=4]>, one = #sdy.mesh<[], device_ids=[3]>}"}} {
//>   func.func @main(%arg0: tensor<8x16xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22y\22}p1, {\22x\22, ?}]>"}}, %arg1: tensor<4xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@one, []>"}}) -> tensor<8x16xf32> {
//>     %cst = stablehlo.constant {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{}, {\22y\22:(1)2}]>]>"}} dense<1.000000e+00> : tensor<8x16xf32>
//>     %0 = stablehlo.add %arg0, %cst : tensor<8x16xf32>
//>     %1 = stablehlo.custom_call @Sharding(%0) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {?}], replicated={\22y\22}>]>"}} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     stablehlo.custom_call @xla.sdy.ShardingGroup(%1) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding_group_id = "3 : i64"}} : (tensor<8x16xf32>) -> ()
//>     %2:2 = stablehlo.custom_call @two(%1) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {}]>, <@mesh, []>]>", xla.sdy.sharding_rule = "#sdy.op_sharding_rule<([i, j])->([i, j], []) {i=8, j=16}, custom>"}} : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<f32>)
//>     %3 = stablehlo.custom_call @Sharding(%2#0) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {\22y\22}]>]>"}} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %4 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%3) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {}], unreduced=max{\22y\22}>]>"}} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     return %4 : tensor<8x16xf32>
//>   }
//> }
//# RUN 6
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   sdy.mesh @one = <[], device_ids=[3]>
//>   func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}p1, {"x", ?}]>}, %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@one, []>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}], unreduced=max{"y"}>}) {
//>     %cst = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y":(1)2}]>]>} dense<1.000000e+00> : tensor<8x16xf32>
//>     %0 = stablehlo.add %arg0, %cst : tensor<8x16xf32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {?}], replicated={"y"}> : tensor<8x16xf32>
//>     sdy.sharding_group %1 group_id=3 : tensor<8x16xf32>
//>     %2:2 = stablehlo.custom_call @two(%1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, []>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j], []) {i=8, j=16}, custom>} : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<f32>)
//>     %3 = sdy.sharding_constraint %2#0 <@mesh, [{"x"}, {"y"}]> : tensor<8x16xf32>
//>     return %3 : tensor<8x16xf32>
//>   }
//> }
