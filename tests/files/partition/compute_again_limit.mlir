// In a small program every collective takes longer than the work that could replace
// it. But where the program asks for a tensor to be split, computing again may only add
// an eighth to the operations: the first product is gathered. The tanh and the negate
// are computed as a whole, and the negate uses the tanh that is there already. Nobody
// asked for the other product to be split, so it isn't.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @mesh = <["x"=4]>

func.func public @main(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                       %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
    -> (tensor<16x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<16x16xf32>) {
  %0 = sdy.reshard %a <@mesh, [{"x"}, {}]> : tensor<16x16xf32>
  %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %2 = sdy.reshard %b <@mesh, [{"x"}]> : tensor<8xf32>
  %3 = stablehlo.tanh %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  %4 = stablehlo.negate %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  %5 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %1, %3, %4, %5 : tensor<16x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<16x16xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]>
//>   func.func public @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<16x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<16x16xf32>) {
//>     %0 = stablehlo.partition_id : tensor<ui32>
//>     %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 4, 8, 12]> : tensor<4xi64>
//>     %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>     %4 = stablehlo.dynamic_slice %arg0, %3, %c_0, sizes = [4, 16] : (tensor<16x16xf32>, tensor<i64>, tensor<i64>) -> tensor<4x16xf32>
//>     %5 = stablehlo.dot_general %4, %arg0, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
//>     %6 = "stablehlo.all_gather"(%5) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<4x16xf32>) -> tensor<16x16xf32>
//>     %7 = stablehlo.tanh %arg1 : tensor<8xf32>
//>     %8 = stablehlo.negate %7 : tensor<8xf32>
//>     %9 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
//>     return %6, %7, %8, %9 : tensor<16x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<16x16xf32>
//>   }
//> }
