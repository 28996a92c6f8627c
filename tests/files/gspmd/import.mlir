// RUN: shardflow gspmd import %s

// Arguments, results, ops, tuples, constraints with dimensions left open, one
// device, groups.

func.func @main(
    %arg0: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,2]<=[2,4]T(1,0)}"},
    %arg1: tensor<8x16xf32> {mhlo.sharding = "{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}"},
    %arg2: tensor<f32> {mhlo.sharding = "{replicated}"},
    %arg3: tensor<4xf32> {jax.name = "kept", mhlo.sharding = "{maximal device=3}"})
    -> (tensor<8x16xf32> {mhlo.sharding = "{unknown}"}, tensor<4xf32>) {
  %0 = stablehlo.add %arg0, %arg1 {mhlo.sharding = "{devices=[2,4]<=[8]}"} : tensor<8x16xf32>
  %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %2:2 = stablehlo.custom_call @two(%1) {mhlo.sharding = "{{devices=[2,1,4]<=[8] last_tile_dims={unreduced}}, {replicated}}"} : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<f32>)
  %3 = stablehlo.custom_call @Sharding(%2#0) {mhlo.sharding = "{unknown shard_as 7}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %4 = stablehlo.custom_call @Sharding(%arg1) {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate shard_as 7}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %5 = stablehlo.add %3, %4 : tensor<8x16xf32>
  return %5, %arg3 : tensor<8x16xf32>, tensor<4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["_axis_0"=2, "_axis_1"=2, "_axis_2"=2]>
//>   sdy.mesh @single_device_3 = <[], device_ids=[3]>
//>   func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_1", "_axis_2"}, {"_axis_0"}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {}]>}, %arg2: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %arg3: tensor<4xf32> {jax.name = "kept", sdy.sharding = #sdy.sharding<@single_device_3, []>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>}, tensor<4xf32>) {
//>     %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {"_axis_1", "_axis_2"}]>]>} : tensor<8x16xf32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [{"_axis_0", "_axis_1"}, {?}]> : tensor<8x16xf32>
//>     %2:2 = stablehlo.custom_call @two(%1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {}], unreduced={"_axis_1", "_axis_2"}>, <@mesh, []>]>} : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<f32>)
//>     sdy.sharding_group %2#0 group_id=7 : tensor<8x16xf32>
//>     %3 = sdy.sharding_constraint %arg1 <@mesh, [{"_axis_0"}, {}]> : tensor<8x16xf32>
//>     sdy.sharding_group %3 group_id=7 : tensor<8x16xf32>
//>     %4 = stablehlo.add %2#0, %3 : tensor<8x16xf32>
//>     return %4, %arg3 : tensor<8x16xf32>, tensor<4xf32>
//>   }
//> }
