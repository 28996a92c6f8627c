// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<4x8xf32>, %s: tensor<f32>, %i: tensor<4x8xi32>, %j: tensor<i32>, %b: tensor<4xi1>, %c: tensor<i1>) {
    %0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %1 = stablehlo.reduce(%x init: %s) applies stablehlo.maximum across dimensions = [0, 1] {k = 1 : i64} : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.reduce(%x init: %s) applies stablehlo.multiply across dimensions = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %3 = stablehlo.reduce(%b init: %c) applies stablehlo.or across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
    %4 = stablehlo.reduce(%x init: %s) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%l: tensor<f32>, %r: tensor<f32>)  {
      %9 = stablehlo.minimum %l, %r : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }
    %5 = stablehlo.reduce(%x init: %s) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%l: tensor<f32>, %r: tensor<f32>)  {
      %9 = stablehlo.add %r, %l : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }
    %6 = stablehlo.reduce(%x init: %s) across dimensions = [1] {k} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%l: tensor<f32>, %r: tensor<f32>)  {
      %9 = stablehlo.add %l, %r : tensor<f32>
      %10 = stablehlo.add %9, %r : tensor<f32>
      stablehlo.return %10 : tensor<f32>
    }
    %7:2 = stablehlo.reduce(%x init: %s), (%i init: %j) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
     reducer(%l: tensor<f32>, %r: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>)  {
      %9 = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %10 = stablehlo.select %9, %l, %r : tensor<i1>, tensor<f32>
      %11 = stablehlo.select %9, %m, %n : tensor<i1>, tensor<i32>
      stablehlo.return %10, %11 : tensor<f32>, tensor<i32>
    }
    %8 = "stablehlo.reduce"(%x, %s) <{dimensions = array<i64: 0>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %9 = stablehlo.add %l, %r {inner} : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) {outer} : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
    %12 = stablehlo.reduce(%x init: %s) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%l: tensor<f32>, %r: tensor<f32>)  {
      %9 = stablehlo.subtract %l, %r : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }
    %13 = stablehlo.reduce(%x init: %s) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%l: tensor<f32>, %r: tensor<f32>)  {
      %9 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %l : tensor<f32>
    }
    %14:2 = stablehlo.reduce(%x init: %s), (%x init: %s) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
     reducer(%l: tensor<f32>, %r: tensor<f32>) (%m: tensor<f32>, %n: tensor<f32>)  {
      %9 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %9, %9 : tensor<f32>, tensor<f32>
    }
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<4x8xi32>, %arg3: tensor<i32>, %arg4: tensor<4xi1>, %arg5: tensor<i1>) {
//>     %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>     %1 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [0, 1] {k = 1 : i64} : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
//>     %2 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.multiply across dimensions = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
//>     %3 = stablehlo.reduce(%arg4 init: %arg5) applies stablehlo.or across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
//>     %4 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.minimum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>     %5 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>      reducer(%arg6: tensor<f32>, %arg7: tensor<f32>)  {
//>       %12 = stablehlo.add %arg7, %arg6 : tensor<f32>
//>       stablehlo.return %12 : tensor<f32>
//>     }
//>     %6 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] {k} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>      reducer(%arg6: tensor<f32>, %arg7: tensor<f32>)  {
//>       %12 = stablehlo.add %arg6, %arg7 : tensor<f32>
//>       %13 = stablehlo.add %12, %arg7 : tensor<f32>
//>       stablehlo.return %13 : tensor<f32>
//>     }
//>     %7:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg2 init: %arg3) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
//>      reducer(%arg6: tensor<f32>, %arg8: tensor<f32>) (%arg7: tensor<i32>, %arg9: tensor<i32>)  {
//>       %12 = stablehlo.compare GE, %arg6, %arg8 : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       %13 = stablehlo.select %12, %arg6, %arg8 : tensor<i1>, tensor<f32>
//>       %14 = stablehlo.select %12, %arg7, %arg9 : tensor<i1>, tensor<i32>
//>       stablehlo.return %13, %14 : tensor<f32>, tensor<i32>
//>     }
//>     %8 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] {outer} : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
//>     %9 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>      reducer(%arg6: tensor<f32>, %arg7: tensor<f32>)  {
//>       %12 = stablehlo.subtract %arg6, %arg7 : tensor<f32>
//>       stablehlo.return %12 : tensor<f32>
//>     }
//>     %10 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>      reducer(%arg6: tensor<f32>, %arg7: tensor<f32>)  {
//>       %12 = stablehlo.add %arg6, %arg7 : tensor<f32>
//>       stablehlo.return %arg6 : tensor<f32>
//>     }
//>     %11:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg0 init: %arg1) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
//>      reducer(%arg6: tensor<f32>, %arg8: tensor<f32>) (%arg7: tensor<f32>, %arg9: tensor<f32>)  {
//>       %12 = stablehlo.add %arg6, %arg8 : tensor<f32>
//>       stablehlo.return %12, %12 : tensor<f32>, tensor<f32>
//>     }
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<f32>, tensor<4x8xi32>, tensor<i32>, tensor<4xi1>, tensor<i1>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<4x8xi32>, %arg3: tensor<i32>, %arg4: tensor<4xi1>, %arg5: tensor<i1>):
//>     %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
//>     ^bb0(%arg32: tensor<f32>, %arg33: tensor<f32>):
//>       %26 = "stablehlo.add"(%arg32, %arg33) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%26) : (tensor<f32>) -> ()
//>     }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>     %1 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
//>     ^bb0(%arg30: tensor<f32>, %arg31: tensor<f32>):
//>       %25 = "stablehlo.maximum"(%arg30, %arg31) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%25) : (tensor<f32>) -> ()
//>     }) {k = 1 : i64} : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
//>     %2 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64>}> ({
//>     ^bb0(%arg28: tensor<f32>, %arg29: tensor<f32>):
//>       %24 = "stablehlo.multiply"(%arg28, %arg29) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%24) : (tensor<f32>) -> ()
//>     }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
//>     %3 = "stablehlo.reduce"(%arg4, %arg5) <{dimensions = array<i64: 0>}> ({
//>     ^bb0(%arg26: tensor<i1>, %arg27: tensor<i1>):
//>       %23 = "stablehlo.or"(%arg26, %arg27) : (tensor<i1>, tensor<i1>) -> tensor<i1>
//>       "stablehlo.return"(%23) : (tensor<i1>) -> ()
//>     }) : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
//>     %4 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
//>     ^bb0(%arg24: tensor<f32>, %arg25: tensor<f32>):
//>       %22 = "stablehlo.minimum"(%arg24, %arg25) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%22) : (tensor<f32>) -> ()
//>     }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>     %5 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
//>     ^bb0(%arg22: tensor<f32>, %arg23: tensor<f32>):
//>       %21 = "stablehlo.add"(%arg23, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%21) : (tensor<f32>) -> ()
//>     }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>     %6 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
//>     ^bb0(%arg20: tensor<f32>, %arg21: tensor<f32>):
//>       %19 = "stablehlo.add"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       %20 = "stablehlo.add"(%19, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%20) : (tensor<f32>) -> ()
//>     }) {k} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>     %7:2 = "stablehlo.reduce"(%arg0, %arg2, %arg1, %arg3) <{dimensions = array<i64: 1>}> ({
//>     ^bb0(%arg16: tensor<f32>, %arg17: tensor<i32>, %arg18: tensor<f32>, %arg19: tensor<i32>):
//>       %16 = "stablehlo.compare"(%arg16, %arg18) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>       %17 = "stablehlo.select"(%16, %arg16, %arg18) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
//>       %18 = "stablehlo.select"(%16, %arg17, %arg19) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
//>       "stablehlo.return"(%17, %18) : (tensor<f32>, tensor<i32>) -> ()
//>     }) : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
//>     %8 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
//>     ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
//>       %15 = "stablehlo.add"(%arg14, %arg15) {inner} : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%15) : (tensor<f32>) -> ()
//>     }) {outer} : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
//>     %9 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
//>     ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
//>       %14 = "stablehlo.subtract"(%arg12, %arg13) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%14) : (tensor<f32>) -> ()
//>     }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>     %10 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
//>     ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
//>       %13 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
//>     }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
//>     %11:2 = "stablehlo.reduce"(%arg0, %arg0, %arg1, %arg1) <{dimensions = array<i64: 1>}> ({
//>     ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>, %arg8: tensor<f32>, %arg9: tensor<f32>):
//>       %12 = "stablehlo.add"(%arg6, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>       "stablehlo.return"(%12, %12) : (tensor<f32>, tensor<f32>) -> ()
//>     }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
