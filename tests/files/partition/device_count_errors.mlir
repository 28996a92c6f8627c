// Devices are replicas or partitions, not both.
// RUN: shardflow opt %s '-sdy-convert-global-to-local=replica-count=2 partition-count=2'
// RUN: shardflow opt %s '-sdy-resolve-permutation-factors=replica-count=2 partition-count=2'
// RUN: shardflow opt %s '-sdy-per-instruction-partitioning=replica-count=2 partition-count=2'
// RUN: shardflow opt %s '-sdy-convert-global-to-local=replica-count=1 partition-count=4'

sdy.mesh @line = <["i"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{}]>}) {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
  %1 = sdy.all_gather [{"i"}] %0 out_sharding=<@line, [{}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

//# RUN 1
//! %s: error: Shardy partitioner convert_global_to_local does not support both replica_count > 1 and partition_count > 1 yet.
// EXIT: 1
//# RUN 2
//! %s: error: Shardy partitioner does not support replica_count > 1 && partition_count > 1 yet.
// EXIT: 1
//# RUN 3
//! %s: error: Shardy partitioner does not support replica_count > 1 && partition_count > 1 yet.
// EXIT: 1
//# RUN 4
//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   func.func @main(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{}]>}) {
//>     %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<2xf32>
//>     %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//> }
