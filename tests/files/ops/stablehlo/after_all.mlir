// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%t: !stablehlo.token, %u: !stablehlo.token) {
    %0 = stablehlo.after_all %t, %u : !stablehlo.token
    %1 = stablehlo.after_all : !stablehlo.token
    %2 = stablehlo.after_all %t {n = 1 : i64} : !stablehlo.token
    %3 = stablehlo.after_all {n = 0 : i64} : !stablehlo.token
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: !stablehlo.token, %arg1: !stablehlo.token) {
//>     %0 = stablehlo.after_all %arg0, %arg1 : !stablehlo.token
//>     %1 = stablehlo.after_all  : !stablehlo.token
//>     %2 = stablehlo.after_all %arg0 {n = 1 : i64} : !stablehlo.token
//>     %3 = stablehlo.after_all  {n = 0 : i64} : !stablehlo.token
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (!stablehlo.token, !stablehlo.token) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: !stablehlo.token, %arg1: !stablehlo.token):
//>     %0 = "stablehlo.after_all"(%arg0, %arg1) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
//>     %1 = "stablehlo.after_all"() : () -> !stablehlo.token
//>     %2 = "stablehlo.after_all"(%arg0) {n = 1 : i64} : (!stablehlo.token) -> !stablehlo.token
//>     %3 = "stablehlo.after_all"() {n = 0 : i64} : () -> !stablehlo.token
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
