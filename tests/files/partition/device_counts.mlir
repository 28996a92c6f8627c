// The module states as many partitions as the mesh has devices.
// RUN: shardflow partition %s

module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=4]>
  func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}) -> tensor<8xf32> {
    return %arg0 : tensor<8xf32>
  }
}

//> module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
//>   sdy.mesh @mesh = <["d"=4]> {stablehlo.mesh = {axes = [{name = "d", size = 4 : i64}]}}
//>   func.func public @main(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}) {
//>     return %arg0 : tensor<2xf32>
//>   }
//> }
