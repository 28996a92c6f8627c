// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main() {
    %0 = stablehlo.replica_id : tensor<ui32>
    %1 = stablehlo.replica_id {x = "y"} : tensor<ui32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main() {
//>     %0 = stablehlo.replica_id : tensor<ui32>
//>     %1 = stablehlo.replica_id {x = "y"} : tensor<ui32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = () -> (), sym_name = "main"}> ({
//>     %0 = "stablehlo.replica_id"() : () -> tensor<ui32>
//>     %1 = "stablehlo.replica_id"() {x = "y"} : () -> tensor<ui32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
