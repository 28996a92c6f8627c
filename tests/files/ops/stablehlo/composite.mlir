// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func private @impl(tensor<4x8xf32>) -> tensor<4x8xf32>
  func.func @main(%x: tensor<4x8xf32>) {
    %0 = stablehlo.composite "lib.gelu" %x {decomposition = @impl} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.composite "lib.gelu" %x {composite_attributes = {approximate = true, n = 2 : i64}, decomposition = @impl, version = 3 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.composite"(%x) <{name = "lib.gelu", composite_attributes = {}, decomposition = @impl, version = 0 : i32}> {k} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func private @impl(tensor<4x8xf32>) -> tensor<4x8xf32>
//>   func.func @main(%arg0: tensor<4x8xf32>) {
//>     %0 = stablehlo.composite "lib.gelu" %arg0 {decomposition = @impl} : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %1 = stablehlo.composite "lib.gelu" %arg0 {composite_attributes = {approximate = true, n = 2 : i64}, decomposition = @impl, version = 3 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %2 = stablehlo.composite "lib.gelu" %arg0 {decomposition = @impl, k} : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>) -> tensor<4x8xf32>, sym_name = "impl", sym_visibility = "private"}> ({
//>   }) : () -> ()
//>   "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>):
//>     %0 = "stablehlo.composite"(%arg0) <{decomposition = @impl, name = "lib.gelu"}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %1 = "stablehlo.composite"(%arg0) <{composite_attributes = {approximate = true, n = 2 : i64}, decomposition = @impl, name = "lib.gelu", version = 3 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %2 = "stablehlo.composite"(%arg0) <{composite_attributes = {}, decomposition = @impl, name = "lib.gelu", version = 0 : i32}> {k} : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
