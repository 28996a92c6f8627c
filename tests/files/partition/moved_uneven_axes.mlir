// The second dimension is padded from 10 to 12, so that "x" can take the place of "y".
// Otherwise all devices would gather the whole tensor, twice.
// RUN: shardflow partition %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func @main(%a: tensor<12x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<12x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"y"}, {"x"}]> : tensor<12x10xf32>
  %1 = stablehlo.sine %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : tensor<12x10xf32>
  return %1 : tensor<12x10xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<3x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<6x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %c = stablehlo.constant dense<0> : tensor<i64>
//>     %c_0 = stablehlo.constant dense<[0, 1, 0, 1, 0, 1, 0, 1]> : tensor<8xi64>
//>     %0 = stablehlo.slice %arg0 [0:3, 0:1] : (tensor<3x5xf32>) -> tensor<3x1xf32>
//>     %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0], [3, 2], [5, 4], [7, 6]]> : tensor<4x2xi64>}> : (tensor<3x1xf32>) -> tensor<3x1xf32>
//>     %2 = stablehlo.concatenate %arg0, %1, dim = 1 : (tensor<3x5xf32>, tensor<3x1xf32>) -> tensor<3x6xf32>
//>     %3 = stablehlo.pad %2, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<3x6xf32>, tensor<f32>) -> tensor<3x7xf32>
//>     %4 = stablehlo.partition_id : tensor<ui32>
//>     %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>     %6 = stablehlo.dynamic_slice %c_0, %5, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
//>     %8 = stablehlo.dynamic_slice %3, %c, %7, sizes = [3, 6] : (tensor<3x7xf32>, tensor<i64>, tensor<i64>) -> tensor<3x6xf32>
//>     %9 = stablehlo.pad %8, %cst, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<3x6xf32>, tensor<f32>) -> tensor<3x6xf32>
//>     %10 = "stablehlo.collective_permute"(%9) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 0], [1, 4], [2, 2], [3, 6], [4, 1], [5, 5], [6, 3], [7, 7]]> : tensor<8x2xi64>}> : (tensor<3x6xf32>) -> tensor<3x6xf32>
//>     %11 = "stablehlo.all_to_all"(%10) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<3x6xf32>) -> tensor<6x3xf32>
//>     %12 = stablehlo.slice %11 [0:6, 0:3] : (tensor<6x3xf32>) -> tensor<6x3xf32>
//>     %13 = stablehlo.sine %12 : tensor<6x3xf32>
//>     %14 = "stablehlo.all_gather"(%13) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<6x3xf32>) -> tensor<6x12xf32>
//>     %15 = stablehlo.slice %14 [0:6, 0:10] : (tensor<6x12xf32>) -> tensor<6x10xf32>
//>     return %15 : tensor<6x10xf32>
//>   }
//> }
