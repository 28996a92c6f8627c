// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main() {
    %0 = stablehlo.create_token : !stablehlo.token
    %1 = stablehlo.create_token {first} : !stablehlo.token
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main() {
//>     %0 = stablehlo.create_token : !stablehlo.token
//>     %1 = stablehlo.create_token {first} : !stablehlo.token
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = () -> (), sym_name = "main"}> ({
//>     %0 = "stablehlo.create_token"() : () -> !stablehlo.token
//>     %1 = "stablehlo.create_token"() {first} : () -> !stablehlo.token
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
