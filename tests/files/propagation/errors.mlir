// RUN: shardflow opt %s -split-input-file -verify-diagnostics -sdy-basic-propagate

func.func @main(%arg0: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{Shardy propagation only supports ranked tensors with a static shape.}}
  %0 = stablehlo.negate %arg0 : tensor<?xf32>
  return %0 : tensor<?xf32>
}
