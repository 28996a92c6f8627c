// A value that is cut along an axis in vain: both its source and its only reader
// are without "y", so it is resharded without "y", and nothing is gathered. (The
// ten columns are uneven on eight devices, so the result has them on two.)
// RUN: shardflow partition --propagate --check %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func public @main(%arg0: tensor<8x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %arg1: tensor<4x6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>})
    -> (tensor<8x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>},
        tensor<4x6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
  %0 = stablehlo.reverse %arg0, dims = [0] : tensor<8x10xf32>
  // Factoring all of its small matrices takes a device less time than gathering
  // the factors.
  %1 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {"y"}]>]>} : tensor<4x6x6xf32>
  %2 = stablehlo.cholesky %1, lower = true : tensor<4x6x6xf32>
  return %0, %2 : tensor<8x10xf32>, tensor<4x6x6xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func public @main(%arg0: tensor<4x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<2x6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<8x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<2x6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
//>     %0 = stablehlo.negate %arg1 : tensor<2x6x6xf32>
//>     %1 = stablehlo.cholesky %0, lower = true : tensor<2x6x6xf32>
//>     %2 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x10xf32>) -> tensor<8x5xf32>
//>     %3 = stablehlo.reverse %2, dims = [0] : tensor<8x5xf32>
//>     return %3, %1 : tensor<8x5xf32>, tensor<2x6x6xf32>
//>   }
//> }
