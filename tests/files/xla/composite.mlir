// In HLO, a composite is a call of its decomposition, and XLA inlines it.
// RUN: shardflow opt %s -xla-inline-calls
func.func public @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.composite "my.outer" %x {composite_attributes = {n = 1 : i32}, decomposition = @outer, version = 2 : i32} : (tensor<8xf32>) -> tensor<8xf32>
  %unused = stablehlo.composite "my.inner" %x {decomposition = @inner} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @inner(%0) : (tensor<8xf32>) -> tensor<8xf32>
  // There is no such function, or it has another type.
  %2 = stablehlo.composite "my.unknown" %1 {decomposition = @unknown} : (tensor<8xf32>) -> tensor<8xf32>
  %3 = stablehlo.composite "my.small" %2 {decomposition = @small} : (tensor<8xf32>) -> tensor<8xf32>
  return %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

func.func private @outer(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.composite "my.inner" %x {decomposition = @inner} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.cosine %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

func.func private @inner(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.sine %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func private @small(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

//> module {
//>   func.func public @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
//>     %0 = stablehlo.sine %arg0 : tensor<8xf32>
//>     %1 = stablehlo.cosine %0 : tensor<8xf32>
//>     %2 = stablehlo.sine %arg0 : tensor<8xf32>
//>     %3 = stablehlo.sine %1 : tensor<8xf32>
//>     %4 = stablehlo.composite "my.unknown" %3 {decomposition = @unknown} : (tensor<8xf32>) -> tensor<8xf32>
//>     %5 = stablehlo.composite "my.small" %4 {decomposition = @small} : (tensor<8xf32>) -> tensor<8xf32>
//>     return %3, %4, %5 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
//>   }
//>   func.func private @small(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//>     return %arg0 : tensor<4xf32>
//>   }
//> }
