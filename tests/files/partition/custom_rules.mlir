// A rule with `custom` binds: XLA would ask the caller's partitioner, but here the
// rule is all that is known.
// RUN: shardflow partition -q --check %s

sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<4x4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = stablehlo.custom_call @sum(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j]) {i=4, j=4} reduction={i}, custom>} : (tensor<4x4xf32>) -> tensor<4xf32>
  %1 = stablehlo.slice %a [0:3, 0:4] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<4x4xf32>) -> tensor<3x4xf32>
  %2 = stablehlo.custom_call @sum(%1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j]) {i=3, j=4} reduction={i}, custom>} : (tensor<3x4xf32>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @flip(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=4} permutation={i}, custom>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.custom_call @sort(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=4} need_replication={i}, custom>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // The other operand isn't sharded, and has to be.
  %5 = stablehlo.custom_call @add(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=4}, custom>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = stablehlo.custom_call @sum(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j]) {i=4, j=4} reduction={i}, custom>} : (tensor<2x4xf32>) -> tensor<4xf32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %17 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>       stablehlo.return %17 : tensor<f32>
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     %2 = stablehlo.slice %arg0 [0:2, 0:4] : (tensor<2x4xf32>) -> tensor<2x4xf32>
//>     %3 = "stablehlo.all_gather"(%2) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
//>     %4 = stablehlo.slice %3 [0:3, 0:4] : (tensor<4x4xf32>) -> tensor<3x4xf32>
//>     %5 = stablehlo.custom_call @sum(%4) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j]) {i=3, j=4} reduction={i}, custom>} : (tensor<3x4xf32>) -> tensor<4xf32>
//>     %6 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
//>     %7 = stablehlo.custom_call @flip(%6) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=4} permutation={i}, custom>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %8 = stablehlo.partition_id : tensor<ui32>
//>     %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
//>     %10 = stablehlo.dynamic_slice %c, %9, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>     %11 = stablehlo.reshape %10 : (tensor<1xi64>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<0> : tensor<i64>
//>     %12 = stablehlo.dynamic_slice %7, %11, %c_0, sizes = [2, 4] : (tensor<4x4xf32>, tensor<i64>, tensor<i64>) -> tensor<2x4xf32>
//>     %13 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
//>     %14 = stablehlo.custom_call @sort(%13) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=4} need_replication={i}, custom>} : (tensor<4x2xf32>) -> tensor<4x2xf32>
//>     %15 = "stablehlo.all_to_all"(%14) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
//>     %16 = stablehlo.custom_call @add(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=4}, custom>} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
//>     return %1, %5, %12, %15, %16 : tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
//>   }
//> }
