// RUN: shardflow opt %s -sdy-remove-all-gather-reduce-scatter-for-cmv1

sdy.mesh @mesh = <["a"=2, "b"=2]>

// Each dot here loses its collective.
func.func @lost(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}, %arg2: tensor<3x4x8xf32>, %arg3: tensor<3x8x6xf32>) -> (tensor<4x6xf32>, tensor<3x4x6xf32>) {
  // Both operands, and then not the result.
  %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<4x8xf32>
  %1 = sdy.all_gather [{"b"}, {}] %arg1 out_sharding=<@mesh, [{}, {}]> : tensor<8x6xf32>
  %2 = stablehlo.dot %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %3 = sdy.reduce_scatter [{}, {"b"}] %2 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<4x6xf32>
  // The result.
  %4 = stablehlo.dot_general %arg2, %arg3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x8xf32>, tensor<3x8x6xf32>) -> tensor<3x4x6xf32>
  %5 = sdy.reduce_scatter [{}, {"a"}, {}] %4 out_sharding=<@mesh, [{}, {"a"}, {}]> : tensor<3x4x6xf32>
  return %3, %5 : tensor<4x6xf32>, tensor<3x4x6xf32>
}

// And each collective here stays.
func.func @kept(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  // It is used twice, if only by one dot.
  %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
  %1 = stablehlo.dot %0, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // So is this dot.
  %2 = sdy.reduce_scatter [{"a"}, {}] %1 out_sharding=<@mesh, [{"a"}, {}]> : tensor<4x4xf32>
  %3 = stablehlo.negate %1 : tensor<4x4xf32>
  // Axes are left that are unreduced.
  %4 = stablehlo.dot %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"b"}>]>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = sdy.reduce_scatter [{"a"}, {}] %4 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<4x4xf32>
  // Another op is between.
  %6 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
  %7 = stablehlo.negate %6 : tensor<4x4xf32>
  %8 = stablehlo.dot %7, %arg0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = stablehlo.negate %8 : tensor<4x4xf32>
  return %2, %3, %5, %9 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @lost(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}, %arg2: tensor<3x4x8xf32>, %arg3: tensor<3x8x6xf32>) -> (tensor<4x6xf32>, tensor<3x4x6xf32>) {
//>     %0 = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
//>     %1 = sdy.reduce_scatter [{}, {"b"}] %0 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<4x6xf32>
//>     %2 = stablehlo.dot_general %arg2, %arg3, batching_dims = [0] x [0], contracting_dims = [2] x [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}, {}]>]>} : (tensor<3x4x8xf32>, tensor<3x8x6xf32>) -> tensor<3x4x6xf32>
//>     return %1, %2 : tensor<4x6xf32>, tensor<3x4x6xf32>
//>   }
//>   func.func @kept(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
//>     %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
//>     %1 = stablehlo.dot %0, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %2 = sdy.reduce_scatter [{"a"}, {}] %1 out_sharding=<@mesh, [{"a"}, {}]> : tensor<4x4xf32>
//>     %3 = stablehlo.negate %1 : tensor<4x4xf32>
//>     %4 = stablehlo.dot %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"b"}>]>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %5 = sdy.reduce_scatter [{"a"}, {}] %4 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<4x4xf32>
//>     %6 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
//>     %7 = stablehlo.negate %6 : tensor<4x4xf32>
//>     %8 = stablehlo.dot %7, %arg0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %9 = stablehlo.negate %8 : tensor<4x4xf32>
//>     return %2, %3, %5, %9 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
//>   }
//> }
