// The program's replicas can't be its devices as well.
// RUN: shardflow partition --replicas %s

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 2 : i32} {
  sdy.mesh @mesh = <["d"=4]>
  func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}) -> tensor<8xf32> {
    return %arg0 : tensor<8xf32>
  }
}

//! %s:4:1: error: the program already has 2 replicas, so its devices can't be replicas
//! module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 2 : i32} {
//! ^
// EXIT: 3
