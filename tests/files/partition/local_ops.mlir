// Ops that need more than local types.
// RUN: shardflow opt %s -sdy-convert-global-to-local
// RUN: shardflow opt %s -sdy-convert-global-to-local=replica-count=4

sdy.mesh @line = <["i"=4]>

func.func @counters() -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, tensor<4xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, tensor<4xi8> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : tensor<8x2xf32>
  %1 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} dense<[1, 2, 3, 4]> : tensor<4xi32>
  %2 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} dense<7> : tensor<4xi8>
  return %0, %1, %2 : tensor<8x2xf32>, tensor<4xi32>, tensor<4xi8>
}

// i8 doesn't count to 400.
func.func @narrow_indices(%arg0: tensor<400x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg1: tensor<5xi8>) -> tensor<5x3xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<400x3xf32>, tensor<5xi8>) -> tensor<5x3xf32>
  %1 = sdy.all_reduce {"i"} %0 out_sharding=<@line, [{}, {}]> : tensor<5x3xf32>
  return %1 : tensor<5x3xf32>
}

// The maximum of nothing is -inf.
func.func @segment_max(%arg0: tensor<3xf32>, %arg1: tensor<8x1xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> tensor<3xf32> {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<3xf32>
  %1 = sdy.all_reduce max {"i"} %0 out_sharding=<@line, [{}]> : tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Carried values are sharded as the loop's results.
func.func @loop(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%x = %arg0, %n = %c) : tensor<8xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>, <@line, []>]>}
  cond {
    %1 = stablehlo.compare LT, %n, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
    stablehlo.return %1, %n : tensor<8xf32>, tensor<i32>
  }
  return %0#0 : tensor<8xf32>
}

func.func @strided(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %0 = stablehlo.slice %arg0 [0:16:2] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<16xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Outside along "i", inside along nothing.
func.func @manual(%arg0: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@line, [{"i"}, {}]>] out_shardings=[<@line, [{"i"}, {}]>] manual_axes={"i"} (%arg1: tensor<2x2xf32>) {
    %1 = stablehlo.concatenate %arg1, %arg1, dim = 1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
    sdy.return %1 : tensor<2x4xf32>
  } : (tensor<8x2xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
