// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xf16>, %y: tensor<?x16xf16>, %s: tensor<f16>) {
    %0 = stablehlo.round_nearest_afz %x : tensor<8x16xf16>
    %1 = stablehlo.round_nearest_afz %y {mark = "dynamic", a = 1 : i8} : tensor<?x16xf16>
    %2 = stablehlo.round_nearest_afz %s : tensor<f16>
    %3 = stablehlo.round_nearest_afz %y : (tensor<?x16xf16>) -> tensor<8x16xf16>
    %4 = "stablehlo.round_nearest_afz"(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra, alpha} : (tensor<8x16xf16>) -> tensor<8x16xf16>
    %5 = stablehlo.round_nearest_afz %0 : tensor<8x16xf16>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xf16>, %arg1: tensor<?x16xf16>, %arg2: tensor<f16>) {
//>     %0 = stablehlo.round_nearest_afz %arg0 : tensor<8x16xf16>
//>     %1 = stablehlo.round_nearest_afz %arg1 {a = 1 : i8, mark = "dynamic"} : tensor<?x16xf16>
//>     %2 = stablehlo.round_nearest_afz %arg2 : tensor<f16>
//>     %3 = stablehlo.round_nearest_afz %arg1 : (tensor<?x16xf16>) -> tensor<8x16xf16>
//>     %4 = stablehlo.round_nearest_afz %arg0 {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : tensor<8x16xf16>
//>     %5 = stablehlo.round_nearest_afz %0 : tensor<8x16xf16>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xf16>, tensor<?x16xf16>, tensor<f16>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xf16>, %arg1: tensor<?x16xf16>, %arg2: tensor<f16>):
//>     %0 = "stablehlo.round_nearest_afz"(%arg0) : (tensor<8x16xf16>) -> tensor<8x16xf16>
//>     %1 = "stablehlo.round_nearest_afz"(%arg1) {a = 1 : i8, mark = "dynamic"} : (tensor<?x16xf16>) -> tensor<?x16xf16>
//>     %2 = "stablehlo.round_nearest_afz"(%arg2) : (tensor<f16>) -> tensor<f16>
//>     %3 = "stablehlo.round_nearest_afz"(%arg1) : (tensor<?x16xf16>) -> tensor<8x16xf16>
//>     %4 = "stablehlo.round_nearest_afz"(%arg0) {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : (tensor<8x16xf16>) -> tensor<8x16xf16>
//>     %5 = "stablehlo.round_nearest_afz"(%0) : (tensor<8x16xf16>) -> tensor<8x16xf16>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
