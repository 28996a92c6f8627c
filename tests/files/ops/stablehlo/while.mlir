// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<4xf32>, %i: tensor<i32>, %p: tensor<i1>) {
    %0:2 = stablehlo.while(%k = %i, %y = %x) : tensor<i32>, tensor<4xf32>
     cond {
      %c = stablehlo.constant dense<10> : tensor<i32>
      %1 = stablehlo.compare LT, %k, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %k, %c : tensor<i32>
      %2 = stablehlo.while(%z = %y) : tensor<4xf32> attributes {inner, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>}
      cond {
        stablehlo.return %p : tensor<i1>
      } do {
        %3 = stablehlo.cosine %z : tensor<4xf32>
        stablehlo.return %3 : tensor<4xf32>
      }
      stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>
    }
    stablehlo.while()
    cond {
      stablehlo.return %p : tensor<i1>
    } do {
      stablehlo.return
    }
    %4 = "stablehlo.while"(%x) ({
    ^bb0(%a: tensor<4xf32>):
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%b: tensor<4xf32>):
      stablehlo.return %b : tensor<4xf32>
    }) {unroll = 2 : i32} : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<i32>, %arg2: tensor<i1>) {
//>     %0:2 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0) : tensor<i32>, tensor<4xf32>
//>     cond {
//>       %c = stablehlo.constant dense<10> : tensor<i32>
//>       %2 = stablehlo.compare LT, %iterArg, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %2 : tensor<i1>
//>     } do {
//>       %c = stablehlo.constant dense<1> : tensor<i32>
//>       %2 = stablehlo.add %iterArg, %c : tensor<i32>
//>       %3 = stablehlo.while(%iterArg_1 = %iterArg_0) : tensor<4xf32> attributes {inner, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>}
//>       cond {
//>         stablehlo.return %arg2 : tensor<i1>
//>       } do {
//>         %4 = stablehlo.cosine %iterArg_1 : tensor<4xf32>
//>         stablehlo.return %4 : tensor<4xf32>
//>       }
//>       stablehlo.return %2, %3 : tensor<i32>, tensor<4xf32>
//>     }
//>     stablehlo.while()
//>     cond {
//>       stablehlo.return %arg2 : tensor<i1>
//>     } do {
//>       stablehlo.return 
//>     }
//>     %1 = stablehlo.while(%iterArg = %arg0) : tensor<4xf32> attributes {unroll = 2 : i32}
//>     cond {
//>       stablehlo.return %arg2 : tensor<i1>
//>     } do {
//>       stablehlo.return %iterArg : tensor<4xf32>
//>     }
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<4xf32>, tensor<i32>, tensor<i1>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<i32>, %arg2: tensor<i1>):
//>     %0:2 = "stablehlo.while"(%arg1, %arg0) ({
//>     ^bb0(%arg9: tensor<i32>, %arg10: tensor<4xf32>):
//>       %6 = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
//>       %7 = "stablehlo.compare"(%arg9, %6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       "stablehlo.return"(%7) : (tensor<i1>) -> ()
//>     }, {
//>     ^bb0(%arg5: tensor<i32>, %arg6: tensor<4xf32>):
//>       %2 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
//>       %3 = "stablehlo.add"(%arg5, %2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
//>       %4 = "stablehlo.while"(%arg6) ({
//>       ^bb0(%arg8: tensor<4xf32>):
//>         "stablehlo.return"(%arg2) : (tensor<i1>) -> ()
//>       }, {
//>       ^bb0(%arg7: tensor<4xf32>):
//>         %5 = "stablehlo.cosine"(%arg7) : (tensor<4xf32>) -> tensor<4xf32>
//>         "stablehlo.return"(%5) : (tensor<4xf32>) -> ()
//>       }) {inner, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<4xf32>) -> tensor<4xf32>
//>       "stablehlo.return"(%3, %4) : (tensor<i32>, tensor<4xf32>) -> ()
//>     }) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
//>     "stablehlo.while"() ({
//>       "stablehlo.return"(%arg2) : (tensor<i1>) -> ()
//>     }, {
//>       "stablehlo.return"() : () -> ()
//>     }) : () -> ()
//>     %1 = "stablehlo.while"(%arg0) ({
//>     ^bb0(%arg4: tensor<4xf32>):
//>       "stablehlo.return"(%arg2) : (tensor<i1>) -> ()
//>     }, {
//>     ^bb0(%arg3: tensor<4xf32>):
//>       "stablehlo.return"(%arg3) : (tensor<4xf32>) -> ()
//>     }) {unroll = 2 : i32} : (tensor<4xf32>) -> tensor<4xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
