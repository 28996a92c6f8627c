// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xi1>, %y: tensor<?x16xi1>, %s: tensor<i1>) {
    %0 = stablehlo.or %x, %x : tensor<8x16xi1>
    %1 = stablehlo.or %y, %y {note = [1, "two", 3.000000e+00 : f64]} : tensor<?x16xi1>
    %2 = stablehlo.or %x, %y : (tensor<8x16xi1>, tensor<?x16xi1>) -> tensor<8x16xi1>
    %3 = "stablehlo.or"(%s, %s) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %4 = "stablehlo.or"(%x, %0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>, last = unit} : (tensor<8x16xi1>, tensor<8x16xi1>) -> tensor<8x16xi1>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xi1>, %arg1: tensor<?x16xi1>, %arg2: tensor<i1>) {
//>     %0 = stablehlo.or %arg0, %arg0 : tensor<8x16xi1>
//>     %1 = stablehlo.or %arg1, %arg1 {note = [1, "two", 3.000000e+00]} : tensor<?x16xi1>
//>     %2 = stablehlo.or %arg0, %arg1 : (tensor<8x16xi1>, tensor<?x16xi1>) -> tensor<8x16xi1>
//>     %3 = stablehlo.or %arg2, %arg2 : tensor<i1>
//>     %4 = stablehlo.or %arg0, %0 {last, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : tensor<8x16xi1>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xi1>, tensor<?x16xi1>, tensor<i1>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xi1>, %arg1: tensor<?x16xi1>, %arg2: tensor<i1>):
//>     %0 = "stablehlo.or"(%arg0, %arg0) : (tensor<8x16xi1>, tensor<8x16xi1>) -> tensor<8x16xi1>
//>     %1 = "stablehlo.or"(%arg1, %arg1) {note = [1, "two", 3.000000e+00]} : (tensor<?x16xi1>, tensor<?x16xi1>) -> tensor<?x16xi1>
//>     %2 = "stablehlo.or"(%arg0, %arg1) : (tensor<8x16xi1>, tensor<?x16xi1>) -> tensor<8x16xi1>
//>     %3 = "stablehlo.or"(%arg2, %arg2) : (tensor<i1>, tensor<i1>) -> tensor<i1>
//>     %4 = "stablehlo.or"(%arg0, %0) {last, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : (tensor<8x16xi1>, tensor<8x16xi1>) -> tensor<8x16xi1>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
