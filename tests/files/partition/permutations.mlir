// Ops that move elements between devices.
// RUN: shardflow opt %s -sdy-resolve-permutation-factors
// RUN: shardflow opt %s -sdy-resolve-permutation-factors=enable-halo-exchange=false

sdy.mesh @line = <["i"=4]>
sdy.mesh @grid = <["i"=2, "j"=2]>

// Who has no neighbour gets %arg1, which may be anything.
func.func @pad_value(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, %arg1: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Dimension 0 needs nothing of others, but is longer afterwards.
func.func @two_dims(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"i"}, {"j"}]>}) -> (tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"i"}, {"j"}]>}) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %arg0, %c, low = [1, 1], high = [1, -1], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"i"}, {"j"}]>]>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// Every third element from the second on.
func.func @strided(%arg0: tensor<24x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
  %0 = stablehlo.slice %arg0 [1:24:3, 0:3:2] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : (tensor<24x3xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

func.func @reverse(%arg0: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> (tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
  %0 = stablehlo.reverse %arg0, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

func.func @split(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"i", "j"}]>}) -> tensor<2x3xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"i"}, {"j"}]>]>} : (tensor<6xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
