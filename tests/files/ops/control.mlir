// RUN: shardflow opt %s 
// RUN: shardflow opt %s -mlir-print-op-generic

func.func @while(%arg0: tensor<4xf32>, %arg1: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
  %c = stablehlo.constant dense<10> : tensor<i32>
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<4xf32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_0, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %iterArg, %iterArg : tensor<4xf32>
    %2 = stablehlo.add %iterArg_0, %iterArg_0 : tensor<i32>
    stablehlo.return %1, %2 : tensor<4xf32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<i32>
}
func.func @case(%arg0: tensor<i32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.case"(%arg0) ({
    stablehlo.return %arg1 : tensor<4xf32>
  }, {
    %2 = stablehlo.negate %arg1 : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %1 = stablehlo.optimization_barrier %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @calls(%arg0: tensor<4xf32>) -> tensor<4xf32> attributes {note = 1 : i64} {
  %0 = stablehlo.custom_call @foo(%arg0) {backend_config = "x", has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  %1:2 = call @two(%0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %1#1 : tensor<4xf32>
}
func.func private @two(tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32> {my.note})

//# RUN 1
//> module {
//>   func.func @while(%arg0: tensor<4xf32>, %arg1: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
//>     %c = stablehlo.constant dense<10> : tensor<i32>
//>     %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<4xf32>, tensor<i32>
//>     cond {
//>       %1 = stablehlo.compare LT, %iterArg_0, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %1 : tensor<i1>
//>     } do {
//>       %1 = stablehlo.add %iterArg, %iterArg : tensor<4xf32>
//>       %2 = stablehlo.add %iterArg_0, %iterArg_0 : tensor<i32>
//>       stablehlo.return %1, %2 : tensor<4xf32>, tensor<i32>
//>     }
//>     return %0#0, %0#1 : tensor<4xf32>, tensor<i32>
//>   }
//>   func.func @case(%arg0: tensor<i32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
//>     %0 = "stablehlo.case"(%arg0) ({
//>       stablehlo.return %arg1 : tensor<4xf32>
//>     }, {
//>       %2 = stablehlo.negate %arg1 : tensor<4xf32>
//>       stablehlo.return %2 : tensor<4xf32>
//>     }) : (tensor<i32>) -> tensor<4xf32>
//>     %1 = stablehlo.optimization_barrier %0 : tensor<4xf32>
//>     return %1 : tensor<4xf32>
//>   }
//>   func.func @calls(%arg0: tensor<4xf32>) -> tensor<4xf32> attributes {note = 1 : i64} {
//>     %0 = stablehlo.custom_call @foo(%arg0) {backend_config = "x", has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
//>     %1:2 = call @two(%0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
//>     return %1#1 : tensor<4xf32>
//>   }
//>   func.func private @two(tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32> {my.note})
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<i32>), sym_name = "while"}> ({
//>   ^bb0(%arg3: tensor<4xf32>, %arg4: tensor<i32>):
//>     %5 = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
//>     %6:2 = "stablehlo.while"(%arg3, %arg4) ({
//>     ^bb0(%arg7: tensor<4xf32>, %arg8: tensor<i32>):
//>       %9 = "stablehlo.compare"(%arg8, %5) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       "stablehlo.return"(%9) : (tensor<i1>) -> ()
//>     }, {
//>     ^bb0(%arg5: tensor<4xf32>, %arg6: tensor<i32>):
//>       %7 = "stablehlo.add"(%arg5, %arg5) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//>       %8 = "stablehlo.add"(%arg6, %arg6) : (tensor<i32>, tensor<i32>) -> tensor<i32>
//>       "stablehlo.return"(%7, %8) : (tensor<4xf32>, tensor<i32>) -> ()
//>     }) : (tensor<4xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<i32>)
//>     "func.return"(%6#0, %6#1) : (tensor<4xf32>, tensor<i32>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{function_type = (tensor<i32>, tensor<4xf32>) -> tensor<4xf32>, sym_name = "case"}> ({
//>   ^bb0(%arg1: tensor<i32>, %arg2: tensor<4xf32>):
//>     %2 = "stablehlo.case"(%arg1) ({
//>       "stablehlo.return"(%arg2) : (tensor<4xf32>) -> ()
//>     }, {
//>       %4 = "stablehlo.negate"(%arg2) : (tensor<4xf32>) -> tensor<4xf32>
//>       "stablehlo.return"(%4) : (tensor<4xf32>) -> ()
//>     }) : (tensor<i32>) -> tensor<4xf32>
//>     %3 = "stablehlo.optimization_barrier"(%2) : (tensor<4xf32>) -> tensor<4xf32>
//>     "func.return"(%3) : (tensor<4xf32>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "calls"}> ({
//>   ^bb0(%arg0: tensor<4xf32>):
//>     %0 = "stablehlo.custom_call"(%arg0) <{backend_config = "x", call_target_name = "foo", has_side_effect = true}> : (tensor<4xf32>) -> tensor<4xf32>
//>     %1:2 = "func.call"(%0) <{callee = @two}> : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
//>     "func.return"(%1#1) : (tensor<4xf32>) -> ()
//>   }) {note = 1 : i64} : () -> ()
//>   "func.func"() <{function_type = (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>), res_attrs = [{}, {my.note}], sym_name = "two", sym_visibility = "private"}> ({
//>   }) : () -> ()
//> }) : () -> ()
