// With --replicas, a partition is a replica: the program's own partition_id becomes
// replica_id, its replica_id was 0 everywhere, and the module states what it is.
// RUN: shardflow partition --check --replicas %s

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=4]>

  func.func public @main(%arg0: tensor<8xui32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}) -> tensor<8xui32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"d"}]>] out_shardings=[<@mesh, [{"d"}]>] manual_axes={"d"} (%arg1: tensor<2xui32>) {
      %1 = stablehlo.partition_id : tensor<ui32>
      %r = stablehlo.replica_id : tensor<ui32>
      %2 = stablehlo.add %1, %r : tensor<ui32>
      %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<2xui32>
      %4 = stablehlo.add %arg1, %3 : tensor<2xui32>
      sdy.return %4 : tensor<2xui32>
    } : (tensor<8xui32>) -> tensor<8xui32>
    return %0 : tensor<8xui32>
  }
}

//> module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 4 : i32} {
//>   sdy.mesh @mesh = <["d"=4]> {stablehlo.mesh = {axes = [{name = "d", size = 4 : i64}]}}
//>   func.func public @main(%arg0: tensor<2xui32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}) -> (tensor<2xui32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}) {
//>     %0 = stablehlo.replica_id : tensor<ui32>
//>     %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<ui32>) -> tensor<2xui32>
//>     %2 = stablehlo.add %arg0, %1 : tensor<2xui32>
//>     return %2 : tensor<2xui32>
//>   }
//> }
