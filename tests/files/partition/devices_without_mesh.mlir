// A program without a mesh is the same for any number of devices: each of them runs
// all of it. Whoever says how many there are wants it split.
// RUN: shardflow partition %s
// RUN: shardflow partition --devices 4 %s

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = stablehlo.abs %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//> }
//# RUN 2
//! %s: error: the program has no mesh of 4 devices
//! %s: note: `shardflow auto --mesh auto:4` finds a mesh of 4 devices and shardings on it
// EXIT: 3
