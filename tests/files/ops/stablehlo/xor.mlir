// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xi32>, %y: tensor<?x16xi32>, %s: tensor<i32>) {
    %0 = stablehlo.xor %x, %x : tensor<8x16xi32>
    %1 = stablehlo.xor %y, %y {note = [1, "two", 3.000000e+00 : f64]} : tensor<?x16xi32>
    %2 = stablehlo.xor %x, %y : (tensor<8x16xi32>, tensor<?x16xi32>) -> tensor<8x16xi32>
    %3 = "stablehlo.xor"(%s, %s) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %4 = "stablehlo.xor"(%x, %0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>, last = unit} : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi32>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xi32>, %arg1: tensor<?x16xi32>, %arg2: tensor<i32>) {
//>     %0 = stablehlo.xor %arg0, %arg0 : tensor<8x16xi32>
//>     %1 = stablehlo.xor %arg1, %arg1 {note = [1, "two", 3.000000e+00]} : tensor<?x16xi32>
//>     %2 = stablehlo.xor %arg0, %arg1 : (tensor<8x16xi32>, tensor<?x16xi32>) -> tensor<8x16xi32>
//>     %3 = stablehlo.xor %arg2, %arg2 : tensor<i32>
//>     %4 = stablehlo.xor %arg0, %0 {last, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : tensor<8x16xi32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xi32>, tensor<?x16xi32>, tensor<i32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xi32>, %arg1: tensor<?x16xi32>, %arg2: tensor<i32>):
//>     %0 = "stablehlo.xor"(%arg0, %arg0) : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi32>
//>     %1 = "stablehlo.xor"(%arg1, %arg1) {note = [1, "two", 3.000000e+00]} : (tensor<?x16xi32>, tensor<?x16xi32>) -> tensor<?x16xi32>
//>     %2 = "stablehlo.xor"(%arg0, %arg1) : (tensor<8x16xi32>, tensor<?x16xi32>) -> tensor<8x16xi32>
//>     %3 = "stablehlo.xor"(%arg2, %arg2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
//>     %4 = "stablehlo.xor"(%arg0, %0) {last, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
