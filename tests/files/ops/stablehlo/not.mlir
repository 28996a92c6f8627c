// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xi1>, %y: tensor<?x16xi1>, %s: tensor<i1>) {
    %0 = stablehlo.not %x : tensor<8x16xi1>
    %1 = stablehlo.not %y {mark = "dynamic", a = 1 : i8} : tensor<?x16xi1>
    %2 = stablehlo.not %s : tensor<i1>
    %3 = stablehlo.not %y : (tensor<?x16xi1>) -> tensor<8x16xi1>
    %4 = "stablehlo.not"(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra, alpha} : (tensor<8x16xi1>) -> tensor<8x16xi1>
    %5 = stablehlo.not %0 : tensor<8x16xi1>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xi1>, %arg1: tensor<?x16xi1>, %arg2: tensor<i1>) {
//>     %0 = stablehlo.not %arg0 : tensor<8x16xi1>
//>     %1 = stablehlo.not %arg1 {a = 1 : i8, mark = "dynamic"} : tensor<?x16xi1>
//>     %2 = stablehlo.not %arg2 : tensor<i1>
//>     %3 = stablehlo.not %arg1 : (tensor<?x16xi1>) -> tensor<8x16xi1>
//>     %4 = stablehlo.not %arg0 {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : tensor<8x16xi1>
//>     %5 = stablehlo.not %0 : tensor<8x16xi1>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xi1>, tensor<?x16xi1>, tensor<i1>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xi1>, %arg1: tensor<?x16xi1>, %arg2: tensor<i1>):
//>     %0 = "stablehlo.not"(%arg0) : (tensor<8x16xi1>) -> tensor<8x16xi1>
//>     %1 = "stablehlo.not"(%arg1) {a = 1 : i8, mark = "dynamic"} : (tensor<?x16xi1>) -> tensor<?x16xi1>
//>     %2 = "stablehlo.not"(%arg2) : (tensor<i1>) -> tensor<i1>
//>     %3 = "stablehlo.not"(%arg1) : (tensor<?x16xi1>) -> tensor<8x16xi1>
//>     %4 = "stablehlo.not"(%arg0) {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : (tensor<8x16xi1>) -> tensor<8x16xi1>
//>     %5 = "stablehlo.not"(%0) : (tensor<8x16xi1>) -> tensor<8x16xi1>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
