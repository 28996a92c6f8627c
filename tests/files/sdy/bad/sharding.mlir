// RUN: shardflow opt %s -split-input-file -allow-unregistered-dialect

// What the sharding of a tensor may not say.

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@nowhere, [{}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@main, [{}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"x"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "a"}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"a"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"a"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"a"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"a"}, unreduced={"a"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2}, {"b":(1)2}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2, "b":(2)2}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"b":(1)2, "b":(2)2}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(1)4}, {"c":(2)4}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2}, {"b"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}], replicated={"b":(2)2}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(0)2}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(0)0}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(-1)2}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)1}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)0}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)4}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)3}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(4)2}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(3)2}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(4611686018427387904)4}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}p0, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {}p1]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p-1, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"b", "a"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"c":(4)2, "c":(1)2}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"c", "a"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"c":(4)2, "c":(1)2}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"b"}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "a"=2]>, [{}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[3]>, [{}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[3]>, [], replicated={"a"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = "x"}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = 1 : i32}) {
  return %arg0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return %arg0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<*xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: !stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: i32 {sdy.sharding = #sdy.sharding<@mesh, [], replicated={"a"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding<@mesh, [{}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{"x"}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>> {
  %0 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>>
  return %0 : tuple<tensor<8xf32>, tensor<8xf32>>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8xf32>) {
  stablehlo.custom_call @foo(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, []>]>} : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8xf32>) {
  stablehlo.custom_call @foo(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<8xf32>) -> ()
  return
}

