// The groups of a shard_map's collectives, which newer JAX writes as axes of a
// mesh. Neither form of the program keeps the meshes, so the groups become lists
// of devices.
// RUN: shardflow gspmd export %s
// RUN: shardflow opt %s -xla-sdy-round-trip-export-pipeline
sdy.mesh @mesh = <["data"=2, "expert"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"expert"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"data"}, {"expert"}]>] out_shardings=[<@mesh, [{"data"}, {"expert"}]>] manual_axes={"data", "expert"} (%x: tensor<4x4xf32>) {
    %1 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "expert">]>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "expert", sub_axis_info = (1)2>, #stablehlo.axis_ref<name = "data">]>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    sdy.return %2 : tensor<4x4xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{devices=[2,4]7,6,5,4,3,2,1,0}"}) -> tensor<8x16xf32> {
//>     %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2,4]7,6,5,4,3,2,1,0}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8x16xf32>) -> tensor<4x4xf32>
//>     %2 = call @xla.sdy.inlinable_manual_computation_body(%1) {mhlo.sharding = "{manual}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[2,4]7,6,5,4,3,2,1,0}"} : (tensor<4x4xf32>) -> tensor<8x16xf32>
//>     return %4 : tensor<8x16xf32>
//>   }
//>   func.func private @xla.sdy.inlinable_manual_computation_body(%arg0: tensor<4x4xf32> {mhlo.sharding = "{manual}"}) -> (tensor<4x4xf32> {mhlo.sharding = "{manual}"}) {
//>     %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[7, 6, 5, 4], [3, 2, 1, 0]]> : tensor<2x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %2 = stablehlo.add %arg1, %arg2 {mhlo.sharding = "{manual}"} : tensor<f32>
//>       stablehlo.return %2 : tensor<f32>
//>     }) {mhlo.sharding = "{manual}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[7, 3, 5, 1], [6, 2, 4, 0]]> : tensor<2x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %2 = stablehlo.add %arg1, %arg2 {mhlo.sharding = "{manual}"} : tensor<f32>
//>       stablehlo.return %2 : tensor<f32>
//>     }) {mhlo.sharding = "{manual}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     return %1 : tensor<4x4xf32>
//>   }
//> }
//# RUN 2
//> module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22data\22=2, \22expert\22=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>}"}} {
//>   func.func @main(%arg0: tensor<8x16xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22data\22}, {\22expert\22}]>"}}) -> tensor<8x16xf32> {
//>     %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22data\22}, {\22expert\22}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22data\22, \22expert\22}>"}} : (tensor<8x16xf32>) -> tensor<4x4xf32>
//>     %1 = call @xla.sdy.manual_computation_body(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22data\22, \22expert\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22data\22}, {\22expert\22}]>]>"}} : (tensor<4x4xf32>) -> tensor<8x16xf32>
//>     return %2 : tensor<8x16xf32>
//>   }
//>   func.func private @xla.sdy.manual_computation_body(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
//>     %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[7, 6, 5, 4], [3, 2, 1, 0]]> : tensor<2x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %2 : tensor<f32>
//>     }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[7, 3, 5, 1], [6, 2, 4, 0]]> : tensor<2x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %2 : tensor<f32>
//>     }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     return %1 : tensor<4x4xf32>
//>   }
//> }
