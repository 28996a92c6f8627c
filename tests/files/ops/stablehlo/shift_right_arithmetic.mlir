// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xi64>, %y: tensor<?x16xi64>, %s: tensor<i64>) {
    %0 = stablehlo.shift_right_arithmetic %x, %x : tensor<8x16xi64>
    %1 = stablehlo.shift_right_arithmetic %y, %y {note = [1, "two", 3.000000e+00 : f64]} : tensor<?x16xi64>
    %2 = stablehlo.shift_right_arithmetic %x, %y : (tensor<8x16xi64>, tensor<?x16xi64>) -> tensor<8x16xi64>
    %3 = "stablehlo.shift_right_arithmetic"(%s, %s) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %4 = "stablehlo.shift_right_arithmetic"(%x, %0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>, last = unit} : (tensor<8x16xi64>, tensor<8x16xi64>) -> tensor<8x16xi64>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xi64>, %arg1: tensor<?x16xi64>, %arg2: tensor<i64>) {
//>     %0 = stablehlo.shift_right_arithmetic %arg0, %arg0 : tensor<8x16xi64>
//>     %1 = stablehlo.shift_right_arithmetic %arg1, %arg1 {note = [1, "two", 3.000000e+00]} : tensor<?x16xi64>
//>     %2 = stablehlo.shift_right_arithmetic %arg0, %arg1 : (tensor<8x16xi64>, tensor<?x16xi64>) -> tensor<8x16xi64>
//>     %3 = stablehlo.shift_right_arithmetic %arg2, %arg2 : tensor<i64>
//>     %4 = stablehlo.shift_right_arithmetic %arg0, %0 {last, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : tensor<8x16xi64>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xi64>, tensor<?x16xi64>, tensor<i64>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xi64>, %arg1: tensor<?x16xi64>, %arg2: tensor<i64>):
//>     %0 = "stablehlo.shift_right_arithmetic"(%arg0, %arg0) : (tensor<8x16xi64>, tensor<8x16xi64>) -> tensor<8x16xi64>
//>     %1 = "stablehlo.shift_right_arithmetic"(%arg1, %arg1) {note = [1, "two", 3.000000e+00]} : (tensor<?x16xi64>, tensor<?x16xi64>) -> tensor<?x16xi64>
//>     %2 = "stablehlo.shift_right_arithmetic"(%arg0, %arg1) : (tensor<8x16xi64>, tensor<?x16xi64>) -> tensor<8x16xi64>
//>     %3 = "stablehlo.shift_right_arithmetic"(%arg2, %arg2) : (tensor<i64>, tensor<i64>) -> tensor<i64>
//>     %4 = "stablehlo.shift_right_arithmetic"(%arg0, %0) {last, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : (tensor<8x16xi64>, tensor<8x16xi64>) -> tensor<8x16xi64>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
