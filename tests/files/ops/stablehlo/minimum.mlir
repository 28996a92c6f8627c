// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xbf16>, %y: tensor<?x16xbf16>, %s: tensor<bf16>) {
    %0 = stablehlo.minimum %x, %x : tensor<8x16xbf16>
    %1 = stablehlo.minimum %y, %y {note = [1, "two", 3.000000e+00 : f64]} : tensor<?x16xbf16>
    %2 = stablehlo.minimum %x, %y : (tensor<8x16xbf16>, tensor<?x16xbf16>) -> tensor<8x16xbf16>
    %3 = "stablehlo.minimum"(%s, %s) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    %4 = "stablehlo.minimum"(%x, %0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>, last = unit} : (tensor<8x16xbf16>, tensor<8x16xbf16>) -> tensor<8x16xbf16>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xbf16>, %arg1: tensor<?x16xbf16>, %arg2: tensor<bf16>) {
//>     %0 = stablehlo.minimum %arg0, %arg0 : tensor<8x16xbf16>
//>     %1 = stablehlo.minimum %arg1, %arg1 {note = [1, "two", 3.000000e+00]} : tensor<?x16xbf16>
//>     %2 = stablehlo.minimum %arg0, %arg1 : (tensor<8x16xbf16>, tensor<?x16xbf16>) -> tensor<8x16xbf16>
//>     %3 = stablehlo.minimum %arg2, %arg2 : tensor<bf16>
//>     %4 = stablehlo.minimum %arg0, %0 {last, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : tensor<8x16xbf16>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xbf16>, tensor<?x16xbf16>, tensor<bf16>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xbf16>, %arg1: tensor<?x16xbf16>, %arg2: tensor<bf16>):
//>     %0 = "stablehlo.minimum"(%arg0, %arg0) : (tensor<8x16xbf16>, tensor<8x16xbf16>) -> tensor<8x16xbf16>
//>     %1 = "stablehlo.minimum"(%arg1, %arg1) {note = [1, "two", 3.000000e+00]} : (tensor<?x16xbf16>, tensor<?x16xbf16>) -> tensor<?x16xbf16>
//>     %2 = "stablehlo.minimum"(%arg0, %arg1) : (tensor<8x16xbf16>, tensor<?x16xbf16>) -> tensor<8x16xbf16>
//>     %3 = "stablehlo.minimum"(%arg2, %arg2) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
//>     %4 = "stablehlo.minimum"(%arg0, %0) {last, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : (tensor<8x16xbf16>, tensor<8x16xbf16>) -> tensor<8x16xbf16>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
