// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main() {
    %0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %2 = stablehlo.constant {origin = "table"} dense<[true, false]> : tensor<2xi1>
    %3 = "stablehlo.constant"() <{value = dense<-7> : tensor<4xi64>}> : () -> tensor<4xi64>
    %4 = stablehlo.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<2xcomplex<f32>>
    %5 = stablehlo.constant dense<> : tensor<0x3xf32>
    %6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %7 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} dense<0> : tensor<8xui8>
    %8 = stablehlo.constant dense_resource<blob> : tensor<4xf32>
    %9 = stablehlo.constant() <{value = dense<2> : tensor<i8>}> : () -> tensor<i8>
    return
  }
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000000000000000080400000A0400000C040"
    }
  }
#-}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main() {
//>     %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//>     %c = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
//>     %c_0 = stablehlo.constant {origin = "table"} dense<[true, false]> : tensor<2xi1>
//>     %c_1 = stablehlo.constant dense<-7> : tensor<4xi64>
//>     %cst_2 = stablehlo.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<2xcomplex<f32>>
//>     %cst_3 = stablehlo.constant dense<> : tensor<0x3xf32>
//>     %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %c_5 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} dense<0> : tensor<8xui8>
//>     %cst_6 = stablehlo.constant dense_resource<blob> : tensor<4xf32>
//>     %c_7 = stablehlo.constant dense<2> : tensor<i8>
//>     return
//>   }
//> }
//>
//> {-#
//>   dialect_resources: {
//>     builtin: {
//>       blob: "0x0400000000000000000080400000A0400000C040"
//>     }
//>   }
//> #-}
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = () -> (), sym_name = "main"}> ({
//>     %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
//>     %1 = "stablehlo.constant"() <{value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
//>     %2 = "stablehlo.constant"() <{value = dense<[true, false]> : tensor<2xi1>}> {origin = "table"} : () -> tensor<2xi1>
//>     %3 = "stablehlo.constant"() <{value = dense<-7> : tensor<4xi64>}> : () -> tensor<4xi64>
//>     %4 = "stablehlo.constant"() <{value = dense<(1.000000e+00,-2.000000e+00)> : tensor<2xcomplex<f32>>}> : () -> tensor<2xcomplex<f32>>
//>     %5 = "stablehlo.constant"() <{value = dense<> : tensor<0x3xf32>}> : () -> tensor<0x3xf32>
//>     %6 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
//>     %7 = "stablehlo.constant"() <{value = dense<0> : tensor<8xui8>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : () -> tensor<8xui8>
//>     %8 = "stablehlo.constant"() <{value = dense_resource<blob> : tensor<4xf32>}> : () -> tensor<4xf32>
//>     %9 = "stablehlo.constant"() <{value = dense<2> : tensor<i8>}> : () -> tensor<i8>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
//>
//> {-#
//>   dialect_resources: {
//>     builtin: {
//>       blob: "0x0400000000000000000080400000A0400000C040"
//>     }
//>   }
//> #-}
