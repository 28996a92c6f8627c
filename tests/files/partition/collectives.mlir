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
func.func @turned(%arg0: tensor<6x12xi32> {sdy.sharding = #sdy.sharding<@turned, [{"row", "col"}, {}]>}) -> (tensor<6x12xi32> {sdy.sharding = #sdy.sharding<@turned, [{"row"}, {"col"}]>}) {
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
//! %s:20:1: error: redefinition of symbol named 'turned'
//! func.func @turned(%arg0: tensor<6x12xi32> {sdy.sharding = #sdy.sharding<@turned, [{"row", "col"}, {}]>}) -> (tensor<6x12xi32> {sdy.sharding = #sdy.sharding<@turned, [{"row"}, {"col"}]>}) {
//! ^
//! %s:6:1: note: see existing symbol definition here
//! sdy.mesh @turned = <["row"=2, "col"=3], device_ids=[5, 4, 3, 2, 1, 0]>
//! ^
// EXIT: 1
//# RUN 2
//! %s:20:1: error: redefinition of symbol named 'turned'
//! func.func @turned(%arg0: tensor<6x12xi32> {sdy.sharding = #sdy.sharding<@turned, [{"row", "col"}, {}]>}) -> (tensor<6x12xi32> {sdy.sharding = #sdy.sharding<@turned, [{"row"}, {"col"}]>}) {
//! ^
//! %s:6:1: note: see existing symbol definition here
//! sdy.mesh @turned = <["row"=2, "col"=3], device_ids=[5, 4, 3, 2, 1, 0]>
//! ^
// EXIT: 1
