// RUN: shardflow partition -q --check --always-gather %s

// The sums have four times as many bytes as what is summed. So the right
// operand moves, and the result is gathered (1024 and 2048 bytes), rather than
// summed by all devices (4096).

sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func @main(%arg0: tensor<64x64xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<64x64xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> (tensor<64x64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<64x64xi8>, tensor<64x64xi8>) -> tensor<64x64xi32>
  return %0 : tensor<64x64xi32>
}

//> module {
//>   sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<16x64xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<32x64xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> (tensor<16x64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
//>     %0 = "stablehlo.all_to_all"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<32x64xi8>) -> tensor<64x32xi8>
//>     %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0] : (tensor<16x64xi8>, tensor<64x32xi8>) -> tensor<16x32xi32>
//>     %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<16x32xi32>) -> tensor<16x64xi32>
//>     return %2 : tensor<16x64xi32>
//>   }
//> }
