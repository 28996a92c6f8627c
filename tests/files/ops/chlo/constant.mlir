// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main() {
    %0 = chlo.constant dense<1.000000e+00> : tensor<4xf32>
    %1 = chlo.constant {k} dense<[1, 2]> : tensor<2xi32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main() {
//>     %0 = chlo.constant dense<1.000000e+00> : tensor<4xf32>
//>     %1 = chlo.constant {k} dense<[1, 2]> : tensor<2xi32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = () -> (), sym_name = "main"}> ({
//>     %0 = "chlo.constant"() <{value = dense<1.000000e+00> : tensor<4xf32>}> : () -> tensor<4xf32>
//>     %1 = "chlo.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> {k} : () -> tensor<2xi32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
