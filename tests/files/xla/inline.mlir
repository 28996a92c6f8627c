// RUN: shardflow opt %s -xla-inline-calls
sdy.mesh @mesh = <["x"=2]>

func.func private @declared(tensor<8xf32>) -> tensor<8xf32>

func.func public @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = call @twice(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @twice(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = call @declared(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = call @shared(%2) : (tensor<8xf32>) -> tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}

func.func private @twice(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = call @once(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @once(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

func.func private @once(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.sine %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Somebody outside may call it: it stays.
func.func public @shared(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.cosine %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2]>
//>   func.func private @declared(tensor<8xf32>) -> tensor<8xf32>
//>   func.func public @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
//>     %0 = stablehlo.sine %arg0 : tensor<8xf32>
//>     %1 = stablehlo.sine %0 : tensor<8xf32>
//>     %2 = stablehlo.sine %1 : tensor<8xf32>
//>     %3 = stablehlo.sine %2 : tensor<8xf32>
//>     %4 = call @declared(%3) : (tensor<8xf32>) -> tensor<8xf32>
//>     %5 = stablehlo.cosine %4 : tensor<8xf32>
//>     return %3, %5 : tensor<8xf32>, tensor<8xf32>
//>   }
//>   func.func public @shared(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = stablehlo.cosine %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//> }
//! %s:7:8: warning: the call to @twice is inlined, so the shardings of its arguments and results no longer count
//!   %0 = call @twice(%x) : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