//! %s:6:1: error: 'func.func' op arg 0 - unknown mesh: @nowhere
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@nowhere, [{}, {}]>}) {
//! ^
//! %s:13:1: error: 'func.func' op arg 0 - unknown mesh: @main
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@main, [{}, {}]>}) {
//! ^
//! %s:20:1: error: 'func.func' op arg 0 - sharding doesn't match tensor rank: 1 != 2
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
//! ^
//! %s:27:1: error: 'func.func' op arg 0 - sharding doesn't match tensor rank: 3 != 2
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) {
//! ^
//! %s:34:1: error: 'func.func' op arg 0 - unknown axis name: "x"
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//! ^
//! %s:41:1: error: 'func.func' op arg 0 - unknown axis name: "x"
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"x"}>}) {
//! ^
//! %s:48:1: error: 'func.func' op arg 0 - unknown axis name: "x"
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) {
//! ^
//! %s:55:1: error: 'func.func' op arg 0 - duplicate axis ref: "a"
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "a"}, {}]>}) {
//! ^
//! %s:62:1: error: 'func.func' op arg 0 - duplicate axis ref: "a"
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"a"}]>}) {
//! ^
//! %s:69:1: error: 'func.func' op arg 0 - duplicate axis ref: "a"
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"a"}>}) {
//! ^
//! %s:76:1: error: 'func.func' op arg 0 - duplicate axis ref: "a"
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"a"}>}) {
//! ^
//! %s:83:1: error: 'func.func' op arg 0 - duplicate axis ref: "a"
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"a"}, unreduced={"a"}>}) {
//! ^
//! %s:90:1: error: 'func.func' op arg 0 - duplicate axis ref: "b":(1)2
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2}, {"b":(1)2}]>}) {
//! ^
//! %s:97:1: error: 'func.func' op arg 0 - two consecutive sub-axes can be merged: "b":(1)2, "b":(2)2
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2, "b":(2)2}, {}]>}) {
//! ^
//! %s:104:1: error: 'func.func' op arg 0 - two consecutive sub-axes can be merged: "b":(1)2, "b":(2)2
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"b":(1)2, "b":(2)2}>}) {
//! ^
//! %s:111:1: error: 'func.func' op arg 0 - overlapping sub-axes: "c":(1)4, "c":(2)4
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(1)4}, {"c":(2)4}]>}) {
//! ^
//! %s:118:1: error: 'func.func' op arg 0 - both sub-axis and full-axis are used for axis name: "b"
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2}, {"b"}]>}) {
//! ^
//! %s:125:1: error: 'func.func' op arg 0 - both sub-axis and full-axis are used for axis name: "b"
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}], replicated={"b":(2)2}>}) {
//! ^
//! %s:132:1: error: 'func.func' op arg 0 - sub-axis pre-size must be at least 1: "b":(0)2
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(0)2}, {}]>}) {
//! ^
//! %s:139:87: error: sub-axis pre-size must be at least 1: "b":(0)0
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(0)0}, {}]>}) {
//!                                                                                       ^
//! %s:139:87: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(0)0}, {}]>}) {
//!                                                                                       ^
//! %s:146:1: error: 'func.func' op arg 0 - sub-axis pre-size must be at least 1: "b":(-1)2
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(-1)2}, {}]>}) {
//! ^
//! %s:153:1: error: 'func.func' op arg 0 - sub-axis sizes must be greater than 1: "b":(1)1
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)1}, {}]>}) {
//! ^
//! %s:160:1: error: 'func.func' op arg 0 - sub-axis sizes must be greater than 1: "b":(1)0
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)0}, {}]>}) {
//! ^
//! %s:167:1: error: 'func.func' op arg 0 - sub-axis size is equal to the full axis size: "b":(1)4
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)4}, {}]>}) {
//! ^
//! %s:174:1: error: 'func.func' op arg 0 - sub-axis next pre-size 3 doesn't divide the size of the full axis 4: "b":(1)3
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)3}, {}]>}) {
//! ^
//! %s:181:1: error: 'func.func' op arg 0 - sub-axis next pre-size 8 doesn't divide the size of the full axis 4: "b":(4)2
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(4)2}, {}]>}) {
//! ^
//! %s:188:1: error: 'func.func' op arg 0 - sub-axis next pre-size 6 doesn't divide the size of the full axis 4: "b":(3)2
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(3)2}, {}]>}) {
//! ^
//! %s:195:1: error: 'func.func' op arg 0 - sub-axis next pre-size 9223372036854775807 doesn't divide the size of the full axis 8: "c":(4611686018427387904)4
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(4611686018427387904)4}, {}]>}) {
//! ^
//! %s:202:1: error: 'func.func' op arg 0 - dim 0 is empty and closed but has a priority
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}p0, {}]>}) {
//! ^
//! %s:209:1: error: 'func.func' op arg 0 - dim 1 is empty and closed but has a priority
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {}p1]>}) {
//! ^
//! %s:216:84: error: expecting priority in format 'p<number>', got: p
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p-1, {}]>}) {
//!                                                                                    ^
//! %s:216:84: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p-1, {}]>}) {
//!                                                                                    ^
//! %s:223:1: error: 'func.func' op arg 0 - replicated axes are not ordered w.r.t. mesh
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"b", "a"}>}) {
//! ^
//! %s:230:1: error: 'func.func' op arg 0 - replicated axes are not ordered w.r.t. mesh
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"c":(4)2, "c":(1)2}>}) {
//! ^
//! %s:237:1: error: 'func.func' op arg 0 - unreduced axes are not ordered w.r.t. mesh
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"c", "a"}>}) {
//! ^
//! %s:244:1: error: 'func.func' op arg 0 - unreduced axes are not ordered w.r.t. mesh
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"c":(4)2, "c":(1)2}>}) {
//! ^
//! %s:251:1: error: 'func.func' op arg 0 - unknown axis name: "b"
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"b"}, {}]>}) {
//! ^
//! %s:258:74: error: duplicate axis name: "a"
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "a"=2]>, [{}, {}]>}) {
//!                                                                          ^
//! %s:258:90: error: failed to parse MeshAttr
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "a"=2]>, [{}, {}]>}) {
//!                                                                                          ^
//! %s:265:1: error: 'func.func' op arg 0 - a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[3]>, [{}, {}]>}) {
//! ^
//! %s:272:1: error: 'func.func' op arg 0 - a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[3]>, [], replicated={"a"}>}) {
//! ^
//! %s:279:1: error: 'func.func' op arg 0 - should have a sharding attribute of type TensorShardingAttr
//! func.func @main(%arg0: tensor<8xf32> {sdy.sharding = "x"}) {
//! ^
//! %s:286:1: error: 'func.func' op result 0 - should have a sharding attribute of type TensorShardingAttr
//! func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = 1 : i32}) {
//! ^
//! %s:293:1: error: 'func.func' op result 0 - unknown axis name: "x"
//! func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
//! ^
//! %s:300:1: error: 'func.func' op arg 0 - only ranked tensors can have a sharding. type: 'tensor<*xf32>'
//! func.func @main(%arg0: tensor<*xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
//! ^
//! %s:307:1: error: 'func.func' op arg 0 - non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: '!stablehlo.token', sharding: #sdy.sharding<@mesh, [{}]>
//! func.func @main(%arg0: !stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
//! ^
//! %s:314:1: error: 'func.func' op arg 0 - non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: 'i32', sharding: #sdy.sharding<@mesh, [], replicated={"a"}>
//! func.func @main(%arg0: i32 {sdy.sharding = #sdy.sharding<@mesh, [], replicated={"a"}>}) {
//! ^
//! %s:322:8: error: 'stablehlo.abs' op should have a sharding attribute of type TensorShardingPerValueAttr
//!   %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding<@mesh, [{}]>} : tensor<8xf32>
//!        ^
//! %s:330:8: error: 'stablehlo.abs' op result shardings don't match number of values: 2 shardings vs 1 values
//!   %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{}]>]>} : tensor<8xf32>
//!        ^
//! %s:338:8: error: 'stablehlo.abs' op result - unknown axis name: "x"
//!   %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
//!        ^
//! %s:346:10: error: 'stablehlo.custom_call' op result 1 - unknown axis name: "x"
//!   %0:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{"x"}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
//!          ^
//! %s:354:8: error: 'stablehlo.custom_call' op result - ops can only have a sharding for a tuple of size 1: 'tuple<tensor<8xf32>, tensor<8xf32>>'
//!   %0 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>>
//!        ^
//! %s:362:3: error: 'stablehlo.custom_call' op result shardings don't match number of values: 2 shardings vs 0 values
//!   stablehlo.custom_call @foo(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, []>]>} : (tensor<8xf32>) -> ()
//!   ^
//! %s:370:3: error: 'stablehlo.custom_call' op result shardings don't match number of values: 1 shardings vs 0 values
//!   stablehlo.custom_call @foo(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<8xf32>) -> ()
//!   ^
// EXIT: 1
