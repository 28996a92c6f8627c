// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xi32>, %y: tensor<?x16xi32>, %s: tensor<i32>) {
    %0 = stablehlo.negate %x : tensor<8x16xi32>
    %1 = stablehlo.negate %y {mark = "dynamic", a = 1 : i8} : tensor<?x16xi32>
    %2 = stablehlo.negate %s : tensor<i32>
    %3 = stablehlo.negate %y : (tensor<?x16xi32>) -> tensor<8x16xi32>
    %4 = "stablehlo.negate"(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra, alpha} : (tensor<8x16xi32>) -> tensor<8x16xi32>
    %5 = stablehlo.negate %0 : tensor<8x16xi32>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xi32>, %arg1: tensor<?x16xi32>, %arg2: tensor<i32>) {
//>     %0 = stablehlo.negate %arg0 : tensor<8x16xi32>
//>     %1 = stablehlo.negate %arg1 {a = 1 : i8, mark = "dynamic"} : tensor<?x16xi32>
//>     %2 = stablehlo.negate %arg2 : tensor<i32>
//>     %3 = stablehlo.negate %arg1 : (tensor<?x16xi32>) -> tensor<8x16xi32>
//>     %4 = stablehlo.negate %arg0 {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : tensor<8x16xi32>
//>     %5 = stablehlo.negate %0 : tensor<8x16xi32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xi32>, tensor<?x16xi32>, tensor<i32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xi32>, %arg1: tensor<?x16xi32>, %arg2: tensor<i32>):
//>     %0 = "stablehlo.negate"(%arg0) : (tensor<8x16xi32>) -> tensor<8x16xi32>
//>     %1 = "stablehlo.negate"(%arg1) {a = 1 : i8, mark = "dynamic"} : (tensor<?x16xi32>) -> tensor<?x16xi32>
//>     %2 = "stablehlo.negate"(%arg2) : (tensor<i32>) -> tensor<i32>
//>     %3 = "stablehlo.negate"(%arg1) : (tensor<?x16xi32>) -> tensor<8x16xi32>
//>     %4 = "stablehlo.negate"(%arg0) {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : (tensor<8x16xi32>) -> tensor<8x16xi32>
//>     %5 = "stablehlo.negate"(%0) : (tensor<8x16xi32>) -> tensor<8x16xi32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
