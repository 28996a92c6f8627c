// Collectives on global shapes become StableHLO's on local ones.
// RUN: shardflow opt %s -sdy-convert-global-to-local
// RUN: shardflow opt %s '-sdy-convert-global-to-local=per-dim-all-gather=true combine-multi-dimension-reduce-scatter=true enable-rgv3=true'

sdy.mesh @grid = <["row"=2, "col"=3]>
sdy.mesh @turned = <["row"=2, "col"=3], device_ids=[5, 4, 3, 2, 1, 0]>

func.func @gather(%arg0: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"row"}, {"col"}]>}) -> tensor<4x6xf32> {
  %0 = sdy.all_gather [{"row"}, {"col"}] %arg0 out_sharding=<@grid, [{}, {}]> : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// One dimension of three is not scattered.
func.func @scatter(%arg0: tensor<4x5x6xf32>) -> (tensor<4x5x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"row"}, {}, {"col"}]>}) {
  %0 = sdy.reduce_scatter max [{"row"}, {}, {"col"}] %arg0 out_sharding=<@grid, [{"row"}, {}, {"col"}]> : tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}

// Devices are numbered the other way round.
func.func @all_to_all(%arg0: tensor<6x12xi32> {sdy.sharding = #sdy.sharding<@turned, [{"row", "col"}, {}]>}) -> (tensor<6x12xi32> {sdy.sharding = #sdy.sharding<@turned, [{"row"}, {"col"}]>}) {
  %0 = sdy.all_to_all [{"col"}: 0->1] %arg0 out_sharding=<@turned, [{"row"}, {"col"}]> : tensor<6x12xi32>
  return %0 : tensor<6x12xi32>
}

func.func @permute(%arg0: tensor<6x6xi32> {sdy.sharding = #sdy.sharding<@grid, [{"row", "col"}, {}]>}) -> (tensor<6x6xi32> {sdy.sharding = #sdy.sharding<@grid, [{"col", "row"}, {}]>}) {
  %0 = sdy.collective_permute %arg0 out_sharding=<@grid, [{"col", "row"}, {}]> : tensor<6x6xi32>
  return %0 : tensor<6x6xi32>
}

func.func @min(%arg0: tensor<6xbf16> {sdy.sharding = #sdy.sharding<@grid, [{"col"}]>}) -> (tensor<6xbf16> {sdy.sharding = #sdy.sharding<@grid, [{"col"}]>}) {
  %0 = sdy.all_reduce min {"row"} %arg0 out_sharding=<@grid, [{"col"}]> : tensor<6xbf16>
  return %0 : tensor<6xbf16>
}

//# RUN 1
//> module {
//>   sdy.mesh @grid = <["row"=2, "col"=3]>
//>   sdy.mesh @turned = <["row"=2, "col"=3], device_ids=[5, 4, 3, 2, 1, 0]>
//>   func.func @gather(%arg0: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@grid, [{"row"}, {"col"}]>}) -> tensor<4x6xf32> {
//>     %0 = stablehlo.reshape %arg0 : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
//>     %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>, use_global_device_ids}> : (tensor<1x2x2xf32>) -> tensor<6x2x2xf32>
//>     %2 = stablehlo.reshape %1 : (tensor<6x2x2xf32>) -> tensor<2x3x2x2xf32>
//>     %3 = stablehlo.transpose %2, dims = [0, 2, 1, 3] : (tensor<2x3x2x2xf32>) -> tensor<2x2x3x2xf32>
//>     %4 = stablehlo.reshape %3 : (tensor<2x2x3x2xf32>) -> tensor<4x6xf32>
//>     return %4 : tensor<4x6xf32>
//>   }
//>   func.func @scatter(%arg0: tensor<4x5x6xf32>) -> (tensor<2x5x2xf32> {sdy.sharding = #sdy.sharding<@grid, [{"row"}, {}, {"col"}]>}) {
//>     %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %10 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %10 : tensor<f32>
//>     }) : (tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
//>     %1 = stablehlo.partition_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 0, 0, 2, 2, 2]> : tensor<6xi64>
//>     %3 = stablehlo.dynamic_slice %c, %2, sizes = [1] : (tensor<6xi64>, tensor<i64>) -> tensor<1xi64>
//>     %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>     %5 = stablehlo.partition_id : tensor<ui32>
//>     %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i64>
//>     %c_1 = stablehlo.constant dense<[0, 2, 4, 0, 2, 4]> : tensor<6xi64>
//>     %7 = stablehlo.dynamic_slice %c_1, %6, sizes = [1] : (tensor<6xi64>, tensor<i64>) -> tensor<1xi64>
//>     %8 = stablehlo.reshape %7 : (tensor<1xi64>) -> tensor<i64>
//>     %9 = stablehlo.dynamic_slice %0, %4, %c_0, %8, sizes = [2, 5, 2] : (tensor<4x5x6xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x5x2xf32>
//>     return %9 : tensor<2x5x2xf32>
//>   }
//>   func.func @all_to_all(%arg0: tensor<1x12xi32> {sdy.sharding = #sdy.sharding<@turned, [{"row", "col"}, {}]>}) -> (tensor<3x4xi32> {sdy.sharding = #sdy.sharding<@turned, [{"row"}, {"col"}]>}) {
//>     %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[5, 4, 3], [2, 1, 0]]> : tensor<2x3xi64>, split_count = 3 : i64, split_dimension = 1 : i64}> : (tensor<1x12xi32>) -> tensor<3x4xi32>
//>     return %0 : tensor<3x4xi32>
//>   }
//>   func.func @permute(%arg0: tensor<1x6xi32> {sdy.sharding = #sdy.sharding<@grid, [{"row", "col"}, {}]>}) -> (tensor<1x6xi32> {sdy.sharding = #sdy.sharding<@grid, [{"col", "row"}, {}]>}) {
//>     %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[0, 0], [1, 3], [2, 1], [3, 4], [4, 2], [5, 5]]> : tensor<6x2xi64>}> : (tensor<1x6xi32>) -> tensor<1x6xi32>
//>     return %0 : tensor<1x6xi32>
//>   }
//>   func.func @min(%arg0: tensor<2xbf16> {sdy.sharding = #sdy.sharding<@grid, [{"col"}]>}) -> (tensor<2xbf16> {sdy.sharding = #sdy.sharding<@grid, [{"col"}]>}) {
//>     %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
//>       %1 = stablehlo.minimum %arg1, %arg2 : tensor<bf16>
//>       stablehlo.return %1 : tensor<bf16>
//>     }) : (tensor<2xbf16>) -> tensor<2xbf16>
//>     return %0 : tensor<2xbf16>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @grid = <["row"=2, "col"=3]>
//>   sdy.mesh @turned = <["row"=2, "col"=3], device_ids=[5, 4, 3, 2, 1, 0]>
//>   func.func @gather(%arg0: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@grid, [{"row"}, {"col"}]>}) -> tensor<4x6xf32> {
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @grid, axes = [#stablehlo.axis_ref<name = "col">]>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<2x6xf32>
//>     %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @grid, axes = [#stablehlo.axis_ref<name = "row">]>, use_global_device_ids}> : (tensor<2x6xf32>) -> tensor<4x6xf32>
//>     return %1 : tensor<4x6xf32>
//>   }
//>   func.func @scatter(%arg0: tensor<4x5x6xf32>) -> (tensor<2x5x2xf32> {sdy.sharding = #sdy.sharding<@grid, [{"row"}, {}, {"col"}]>}) {
//>     %0 = stablehlo.reshape %arg0 : (tensor<4x5x6xf32>) -> tensor<2x2x5x3x2xf32>
//>     %1 = stablehlo.transpose %0, dims = [0, 3, 1, 2, 4] : (tensor<2x2x5x3x2xf32>) -> tensor<2x3x2x5x2xf32>
//>     %2 = stablehlo.reshape %1 : (tensor<2x3x2x5x2xf32>) -> tensor<6x2x5x2xf32>
//>     %3 = "stablehlo.reduce_scatter"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @grid, axes = [#stablehlo.axis_ref<name = "row">, #stablehlo.axis_ref<name = "col">]>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %5 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %5 : tensor<f32>
//>     }) : (tensor<6x2x5x2xf32>) -> tensor<1x2x5x2xf32>
//>     %4 = stablehlo.reshape %3 : (tensor<1x2x5x2xf32>) -> tensor<2x5x2xf32>
//>     return %4 : tensor<2x5x2xf32>
//>   }
//>   func.func @all_to_all(%arg0: tensor<1x12xi32> {sdy.sharding = #sdy.sharding<@turned, [{"row", "col"}, {}]>}) -> (tensor<3x4xi32> {sdy.sharding = #sdy.sharding<@turned, [{"row"}, {"col"}]>}) {
//>     %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, concat_dimension = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @turned, axes = [#stablehlo.axis_ref<name = "col">]>, split_count = 3 : i64, split_dimension = 1 : i64}> : (tensor<1x12xi32>) -> tensor<3x4xi32>
//>     return %0 : tensor<3x4xi32>
//>   }
//>   func.func @permute(%arg0: tensor<1x6xi32> {sdy.sharding = #sdy.sharding<@grid, [{"row", "col"}, {}]>}) -> (tensor<1x6xi32> {sdy.sharding = #sdy.sharding<@grid, [{"col", "row"}, {}]>}) {
//>     %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 0], [1, 3], [2, 1], [3, 4], [4, 2], [5, 5]]> : tensor<6x2xi64>}> : (tensor<1x6xi32>) -> tensor<1x6xi32>
//>     return %0 : tensor<1x6xi32>
//>   }
//>   func.func @min(%arg0: tensor<2xbf16> {sdy.sharding = #sdy.sharding<@grid, [{"col"}]>}) -> (tensor<2xbf16> {sdy.sharding = #sdy.sharding<@grid, [{"col"}]>}) {
//>     %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @grid, axes = [#stablehlo.axis_ref<name = "row">]>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
//>       %1 = stablehlo.minimum %arg1, %arg2 : tensor<bf16>
//>       stablehlo.return %1 : tensor<bf16>
//>     }) : (tensor<2xbf16>) -> tensor<2xbf16>
//>     return %0 : tensor<2xbf16>
//>   }
//> }
