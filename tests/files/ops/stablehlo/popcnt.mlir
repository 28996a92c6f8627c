// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xui8>, %y: tensor<?x16xui8>, %s: tensor<ui8>) {
    %0 = stablehlo.popcnt %x : tensor<8x16xui8>
    %1 = stablehlo.popcnt %y {mark = "dynamic", a = 1 : i8} : tensor<?x16xui8>
    %2 = stablehlo.popcnt %s : tensor<ui8>
    %3 = stablehlo.popcnt %y : (tensor<?x16xui8>) -> tensor<8x16xui8>
    %4 = "stablehlo.popcnt"(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra, alpha} : (tensor<8x16xui8>) -> tensor<8x16xui8>
    %5 = stablehlo.popcnt %0 : tensor<8x16xui8>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xui8>, %arg1: tensor<?x16xui8>, %arg2: tensor<ui8>) {
//>     %0 = stablehlo.popcnt %arg0 : tensor<8x16xui8>
//>     %1 = stablehlo.popcnt %arg1 {a = 1 : i8, mark = "dynamic"} : tensor<?x16xui8>
//>     %2 = stablehlo.popcnt %arg2 : tensor<ui8>
//>     %3 = stablehlo.popcnt %arg1 : (tensor<?x16xui8>) -> tensor<8x16xui8>
//>     %4 = stablehlo.popcnt %arg0 {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : tensor<8x16xui8>
//>     %5 = stablehlo.popcnt %0 : tensor<8x16xui8>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xui8>, tensor<?x16xui8>, tensor<ui8>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xui8>, %arg1: tensor<?x16xui8>, %arg2: tensor<ui8>):
//>     %0 = "stablehlo.popcnt"(%arg0) : (tensor<8x16xui8>) -> tensor<8x16xui8>
//>     %1 = "stablehlo.popcnt"(%arg1) {a = 1 : i8, mark = "dynamic"} : (tensor<?x16xui8>) -> tensor<?x16xui8>
//>     %2 = "stablehlo.popcnt"(%arg2) : (tensor<ui8>) -> tensor<ui8>
//>     %3 = "stablehlo.popcnt"(%arg1) : (tensor<?x16xui8>) -> tensor<8x16xui8>
//>     %4 = "stablehlo.popcnt"(%arg0) {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : (tensor<8x16xui8>) -> tensor<8x16xui8>
//>     %5 = "stablehlo.popcnt"(%0) : (tensor<8x16xui8>) -> tensor<8x16xui8>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
