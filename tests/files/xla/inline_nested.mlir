// RUN: shardflow opt %s -xla-inline-calls -mlir-print-debuginfo
// Bodies are moved once, from the outermost call to the innermost, and named
// after all calls around them. @inner is copied once, with the body of @leaf in
// it.
module {
  func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = call @outer(%x) : (tensor<8xf32>) -> tensor<8xf32> loc("main/outer")
    %1 = call @inner(%0) : (tensor<8xf32>) -> tensor<8xf32> loc("main/inner")
    return %1 : tensor<8xf32> loc("main/return")
  } loc(unknown)
  func.func private @outer(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.sine %x : tensor<8xf32> loc("sin")
    %1 = call @inner(%0) : (tensor<8xf32>) -> tensor<8xf32> loc("inner")
    return %1 : tensor<8xf32> loc(unknown)
  } loc(unknown)
  func.func private @inner(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = call @leaf(%x) : (tensor<8xf32>) -> tensor<8xf32> loc(unknown)
    %1 = call @leaf(%0) : (tensor<8xf32>) -> tensor<8xf32> loc("leaf")
    return %1 : tensor<8xf32> loc(unknown)
  } loc(unknown)
  func.func private @leaf(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.cosine %x : tensor<8xf32> loc("cos")
    return %0 : tensor<8xf32> loc(unknown)
  } loc(unknown)
} loc(unknown)

//> #loc1 = loc("%s":6:26)
//> module {
//>   func.func public @main(%arg0: tensor<8xf32> loc("%s":6:26)) -> tensor<8xf32> {
//>     %0 = stablehlo.sine %arg0 : tensor<8xf32> loc(#loc8)
//>     %1 = stablehlo.cosine %0 : tensor<8xf32> loc(#loc14)
//>     %2 = stablehlo.cosine %1 : tensor<8xf32> loc(#loc18)
//>     %3 = stablehlo.cosine %2 : tensor<8xf32> loc(#loc11)
//>     %4 = stablehlo.cosine %3 : tensor<8xf32> loc(#loc16)
//>     return %4 : tensor<8xf32> loc(#loc5)
//>   } loc(#loc)
//> } loc(#loc)
//> #loc = loc(unknown)
//> #loc2 = loc("sin")
//> #loc3 = loc(unknown)
//> #loc4 = loc("cos")
//> #loc5 = loc("main/return")
//> #loc6 = loc(callsite(#loc2 at #loc3))
//> #loc7 = loc(callsite(#loc4 at #loc3))
//> #loc8 = loc("main/outer/sin"(#loc6))
//> #loc9 = loc("inner/cos"(#loc7))
//> #loc10 = loc("leaf/cos"(#loc7))
//> #loc11 = loc("main/inner/cos"(#loc7))
//> #loc12 = loc(callsite(#loc9 at #loc3))
//> #loc13 = loc(callsite(#loc10 at #loc3))
//> #loc14 = loc("main/outer/inner/cos"(#loc12))
//> #loc15 = loc("inner/leaf/cos"(#loc13))
//> #loc16 = loc("main/inner/leaf/cos"(#loc13))
//> #loc17 = loc(callsite(#loc15 at #loc3))
//> #loc18 = loc("main/outer/inner/leaf/cos"(#loc17))
