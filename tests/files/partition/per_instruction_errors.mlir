// An op whose tensors are on different meshes can't be partitioned alone.
// RUN: shardflow opt %s -sdy-per-instruction-partitioning -verify-diagnostics

sdy.mesh @line = <["i"=2]>
sdy.mesh @pair = <["j"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> tensor<8xf32> {
  // expected-error @+1 {{the op's operands and results have no common mesh}}
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@pair, [{"j"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
