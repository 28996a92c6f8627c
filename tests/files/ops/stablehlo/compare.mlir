// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x2xf32>, %i: tensor<4x2xi32>, %b: tensor<i1>) {
    %0 = stablehlo.compare EQ, %x, %x : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
    %1 = stablehlo.compare NE, %x, %x, FLOAT : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
    %2 = stablehlo.compare  GE, %x, %x,  TOTALORDER : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
    %3 = stablehlo.compare GT, %i, %i, SIGNED {unroll} : (tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi1>
    %4 = stablehlo.compare LE, %b, %b, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %5 = "stablehlo.compare"(%x, %x) <{comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type NOTYPE>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
    %6 = "stablehlo.compare"(%x, %x) {k = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x2xf32>, %arg1: tensor<4x2xi32>, %arg2: tensor<i1>) {
//>     %0 = stablehlo.compare EQ, %arg0, %arg0 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
//>     %1 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
//>     %2 = stablehlo.compare GE, %arg0, %arg0, TOTALORDER : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
//>     %3 = stablehlo.compare GT, %arg1, %arg1, SIGNED {unroll} : (tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi1>
//>     %4 = stablehlo.compare LE, %arg2, %arg2, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
//>     %5 = stablehlo.compare LT, %arg0, %arg0, NOTYPE : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
//>     %6 = stablehlo.compare LT, %arg0, %arg0 {k = #stablehlo<comparison_type FLOAT>} : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x2xf32>, tensor<4x2xi32>, tensor<i1>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x2xf32>, %arg1: tensor<4x2xi32>, %arg2: tensor<i1>):
//>     %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
//>     %1 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
//>     %2 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
//>     %3 = "stablehlo.compare"(%arg1, %arg1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> {unroll} : (tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi1>
//>     %4 = "stablehlo.compare"(%arg2, %arg2) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<i1>, tensor<i1>) -> tensor<i1>
//>     %5 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type NOTYPE>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
//>     %6 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction LT>}> {k = #stablehlo<comparison_type FLOAT>} : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
