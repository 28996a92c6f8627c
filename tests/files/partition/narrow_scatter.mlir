// 300 rows and indices of 8 bits: the offset of a shard, 150, needs more bits.
// RUN: shardflow partition --no-halo --check %s

sdy.mesh @mesh = <["x"=2]>

func.func public @main(%a: tensor<300xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                       %i: tensor<3x1xi8>, %u: tensor<3xf32>)
    -> (tensor<300xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<300xf32>, tensor<3x1xi8>, tensor<3xf32>) -> tensor<300xf32>
  return %0 : tensor<300xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
//>   func.func public @main(%arg0: tensor<150xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<3x1xi8>, %arg2: tensor<3xf32>) -> (tensor<150xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
//>     %0 = stablehlo.convert %arg1 : (tensor<3x1xi8>) -> tensor<3x1xi64>
//>     %1 = stablehlo.partition_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 150]> : tensor<2xi64>
//>     %3 = stablehlo.dynamic_slice %c, %2, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>     %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
//>     %5 = stablehlo.convert %4 : tensor<i64>
//>     %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i64>) -> tensor<3x1xi64>
//>     %7 = stablehlo.subtract %0, %6 : tensor<3x1xi64>
//>     %8 = "stablehlo.scatter"(%arg0, %7, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %9 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %9 : tensor<f32>
//>     }) : (tensor<150xf32>, tensor<3x1xi64>, tensor<3xf32>) -> tensor<150xf32>
//>     return %8 : tensor<150xf32>
//>   }
//> }
