// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xbf16>, %y: tensor<?x16xbf16>, %s: tensor<bf16>) {
    %0 = stablehlo.floor %x : tensor<8x16xbf16>
    %1 = stablehlo.floor %y {mark = "dynamic", a = 1 : i8} : tensor<?x16xbf16>
    %2 = stablehlo.floor %s : tensor<bf16>
    %3 = stablehlo.floor %y : (tensor<?x16xbf16>) -> tensor<8x16xbf16>
    %4 = "stablehlo.floor"(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra, alpha} : (tensor<8x16xbf16>) -> tensor<8x16xbf16>
    %5 = stablehlo.floor %0 : tensor<8x16xbf16>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xbf16>, %arg1: tensor<?x16xbf16>, %arg2: tensor<bf16>) {
//>     %0 = stablehlo.floor %arg0 : tensor<8x16xbf16>
//>     %1 = stablehlo.floor %arg1 {a = 1 : i8, mark = "dynamic"} : tensor<?x16xbf16>
//>     %2 = stablehlo.floor %arg2 : tensor<bf16>
//>     %3 = stablehlo.floor %arg1 : (tensor<?x16xbf16>) -> tensor<8x16xbf16>
//>     %4 = stablehlo.floor %arg0 {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : tensor<8x16xbf16>
//>     %5 = stablehlo.floor %0 : tensor<8x16xbf16>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xbf16>, tensor<?x16xbf16>, tensor<bf16>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xbf16>, %arg1: tensor<?x16xbf16>, %arg2: tensor<bf16>):
//>     %0 = "stablehlo.floor"(%arg0) : (tensor<8x16xbf16>) -> tensor<8x16xbf16>
//>     %1 = "stablehlo.floor"(%arg1) {a = 1 : i8, mark = "dynamic"} : (tensor<?x16xbf16>) -> tensor<?x16xbf16>
//>     %2 = "stablehlo.floor"(%arg2) : (tensor<bf16>) -> tensor<bf16>
//>     %3 = "stablehlo.floor"(%arg1) : (tensor<?x16xbf16>) -> tensor<8x16xbf16>
//>     %4 = "stablehlo.floor"(%arg0) {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : (tensor<8x16xbf16>) -> tensor<8x16xbf16>
//>     %5 = "stablehlo.floor"(%0) : (tensor<8x16xbf16>) -> tensor<8x16xbf16>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
