// A cache that is sharded along the sequence: each batch writes one row at a place of
// its own. A device counts places from the beginning of its shard, so the rows of other
// shards are out of range, and dropped. Nothing is sent.
// RUN: shardflow partition --as-is --check %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func public @main(%cache: tensor<4x64x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>},
                       %row: tensor<4x1x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
                       %at: tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x64x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}) {
  %0 = "stablehlo.scatter"(%cache, %at, %row) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      stablehlo.return %new : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}, {}]>]>} : (tensor<4x64x6xf32>, tensor<4x2xi32>, tensor<4x1x6xf32>) -> tensor<4x64x6xf32>
  return %0 : tensor<4x64x6xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   func.func public @main(%arg0: tensor<2x16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}, %arg1: tensor<2x1x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg2: tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}) {
//>     %0 = stablehlo.partition_id : tensor<ui32>
//>     %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 16, 32, 48, 0, 16, 32, 48]> : tensor<8xi64>
//>     %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
//>     %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
//>     %4 = stablehlo.convert %3 : (tensor<i64>) -> tensor<i32>
//>     %c_0 = stablehlo.constant dense<0> : tensor<i32>
//>     %5 = stablehlo.reshape %4 : (tensor<i32>) -> tensor<1xi32>
//>     %6 = stablehlo.reshape %c_0 : (tensor<i32>) -> tensor<1xi32>
//>     %7 = stablehlo.concatenate %5, %6, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
//>     %8 = stablehlo.broadcast_in_dim %7, dims = [1] : (tensor<2xi32>) -> tensor<2x2xi32>
//>     %9 = stablehlo.subtract %arg2, %8 : tensor<2x2xi32>
//>     %10 = "stablehlo.scatter"(%arg0, %9, %arg1) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>, unique_indices = true}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       stablehlo.return %arg4 : tensor<f32>
//>     }) : (tensor<2x16x6xf32>, tensor<2x2xi32>, tensor<2x1x6xf32>) -> tensor<2x16x6xf32>
//>     return %10 : tensor<2x16x6xf32>
//>   }
//> }
