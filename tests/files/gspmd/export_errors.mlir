// RUN: shardflow opt %s -xla-sdy-stablehlo-export-shardings -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<2x4xf32>) {
    %2 = func.call @inside(%arg1) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    sdy.return %2 : tensor<2x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"y"}, {}]>] manual_axes={"y"} (%arg1: tensor<2x4xf32>) {
    // expected-error@+1 {{function @inside is called with different manual axes}}
    %2 = func.call @inside(%arg1) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    sdy.return %2 : tensor<2x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}
func.func private @inside(%arg0: tensor<2x4xf32>) -> tensor<2x4xf32> {
  return %arg0 : tensor<2x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<4x4xf32>, %arg1: tensor<2x4xf32>) -> (tensor<4x4xf32>, tensor<2x4xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg2: tensor<2x4xf32>) {
    %2 = func.call @both(%arg2) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    sdy.return %2 : tensor<2x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error@+1 {{function @both is called with different manual axes}}
  %1 = func.call @both(%arg1) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<2x4xf32>
}
func.func private @both(%arg0: tensor<2x4xf32>) -> tensor<2x4xf32> {
  return %arg0 : tensor<2x4xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{named computations are exported first: sdy-export-named-computations}}
  %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
