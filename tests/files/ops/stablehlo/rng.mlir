// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%a: tensor<f32>, %n: tensor<2xi64>) {
    %0 = stablehlo.rng %a, %a, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
    %1 = stablehlo.rng %a, %a, %n, distribution =  NORMAL {seed = 3 : i32} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x4xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<f32>, %arg1: tensor<2xi64>) {
//>     %0 = stablehlo.rng %arg0, %arg0, %arg1, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
//>     %1 = stablehlo.rng %arg0, %arg0, %arg1, distribution = NORMAL {seed = 3 : i32} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x4xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<f32>, tensor<2xi64>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<f32>, %arg1: tensor<2xi64>):
//>     %0 = "stablehlo.rng"(%arg0, %arg0, %arg1) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
//>     %1 = "stablehlo.rng"(%arg0, %arg0, %arg1) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> {seed = 3 : i32} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x4xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
