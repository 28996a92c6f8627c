// Copies of a function that ended with equal shardings are one again; with the
// option all copies are, the one that most calls have.
// RUN: shardflow opt %s -sdy-unflatten-call-graph
// RUN: shardflow opt %s -sdy-unflatten-call-graph=dedup-functions-fully=true
// RUN: shardflow opt %s -sdy-unflatten-call-graph=dedup-functions-fully=true -symbol-dce

sdy.mesh @mesh = <["a"=2, "b"=2]>

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @f_0(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = call @f_1(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = call @f_2(%2) : (tensor<8xf32>) -> tensor<8xf32>
  %4 = call @g(%3) : (tensor<8xf32>) -> tensor<8xf32>
  %5 = call @g_0(%4) : (tensor<8xf32>) -> tensor<8xf32>
  return %5 : tensor<8xf32>
}
func.func private @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f_0(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) -> tensor<8xf32> attributes {sdy.original_func_name = "f"} {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f_1(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) -> tensor<8xf32> attributes {sdy.original_func_name = "f"} {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f_2(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> attributes {sdy.original_func_name = "f"} {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// One call each: the first stays.
func.func private @g(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g_0(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) attributes {sdy.original_func_name = "g"} {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = call @f_0(%0) : (tensor<8xf32>) -> tensor<8xf32>
//>     %2 = call @f_0(%1) : (tensor<8xf32>) -> tensor<8xf32>
//>     %3 = call @f(%2) : (tensor<8xf32>) -> tensor<8xf32>
//>     %4 = call @g(%3) : (tensor<8xf32>) -> tensor<8xf32>
//>     %5 = call @g_0(%4) : (tensor<8xf32>) -> tensor<8xf32>
//>     return %5 : tensor<8xf32>
//>   }
//>   func.func private @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @f_0(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @f_1(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @f_2(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @g(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @g_0(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = call @f_1(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = call @f_1(%0) : (tensor<8xf32>) -> tensor<8xf32>
//>     %2 = call @f_1(%1) : (tensor<8xf32>) -> tensor<8xf32>
//>     %3 = call @f_1(%2) : (tensor<8xf32>) -> tensor<8xf32>
//>     %4 = call @g(%3) : (tensor<8xf32>) -> tensor<8xf32>
//>     %5 = call @g(%4) : (tensor<8xf32>) -> tensor<8xf32>
//>     return %5 : tensor<8xf32>
//>   }
//>   func.func private @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @f_0(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @f_1(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @f_2(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @g(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @g_0(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = call @f_1(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = call @f_1(%0) : (tensor<8xf32>) -> tensor<8xf32>
//>     %2 = call @f_1(%1) : (tensor<8xf32>) -> tensor<8xf32>
//>     %3 = call @f_1(%2) : (tensor<8xf32>) -> tensor<8xf32>
//>     %4 = call @g(%3) : (tensor<8xf32>) -> tensor<8xf32>
//>     %5 = call @g(%4) : (tensor<8xf32>) -> tensor<8xf32>
//>     return %5 : tensor<8xf32>
//>   }
//>   func.func private @f_1(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @g(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//> }
