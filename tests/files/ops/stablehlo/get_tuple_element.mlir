// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tuple<tensor<4x8xf32>, tuple<tensor<i32>>>) {
    %0 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<4x8xf32>, tuple<tensor<i32>>>) -> tensor<4x8xf32>
    %1 = stablehlo.get_tuple_element %x[1] {k} : (tuple<tensor<4x8xf32>, tuple<tensor<i32>>>) -> tuple<tensor<i32>>
    %2 = "stablehlo.get_tuple_element"(%1) <{index = 0 : i32}> : (tuple<tensor<i32>>) -> tensor<i32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tuple<tensor<4x8xf32>, tuple<tensor<i32>>>) {
//>     %0 = stablehlo.get_tuple_element %arg0[0] : (tuple<tensor<4x8xf32>, tuple<tensor<i32>>>) -> tensor<4x8xf32>
//>     %1 = stablehlo.get_tuple_element %arg0[1] {k} : (tuple<tensor<4x8xf32>, tuple<tensor<i32>>>) -> tuple<tensor<i32>>
//>     %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<i32>>) -> tensor<i32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tuple<tensor<4x8xf32>, tuple<tensor<i32>>>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tuple<tensor<4x8xf32>, tuple<tensor<i32>>>):
//>     %0 = "stablehlo.get_tuple_element"(%arg0) <{index = 0 : i32}> : (tuple<tensor<4x8xf32>, tuple<tensor<i32>>>) -> tensor<4x8xf32>
//>     %1 = "stablehlo.get_tuple_element"(%arg0) <{index = 1 : i32}> {k} : (tuple<tensor<4x8xf32>, tuple<tensor<i32>>>) -> tuple<tensor<i32>>
//>     %2 = "stablehlo.get_tuple_element"(%1) <{index = 0 : i32}> : (tuple<tensor<i32>>) -> tensor<i32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
