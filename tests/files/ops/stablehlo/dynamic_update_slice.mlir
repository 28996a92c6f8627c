// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>, %u: tensor<1x8xf32>, %i: tensor<i32>, %s: tensor<f32>) {
    %0 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %1 = stablehlo.dynamic_update_slice %x, %u, %i, %i {cache = "kv"} : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %2 = stablehlo.dynamic_update_slice %s, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<1x8xf32>, %arg2: tensor<i32>, %arg3: tensor<f32>) {
//>     %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
//>     %1 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 {cache = "kv"} : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
//>     %2 = stablehlo.dynamic_update_slice %arg3, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<f32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<1x8xf32>, %arg2: tensor<i32>, %arg3: tensor<f32>):
//>     %0 = "stablehlo.dynamic_update_slice"(%arg0, %arg1, %arg2, %arg2) : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
//>     %1 = "stablehlo.dynamic_update_slice"(%arg0, %arg1, %arg2, %arg2) {cache = "kv"} : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
//>     %2 = "stablehlo.dynamic_update_slice"(%arg3, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
