// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xui32>, %y: tensor<?x16xui32>, %s: tensor<ui32>) {
    %0 = stablehlo.shift_right_logical %x, %x : tensor<8x16xui32>
    %1 = stablehlo.shift_right_logical %y, %y {note = [1, "two", 3.000000e+00 : f64]} : tensor<?x16xui32>
    %2 = stablehlo.shift_right_logical %x, %y : (tensor<8x16xui32>, tensor<?x16xui32>) -> tensor<8x16xui32>
    %3 = "stablehlo.shift_right_logical"(%s, %s) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %4 = "stablehlo.shift_right_logical"(%x, %0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>, last = unit} : (tensor<8x16xui32>, tensor<8x16xui32>) -> tensor<8x16xui32>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xui32>, %arg1: tensor<?x16xui32>, %arg2: tensor<ui32>) {
//>     %0 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<8x16xui32>
//>     %1 = stablehlo.shift_right_logical %arg1, %arg1 {note = [1, "two", 3.000000e+00]} : tensor<?x16xui32>
//>     %2 = stablehlo.shift_right_logical %arg0, %arg1 : (tensor<8x16xui32>, tensor<?x16xui32>) -> tensor<8x16xui32>
//>     %3 = stablehlo.shift_right_logical %arg2, %arg2 : tensor<ui32>
//>     %4 = stablehlo.shift_right_logical %arg0, %0 {last, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : tensor<8x16xui32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xui32>, tensor<?x16xui32>, tensor<ui32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xui32>, %arg1: tensor<?x16xui32>, %arg2: tensor<ui32>):
//>     %0 = "stablehlo.shift_right_logical"(%arg0, %arg0) : (tensor<8x16xui32>, tensor<8x16xui32>) -> tensor<8x16xui32>
//>     %1 = "stablehlo.shift_right_logical"(%arg1, %arg1) {note = [1, "two", 3.000000e+00]} : (tensor<?x16xui32>, tensor<?x16xui32>) -> tensor<?x16xui32>
//>     %2 = "stablehlo.shift_right_logical"(%arg0, %arg1) : (tensor<8x16xui32>, tensor<?x16xui32>) -> tensor<8x16xui32>
//>     %3 = "stablehlo.shift_right_logical"(%arg2, %arg2) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
//>     %4 = "stablehlo.shift_right_logical"(%arg0, %0) {last, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : (tensor<8x16xui32>, tensor<8x16xui32>) -> tensor<8x16xui32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
