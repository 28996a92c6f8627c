// RUN: shardflow opt %s -split-input-file -allow-unregistered-dialect

// What propagation cannot have recorded.

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0, result-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step--1 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}, {step-0 = [{"b" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-1 -> [result-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-1]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = argument-0 -> [result-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-x -> [result-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-x = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{a = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> []}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = []}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = "x"} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.result_propagation_edges = [1]} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.block_arg_propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
sdy.mesh @other = <["a"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@other, [{}]>]>, sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//! %s:7:75: error: propagation edges have a source that is the same as a target
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-0]}]}]>} : tensor<8xf32>
//!                                                                           ^
//! %s:15:75: error: propagation edges have duplicate targets for step index: 0 and axis: a
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0, result-0]}]}]>} : tensor<8xf32>
//!                                                                           ^
//! %s:23:75: error: propagation edges have negative step index: -1
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step--1 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                           ^
//! %s:31:75: error: propagation edges have duplicate step index: 0
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}, {step-0 = [{"b" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                           ^
//! %s:39:8: error: 'stablehlo.abs' op expected propagation edges attr to reference a sharding.
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-1 -> [result-0]}]}]>} : tensor<8xf32>
//!        ^
//! %s:47:8: error: 'stablehlo.abs' op expected a value ref to have a result index in range [0, 1), got: 1
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-1]}]}]>} : tensor<8xf32>
//!        ^
//! %s:55:8: error: 'stablehlo.abs' op expected axis ref to be in one of the meshes
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!        ^
//! %s:63:95: error: expected ::mlir::sdy::EdgeNodeType to be one of: operand, result
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = argument-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                               ^
//! %s:63:103: error: failed to parse Sdy_EdgeValueRef parameter 'type' which is to be a `::mlir::sdy::EdgeNodeType`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = argument-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                                       ^
//! %s:63:103: error: failed to parse Sdy_AxisToPropagationDetails parameter 'source' which is to be a `::mlir::sdy::EdgeValueRefAttr`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = argument-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                                       ^
//! %s:63:103: error: failed to parse Sdy_PropagationOneStep parameter 'axis_entries' which is to be a `::llvm::ArrayRef<AxisToPropagationDetailsAttr>`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = argument-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                                       ^
//! %s:63:103: error: failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = argument-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                                       ^
//! %s:71:103: error: expected integer value
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-x -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                                       ^
//! %s:71:103: error: failed to parse Sdy_EdgeValueRef parameter 'index' which is to be a `int64_t`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-x -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                                       ^
//! %s:71:103: error: failed to parse Sdy_AxisToPropagationDetails parameter 'source' which is to be a `::mlir::sdy::EdgeValueRefAttr`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-x -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                                       ^
//! %s:71:103: error: failed to parse Sdy_PropagationOneStep parameter 'axis_entries' which is to be a `::llvm::ArrayRef<AxisToPropagationDetailsAttr>`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-x -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                                       ^
//! %s:71:103: error: failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-x -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                                       ^
//! %s:79:83: error: expected integer value
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-x = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                   ^
//! %s:79:83: error: failed to parse Sdy_PropagationOneStep parameter 'step_index' which is to be a `int64_t`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-x = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                   ^
//! %s:79:83: error: failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-x = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                   ^
//! %s:87:89: error: expected string
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{a = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                         ^
//! %s:87:89: error: failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{a = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                         ^
//! %s:87:89: error: failed to parse Sdy_AxisToPropagationDetails parameter 'axis_name' which is to be a `::mlir::sdy::AxisRefAttr`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{a = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                         ^
//! %s:87:89: error: failed to parse Sdy_PropagationOneStep parameter 'axis_entries' which is to be a `::llvm::ArrayRef<AxisToPropagationDetailsAttr>`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{a = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                         ^
//! %s:87:89: error: failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{a = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!                                                                                         ^
//! %s:95:109: error: expected valid keyword or string
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> []}]}]>} : tensor<8xf32>
//!                                                                                                             ^
//! %s:95:109: error: failed to parse Sdy_EdgeValueRef parameter 'type' which is to be a `::mlir::sdy::EdgeNodeType`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> []}]}]>} : tensor<8xf32>
//!                                                                                                             ^
//! %s:95:109: error: failed to parse Sdy_AxisToPropagationDetails parameter 'targets' which is to be a `::llvm::ArrayRef<EdgeValueRefAttr>`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> []}]}]>} : tensor<8xf32>
//!                                                                                                             ^
//! %s:95:109: error: failed to parse Sdy_PropagationOneStep parameter 'axis_entries' which is to be a `::llvm::ArrayRef<AxisToPropagationDetailsAttr>`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> []}]}]>} : tensor<8xf32>
//!                                                                                                             ^
//! %s:95:109: error: failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> []}]}]>} : tensor<8xf32>
//!                                                                                                             ^
//! %s:103:88: error: expected '{'
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = []}]>} : tensor<8xf32>
//!                                                                                        ^
//! %s:103:88: error: failed to parse Sdy_PropagationOneStep parameter 'axis_entries' which is to be a `::llvm::ArrayRef<AxisToPropagationDetailsAttr>`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = []}]>} : tensor<8xf32>
//!                                                                                        ^
//! %s:103:88: error: failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = []}]>} : tensor<8xf32>
//!                                                                                        ^
//! %s:111:8: error: 'stablehlo.abs' op should have a propagation edges attribute of type PropagationEdgesAttr for attr named 'sdy.propagation_edges'
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = "x"} : tensor<8xf32>
//!        ^
//! %s:119:8: error: 'stablehlo.abs' op expected propagation edges attr to reference a sharding.
//!   %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!        ^
//! %s:127:8: error: 'stablehlo.abs' op should have a propagation edges attribute of type ArrayAttr<PropagationEdgesAttr> for attr named 'sdy.result_propagation_edges' or 'sdy.block_arg_propagation_edges'
//!   %0 = stablehlo.abs %arg0 {sdy.result_propagation_edges = [1]} : tensor<8xf32>
//!        ^
//! %s:135:8: error: 'stablehlo.abs' op should have a propagation edges attribute of type ArrayAttr<PropagationEdgesAttr> for attr named 'sdy.result_propagation_edges' or 'sdy.block_arg_propagation_edges'
//!   %0 = stablehlo.abs %arg0 {sdy.block_arg_propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!        ^
//! %s:144:8: error: 'stablehlo.abs' op expected a common mesh for propagation edges attr.
//!   %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@other, [{}]>]>, sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
//!        ^
// EXIT: 1
