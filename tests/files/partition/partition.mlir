// From an annotated program to what every device runs, in one command.
// RUN: shardflow partition --propagate --quiet %s
// RUN: shardflow partition --propagate --quiet --replicas --no-halo %s

sdy.mesh @grid = <["data"=2, "model"=2]>

func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"data"}, {}]>}, %arg1: tensor<6x10xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {"model"}]>}, %arg2: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"model"}, {}]>}) -> tensor<8x6xf32> {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<8x6xf32>, tensor<6x10xf32>) -> tensor<8x10xf32>
  %1 = stablehlo.tanh %0 : tensor<8x10xf32>
  %2 = stablehlo.dot %1, %arg2 : (tensor<8x10xf32>, tensor<10x6xf32>) -> tensor<8x6xf32>
  %3 = stablehlo.slice %2 [1:8, 0:6] : (tensor<8x6xf32>) -> tensor<7x6xf32>
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %4 = stablehlo.pad %3, %c, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<7x6xf32>, tensor<f32>) -> tensor<8x6xf32>
  return %4 : tensor<8x6xf32>
}
