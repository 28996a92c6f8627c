// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-add-data-flow-edges -sdy-import-func-calls

// An inlined body gets edges; what has an edge already gets no second one. (Shardy
// adds it, and then rejects its own output.)

sdy.mesh @mesh = <["a"=2, "b"=2]>

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @body(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func private @body(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"inner">(%arg0) (%arg1: tensor<8xf32>) {
    %1 = stablehlo.negate %arg1 : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = sdy.named_computation<"body">(%arg0) (%arg1: tensor<8xf32>) {
//>       %2 = sdy.data_flow_edge %arg1 : tensor<8xf32>
//>       %3 = sdy.named_computation<"inner">(%2) (%arg2: tensor<8xf32>) {
//>         %5 = sdy.data_flow_edge %arg2 : tensor<8xf32>
//>         %6 = stablehlo.negate %5 : tensor<8xf32>
//>         sdy.return %6 : tensor<8xf32>
//>       } : (tensor<8xf32>) -> tensor<8xf32>
//>       %4 = sdy.data_flow_edge %3 : tensor<8xf32>
//>       sdy.return %4 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = sdy.data_flow_edge %0 : tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//> }
