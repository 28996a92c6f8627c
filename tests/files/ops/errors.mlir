// RUN: shardflow opt %s -split-input-file -verify-diagnostics

func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{use of undeclared SSA value name}}
  %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @m = <["a"=2]>
// expected-error@+1 {{unknown mesh: @n}}
func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@n, [{"a"}]>}) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}

// -----

sdy.mesh @m = <["a"=2]>
// expected-error@+1 {{arg 0 - unknown axis name: "b"}}
func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}

// -----

sdy.mesh @m = <["a"=2]>
// expected-error@+1 {{arg 0 - duplicate axis ref: "a"}}
func.func @f(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"a"}]>}) -> tensor<4x4xf32> {
  return %arg0 : tensor<4x4xf32>
}

// -----

sdy.mesh @m = <["a"=2]>
// expected-error@+1 {{arg 0 - sharding doesn't match tensor rank: 1 != 2}}
func.func @f(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<4x4xf32> {
  return %arg0 : tensor<4x4xf32>
}
