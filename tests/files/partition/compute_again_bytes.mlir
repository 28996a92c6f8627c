// The product is split along "y", too, so that each device gathers half of the columns
// of %b. To compute all columns again, each device would have to gather all of %b,
// which is more than gathering the result.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @mesh = <["x"=4, "y"=4]>

func.func public @main(%a: tensor<24x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %b: tensor<24x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %large: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<24x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
        tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
  // So many operations that the limit of added ones doesn't matter.
  %1 = stablehlo.dot_general %large, %large, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %0, %1 : tensor<24x24xf32>, tensor<1024x1024xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4, "y"=4]>
//>   func.func public @main(%arg0: tensor<6x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<6x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<6x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
//>     %c = stablehlo.constant dense<0> : tensor<i64>
//>     %0 = stablehlo.partition_id : tensor<ui32>
//>     %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<[0, 6, 12, 18, 0, 6, 12, 18, 0, 6, 12, 18, 0, 6, 12, 18]> : tensor<16xi64>
//>     %2 = stablehlo.dynamic_slice %c_0, %1, sizes = [1] : (tensor<16xi64>, tensor<i64>) -> tensor<1xi64>
//>     %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
//>     %4 = stablehlo.dynamic_slice %arg1, %c, %3, sizes = [6, 6] : (tensor<6x24xf32>, tensor<i64>, tensor<i64>) -> tensor<6x6xf32>
//>     %5 = "stablehlo.all_gather"(%4) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]> : tensor<4x4xi64>, use_global_device_ids}> : (tensor<6x6xf32>) -> tensor<24x6xf32>
//>     %6 = stablehlo.dot_general %arg0, %5, contracting_dims = [1] x [0] : (tensor<6x24xf32>, tensor<24x6xf32>) -> tensor<6x6xf32>
//>     %7 = "stablehlo.all_gather"(%6) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]> : tensor<4x4xi64>, use_global_device_ids}> : (tensor<6x6xf32>) -> tensor<6x24xf32>
//>     %8 = stablehlo.dot_general %arg2, %arg2, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
//>     return %7, %8 : tensor<6x24xf32>, tensor<1024x1024xf32>
//>   }
//> }
