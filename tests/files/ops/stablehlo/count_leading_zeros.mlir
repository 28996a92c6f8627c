// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xi16>, %y: tensor<?x16xi16>, %s: tensor<i16>) {
    %0 = stablehlo.count_leading_zeros %x : tensor<8x16xi16>
    %1 = stablehlo.count_leading_zeros %y {mark = "dynamic", a = 1 : i8} : tensor<?x16xi16>
    %2 = stablehlo.count_leading_zeros %s : tensor<i16>
    %3 = stablehlo.count_leading_zeros %y : (tensor<?x16xi16>) -> tensor<8x16xi16>
    %4 = "stablehlo.count_leading_zeros"(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra, alpha} : (tensor<8x16xi16>) -> tensor<8x16xi16>
    %5 = stablehlo.count_leading_zeros %0 : tensor<8x16xi16>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xi16>, %arg1: tensor<?x16xi16>, %arg2: tensor<i16>) {
//>     %0 = stablehlo.count_leading_zeros %arg0 : tensor<8x16xi16>
//>     %1 = stablehlo.count_leading_zeros %arg1 {a = 1 : i8, mark = "dynamic"} : tensor<?x16xi16>
//>     %2 = stablehlo.count_leading_zeros %arg2 : tensor<i16>
//>     %3 = stablehlo.count_leading_zeros %arg1 : (tensor<?x16xi16>) -> tensor<8x16xi16>
//>     %4 = stablehlo.count_leading_zeros %arg0 {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : tensor<8x16xi16>
//>     %5 = stablehlo.count_leading_zeros %0 : tensor<8x16xi16>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xi16>, tensor<?x16xi16>, tensor<i16>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xi16>, %arg1: tensor<?x16xi16>, %arg2: tensor<i16>):
//>     %0 = "stablehlo.count_leading_zeros"(%arg0) : (tensor<8x16xi16>) -> tensor<8x16xi16>
//>     %1 = "stablehlo.count_leading_zeros"(%arg1) {a = 1 : i8, mark = "dynamic"} : (tensor<?x16xi16>) -> tensor<?x16xi16>
//>     %2 = "stablehlo.count_leading_zeros"(%arg2) : (tensor<i16>) -> tensor<i16>
//>     %3 = "stablehlo.count_leading_zeros"(%arg1) : (tensor<?x16xi16>) -> tensor<8x16xi16>
//>     %4 = "stablehlo.count_leading_zeros"(%arg0) {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : (tensor<8x16xi16>) -> tensor<8x16xi16>
//>     %5 = "stablehlo.count_leading_zeros"(%0) : (tensor<8x16xi16>) -> tensor<8x16xi16>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
