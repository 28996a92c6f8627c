// JAX gives custom calls to LAPACK rules whose factors operands and results don't
// share: every device computes the whole call.
// RUN: shardflow partition -q --check %s

sdy.mesh @mesh = <["x"=4]>

func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.custom_call @factor(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l]) {i=8, j=8, k=8, l=8}, custom>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2x8xf32>) -> tensor<8x8xf32>
//>     %1 = stablehlo.custom_call @factor(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l]) {i=8, j=8, k=8, l=8}, custom>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %c = stablehlo.constant dense<0> : tensor<i64>
//>     %2 = stablehlo.partition_id : tensor<ui32>
//>     %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi64>
//>     %4 = stablehlo.dynamic_slice %c_0, %3, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %5 = stablehlo.reshape %4 : (tensor<1xi64>) -> tensor<i64>
//>     %6 = stablehlo.dynamic_slice %1, %c, %5, sizes = [8, 2] : (tensor<8x8xf32>, tensor<i64>, tensor<i64>) -> tensor<8x2xf32>
//>     return %6 : tensor<8x2xf32>
//>   }
//> }
