// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<8x16xf32>, %i: tensor<8x16xi32>) {
    %0 = "stablehlo.sort"(%x) ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %9 = stablehlo.compare LT, %l, %r, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %1:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>, %m: tensor<i32>, %n: tensor<i32>):
      %9 = stablehlo.compare GT, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) {k} : (tensor<8x16xf32>, tensor<8x16xi32>) -> (tensor<8x16xf32>, tensor<8x16xi32>)
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<8x16xi32>) {
//>     %0 = "stablehlo.sort"(%arg0) ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %2 = stablehlo.compare LT, %arg2, %arg3, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       stablehlo.return %2 : tensor<i1>
//>     }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %1:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
//>       %2 = stablehlo.compare GT, %arg4, %arg5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %2 : tensor<i1>
//>     }) {k} : (tensor<8x16xf32>, tensor<8x16xi32>) -> (tensor<8x16xf32>, tensor<8x16xi32>)
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<8x16xf32>, tensor<8x16xi32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xf32>, %arg1: tensor<8x16xi32>):
//>     %0 = "stablehlo.sort"(%arg0) ({
//>     ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
//>       %3 = "stablehlo.compare"(%arg6, %arg7) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       "stablehlo.return"(%3) : (tensor<i1>) -> ()
//>     }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %1:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
//>       %2 = "stablehlo.compare"(%arg4, %arg5) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       "stablehlo.return"(%2) : (tensor<i1>) -> ()
//>     }) {k} : (tensor<8x16xf32>, tensor<8x16xi32>) -> (tensor<8x16xf32>, tensor<8x16xi32>)
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
