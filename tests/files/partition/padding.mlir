// Dimensions that their shards don't divide.
// RUN: shardflow opt %s -sdy-pad-for-divisibility

sdy.mesh @line = <["i"=4]>
sdy.mesh @grid = <["y"=2, "x"=4]>

// Elements of the padding must not be summed: the initial value stands there.
func.func @reduce(%arg0: tensor<7xf32>, %arg1: tensor<f32>) -> tensor<f32> {
  %0 = sdy.all_slice [{"i"}] %arg0 out_sharding=<@line, [{"i"}]> : tensor<7xf32>
  %1 = stablehlo.reduce(%0 init: %arg1) applies stablehlo.maximum across dimensions = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<f32>
  %2 = sdy.all_reduce max {"i"} %1 out_sharding=<@line, []> : tensor<f32>
  return %2 : tensor<f32>
}

// exp(0) is 1: the zeros are gone.
func.func @dot(%arg0: tensor<2x7xf32>, %arg1: tensor<7x3xf32>) -> tensor<2x3xf32> {
  %0 = sdy.all_slice [{}, {"i"}] %arg0 out_sharding=<@line, [{}, {"i"}]> : tensor<2x7xf32>
  %1 = stablehlo.exponential %0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}]>]>} : tensor<2x7xf32>
  %2 = sdy.all_slice [{"i"}, {}] %arg1 out_sharding=<@line, [{"i"}, {}]> : tensor<7x3xf32>
  %3 = stablehlo.dot %1, %2 : (tensor<2x7xf32>, tensor<7x3xf32>) -> tensor<2x3xf32>
  %4 = sdy.all_reduce {"i"} %3 out_sharding=<@line, [{}, {}]> : tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// 12 elements are pieces of 6 along "y", and of 2 (of 16) along both.
func.func @nested(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@grid, [{"y"}]>}) -> tensor<12xf32> {
  %0 = sdy.all_slice [{"x"}] %arg0 out_sharding=<@grid, [{"y", "x"}]> : tensor<12xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"y", "x"}]>]>} : tensor<12xf32>
  %2 = sdy.all_gather [{"y", "x"}] %1 out_sharding=<@grid, [{}]> : tensor<12xf32>
  return %2 : tensor<12xf32>
}

// Row 7 is not there; an index that says so means row 6.
func.func @gather(%arg0: tensor<7x2xf32>, %arg1: tensor<5xi32>) -> tensor<5x2xf32> {
  %0 = sdy.all_slice [{"i"}, {}] %arg0 out_sharding=<@line, [{"i"}, {}]> : tensor<7x2xf32>
  %1 = "stablehlo.gather"(%0, %arg1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<7x2xf32>, tensor<5xi32>) -> tensor<5x2xf32>
  %2 = sdy.all_reduce {"i"} %1 out_sharding=<@line, [{}, {}]> : tensor<5x2xf32>
  return %2 : tensor<5x2xf32>
}

// The padding has no updates.
func.func @scatter(%arg0: tensor<3xf32>, %arg1: tensor<7x1xi32>, %arg2: tensor<7xf32>) -> tensor<3xf32> {
  %0 = sdy.all_slice [{"i"}, {}] %arg1 out_sharding=<@line, [{"i"}, {}]> : tensor<7x1xi32>
  %1 = sdy.all_slice [{"i"}] %arg2 out_sharding=<@line, [{"i"}]> : tensor<7xf32>
  %2 = "stablehlo.scatter"(%arg0, %0, %1) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xf32>, tensor<7x1xi32>, tensor<7xf32>) -> tensor<3xf32>
  %3 = sdy.all_reduce {"i"} %2 out_sharding=<@line, [{}]> : tensor<3xf32>
  return %3 : tensor<3xf32>
}

func.func @constants() -> (tensor<3xi32>, tensor<3xi32>) {
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} dense<[1, 2, 3]> : tensor<3xi32>
  %1 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} dense<5> : tensor<3xi32>
  %2 = sdy.all_gather [{"i"}] %0 out_sharding=<@line, [{}]> : tensor<3xi32>
  %3 = sdy.all_gather [{"i"}] %1 out_sharding=<@line, [{}]> : tensor<3xi32>
  return %2, %3 : tensor<3xi32>, tensor<3xi32>
}
