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

//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   sdy.mesh @grid = <["y"=2, "x"=4]>
//>   func.func @reduce(%arg0: tensor<7xf32>, %arg1: tensor<f32>) -> tensor<f32> {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.pad %arg0, %cst, low = [0], high = [1], interior = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
//>     %1 = sdy.all_slice [{"i"}] %0 out_sharding=<@line, [{"i"}]> : tensor<8xf32>
//>     %2 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xi32>
//>     %c = stablehlo.constant dense<7> : tensor<i32>
//>     %3 = stablehlo.broadcast_in_dim %c, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<i32>) -> tensor<8xi32>
//>     %4 = stablehlo.compare LT, %2, %3 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
//>     %5 = stablehlo.broadcast_in_dim %arg1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<f32>) -> tensor<8xf32>
//>     %6 = stablehlo.select %4, %1, %5 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xi1>, tensor<8xf32>
//>     %7 = stablehlo.reduce(%6 init: %arg1) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
//>     %8 = sdy.all_reduce max {"i"} %7 out_sharding=<@line, []> : tensor<f32>
//>     return %8 : tensor<f32>
//>   }
//>   func.func @dot(%arg0: tensor<2x7xf32>, %arg1: tensor<7x3xf32>) -> tensor<2x3xf32> {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x7xf32>, tensor<f32>) -> tensor<2x8xf32>
//>     %1 = sdy.all_slice [{}, {"i"}] %0 out_sharding=<@line, [{}, {"i"}]> : tensor<2x8xf32>
//>     %2 = stablehlo.exponential %1 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}]>]>} : tensor<2x8xf32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %3 = stablehlo.pad %arg1, %cst_0, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<7x3xf32>, tensor<f32>) -> tensor<8x3xf32>
//>     %4 = sdy.all_slice [{"i"}, {}] %3 out_sharding=<@line, [{"i"}, {}]> : tensor<8x3xf32>
//>     %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %5 = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}]>]>} : tensor<2x8xi32>
//>     %c = stablehlo.constant dense<7> : tensor<i32>
//>     %6 = stablehlo.broadcast_in_dim %c, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}]>]>} : (tensor<i32>) -> tensor<2x8xi32>
//>     %7 = stablehlo.compare LT, %5, %6 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}]>]>} : (tensor<2x8xi32>, tensor<2x8xi32>) -> tensor<2x8xi1>
//>     %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}]>]>} : (tensor<f32>) -> tensor<2x8xf32>
//>     %9 = stablehlo.select %7, %2, %8 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}, {"i"}]>]>} : tensor<2x8xi1>, tensor<2x8xf32>
//>     %10 = stablehlo.dot %9, %4 : (tensor<2x8xf32>, tensor<8x3xf32>) -> tensor<2x3xf32>
//>     %11 = sdy.all_reduce {"i"} %10 out_sharding=<@line, [{}, {}]> : tensor<2x3xf32>
//>     return %11 : tensor<2x3xf32>
//>   }
//>   func.func @nested(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@grid, [{"y"}]>}) -> tensor<12xf32> {
//>     %0 = sdy.all_gather [{"y"}] %arg0 out_sharding=<@grid, [{}]> : tensor<12xf32>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %1 = stablehlo.pad %0, %cst, low = [0], high = [4], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}]>]>} : (tensor<12xf32>, tensor<f32>) -> tensor<16xf32>
//>     %2 = sdy.all_slice [{"y", "x"}] %1 out_sharding=<@grid, [{"y", "x"}]> : tensor<16xf32>
//>     %3 = stablehlo.negate %2 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"y", "x"}]>]>} : tensor<16xf32>
//>     %4 = sdy.all_gather [{"y", "x"}] %3 out_sharding=<@grid, [{}]> : tensor<16xf32>
//>     %5 = stablehlo.slice %4 [0:12] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{}]>]>} : (tensor<16xf32>) -> tensor<12xf32>
//>     return %5 : tensor<12xf32>
//>   }
//>   func.func @gather(%arg0: tensor<7x2xf32>, %arg1: tensor<5xi32>) -> tensor<5x2xf32> {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<7x2xf32>, tensor<f32>) -> tensor<8x2xf32>
//>     %1 = sdy.all_slice [{"i"}, {}] %0 out_sharding=<@line, [{"i"}, {}]> : tensor<8x2xf32>
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %c_0 = stablehlo.constant dense<6> : tensor<i32>
//>     %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<5xi32>
//>     %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5xi32>
//>     %4 = stablehlo.clamp %3, %arg1, %2 : tensor<5xi32>
//>     %5 = "stablehlo.gather"(%1, %4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<8x2xf32>, tensor<5xi32>) -> tensor<5x2xf32>
//>     %6 = sdy.all_reduce {"i"} %5 out_sharding=<@line, [{}, {}]> : tensor<5x2xf32>
//>     return %6 : tensor<5x2xf32>
//>   }
//>   func.func @scatter(%arg0: tensor<3xf32>, %arg1: tensor<7x1xi32>, %arg2: tensor<7xf32>) -> tensor<3xf32> {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %0 = stablehlo.pad %arg1, %c, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<7x1xi32>, tensor<i32>) -> tensor<8x1xi32>
//>     %1 = sdy.all_slice [{"i"}, {}] %0 out_sharding=<@line, [{"i"}, {}]> : tensor<8x1xi32>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %2 = stablehlo.pad %arg2, %cst, low = [0], high = [1], interior = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
//>     %3 = sdy.all_slice [{"i"}] %2 out_sharding=<@line, [{"i"}]> : tensor<8xf32>
//>     %c_0 = stablehlo.constant dense<-1> : tensor<i32>
//>     %4 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : tensor<8x1xi32>
//>     %c_1 = stablehlo.constant dense<7> : tensor<i32>
//>     %5 = stablehlo.broadcast_in_dim %c_1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : (tensor<i32>) -> tensor<8x1xi32>
//>     %6 = stablehlo.compare LT, %4, %5 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x1xi1>
//>     %7 = stablehlo.broadcast_in_dim %c_0, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : (tensor<i32>) -> tensor<8x1xi32>
//>     %8 = stablehlo.select %6, %1, %7 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : tensor<8x1xi1>, tensor<8x1xi32>
//>     %9 = "stablehlo.scatter"(%arg0, %8, %3) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %11 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %11 : tensor<f32>
//>     }) : (tensor<3xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<3xf32>
//>     %10 = sdy.all_reduce {"i"} %9 out_sharding=<@line, [{}]> : tensor<3xf32>
//>     return %10 : tensor<3xf32>
//>   }
//>   func.func @constants() -> (tensor<3xi32>, tensor<3xi32>) {
//>     %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
//>     %c_0 = stablehlo.constant dense<0> : tensor<i32>
//>     %0 = stablehlo.pad %c, %c_0, low = [0], high = [1], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
//>     %1 = sdy.all_slice [{"i"}] %0 out_sharding=<@line, [{"i"}]> : tensor<4xi32>
//>     %2 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} dense<5> : tensor<4xi32>
//>     %3 = sdy.all_gather [{"i"}] %1 out_sharding=<@line, [{}]> : tensor<4xi32>
//>     %4 = stablehlo.slice %3 [0:3] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : (tensor<4xi32>) -> tensor<3xi32>
//>     %5 = sdy.all_gather [{"i"}] %2 out_sharding=<@line, [{}]> : tensor<4xi32>
//>     %6 = stablehlo.slice %5 [0:3] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{}]>]>} : (tensor<4xi32>) -> tensor<3xi32>
//>     return %4, %6 : tensor<3xi32>, tensor<3xi32>
//>   }
//> }
