// RUN: shardflow opt %s -split-input-file -allow-unregistered-dialect

// What is no sharding at all. An error inside of an attribute is followed by one for each attribute around it.

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p01, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}q1, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p99999999999, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(x)2}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":1}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{a}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a" "b"}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?, "a"}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, {}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh, []>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=x]>, [{}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=0]>, [{}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<"mesh", [{}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh::@inner, [{}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={a}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=avg{"a"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"a"}, replicated={"b"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], other={"a"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}],>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [#sdy<dimension_sharding{}>, #sdy<axis_ref"a">]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{#sdy<axis_ref"a">, #sdy.mesh<[]>}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":#sdy<axis_ref"a">}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(99999999999999999999)2}, {}]>}) {
  return
}

// -----

module attributes {sdy.x = #sdy.nothing<"a">} {}

// -----

module attributes {sdy.x = #sdy.sharding_per_value<[<@mesh, [{]>]>} {}

// -----

module attributes {sdy.x = #sdy.sharding_per_value<@mesh>} {}

// -----

module attributes {sdy.x = #sdy<axis_ref_list{"a", b}>} {}

// -----

module attributes {sdy.x = #sdy<list_of_axis_ref_lists[{"a"}, "b"]>} {}

// -----

module attributes {sdy.x = #sdy<list_of_axis_ref_lists[{"a"}, {b}]>} {}

// -----

module attributes {sdy.x = #sdy<all_to_all_param{"a"}: 0>} {}

// -----

module attributes {sdy.x = #sdy<all_to_all_param{}: 0->1>} {}

// -----

module attributes {sdy.x = #sdy<all_to_all_param_list[{"a"}: x->1]>} {}

// -----

module attributes {sdy.x = #sdy<all_to_all_param_list[{"a"}: 0->y]>} {}

// -----

module attributes {sdy.x = #sdy<manual_axes{"a", b}>} {}

// -----

module attributes {sdy.x = #sdy<manual_axes{"a", 1}>} {}

// -----

module attributes {sdy.x = #sdy<mesh_axis"a"="b">} {}

// -----

module attributes {sdy.x = #sdy<sub_axis_info 2>} {}

// -----

module attributes {sdy.x = #sdy<dimension_sharding"a">} {}

//! %s:6:84: error: expecting priority in format 'p<number>', got: p
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p, {}]>}) {
//!                                                                                    ^
//! %s:6:84: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p, {}]>}) {
//!                                                                                    ^
//! %s:13:86: error: priorities with leading zeros are not allowed, got: p01
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p01, {}]>}) {
//!                                                                                      ^
//! %s:13:86: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p01, {}]>}) {
//!                                                                                      ^
//! %s:20:85: error: expecting priority in format 'p<number>', got: q1
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}q1, {}]>}) {
//!                                                                                     ^
//! %s:20:85: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}q1, {}]>}) {
//!                                                                                     ^
//! %s:27:95: error: expecting integer priority, got: p99999999999
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p99999999999, {}]>}) {
//!                                                                                               ^
//! %s:27:95: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p99999999999, {}]>}) {
//!                                                                                               ^
//! %s:34:83: error: expected '('
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":}, {}]>}) {
//!                                                                                   ^
//! %s:34:83: error: failed to parse Sdy_AxisRef parameter 'sub_axis_info' which is to be a `SubAxisInfoAttr`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":}, {}]>}) {
//!                                                                                   ^
//! %s:34:83: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":}, {}]>}) {
//!                                                                                   ^
//! %s:41:86: error: expected integer value
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)}, {}]>}) {
//!                                                                                      ^
//! %s:41:86: error: failed to parse Sdy_SubAxisInfo parameter 'size' which is to be a `int64_t`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)}, {}]>}) {
//!                                                                                      ^
//! %s:41:86: error: failed to parse Sdy_AxisRef parameter 'sub_axis_info' which is to be a `SubAxisInfoAttr`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)}, {}]>}) {
//!                                                                                      ^
//! %s:41:86: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)}, {}]>}) {
//!                                                                                      ^
//! %s:48:84: error: expected integer value
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(x)2}, {}]>}) {
//!                                                                                    ^
//! %s:48:84: error: failed to parse Sdy_SubAxisInfo parameter 'pre_size' which is to be a `int64_t`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(x)2}, {}]>}) {
//!                                                                                    ^
//! %s:48:84: error: failed to parse Sdy_AxisRef parameter 'sub_axis_info' which is to be a `SubAxisInfoAttr`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(x)2}, {}]>}) {
//!                                                                                    ^
//! %s:48:84: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(x)2}, {}]>}) {
//!                                                                                    ^
//! %s:55:83: error: expected '('
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":1}, {}]>}) {
//!                                                                                   ^
//! %s:55:83: error: failed to parse Sdy_AxisRef parameter 'sub_axis_info' which is to be a `SubAxisInfoAttr`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":1}, {}]>}) {
//!                                                                                   ^
//! %s:55:83: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":1}, {}]>}) {
//!                                                                                   ^
//! %s:62:79: error: expected string
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{a}, {}]>}) {
//!                                                                               ^
//! %s:62:79: error: failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{a}, {}]>}) {
//!                                                                               ^
//! %s:62:79: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{a}, {}]>}) {
//!                                                                               ^
//! %s:69:82: error: expected ','
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a" "b"}, {}]>}) {
//!                                                                                  ^
//! %s:69:83: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a" "b"}, {}]>}) {
//!                                                                                   ^
//! %s:76:80: error: expected '}'
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?, "a"}, {}]>}) {
//!                                                                                ^
//! %s:76:80: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?, "a"}, {}]>}) {
//!                                                                                ^
//! %s:83:87: error: expected ']'
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}>}) {
//!                                                                                       ^
//! %s:90:75: error: expected ','
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh>}) {
//!                                                                           ^
//! %s:97:76: error: expected '['
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, {}>}) {
//!                                                                            ^
//! %s:104:74: error: expected '<'
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh, []>}) {
//!                                                                          ^
//! %s:104:74: error: failed to parse MeshAttr
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh, []>}) {
//!                                                                          ^
//! %s:111:80: error: expected integer value
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=x]>, [{}, {}]>}) {
//!                                                                                ^
//! %s:111:80: error: failed to parse Sdy_MeshAxis parameter 'size' which is to be a `int64_t`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=x]>, [{}, {}]>}) {
//!                                                                                ^
//! %s:111:80: error: failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=x]>, [{}, {}]>}) {
//!                                                                                ^
//! %s:111:80: error: failed to parse MeshAttr
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=x]>, [{}, {}]>}) {
//!                                                                                ^
//! %s:118:76: error: axis size must be at least 1, got: 0
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=0]>, [{}, {}]>}) {
//!                                                                            ^
//! %s:118:81: error: failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=0]>, [{}, {}]>}) {
//!                                                                                 ^
//! %s:118:81: error: failed to parse MeshAttr
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=0]>, [{}, {}]>}) {
//!                                                                                 ^
//! %s:125:70: error: invalid kind of attribute specified
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<"mesh", [{}, {}]>}) {
//!                                                                      ^
//! %s:125:76: error: expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<"mesh", [{}, {}]>}) {
//!                                                                            ^
//! %s:132:70: error: invalid kind of attribute specified
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh::@inner, [{}, {}]>}) {
//!                                                                      ^
//! %s:132:75: error: expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh::@inner, [{}, {}]>}) {
//!                                                                           ^
//! %s:139:99: error: expected string
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={}>}) {
//!                                                                                                   ^
//! %s:139:99: error: failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={}>}) {
//!                                                                                                   ^
//! %s:139:99: error: failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={}>}) {
//!                                                                                                   ^
//! %s:139:99: error: failed to parse Sdy_TensorSharding parameter 'replicated_axes'
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={}>}) {
//!                                                                                                   ^
//! %s:146:99: error: expected string
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={a}>}) {
//!                                                                                                   ^
//! %s:146:99: error: failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={a}>}) {
//!                                                                                                   ^
//! %s:146:99: error: failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={a}>}) {
//!                                                                                                   ^
//! %s:146:99: error: failed to parse Sdy_TensorSharding parameter 'replicated_axes'
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={a}>}) {
//!                                                                                                   ^
//! %s:153:98: error: expected string
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={}>}) {
//!                                                                                                  ^
//! %s:153:98: error: failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={}>}) {
//!                                                                                                  ^
//! %s:153:98: error: failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={}>}) {
//!                                                                                                  ^
//! %s:153:98: error: failed to parse Sdy_TensorSharding parameter 'unreduced_axes'
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={}>}) {
//!                                                                                                  ^
//! %s:160:97: error: expected '{'
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=avg{"a"}>}) {
//!                                                                                                 ^
//! %s:160:97: error: failed to parse Sdy_TensorSharding parameter 'unreduced_axes'
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=avg{"a"}>}) {
//!                                                                                                 ^
//! %s:167:101: error: expected string
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{}>}) {
//!                                                                                                     ^
//! %s:167:101: error: failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{}>}) {
//!                                                                                                     ^
//! %s:167:101: error: failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{}>}) {
//!                                                                                                     ^
//! %s:167:101: error: failed to parse Sdy_TensorSharding parameter 'unreduced_axes'
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{}>}) {
//!                                                                                                     ^
//! %s:174:105: error: failed to parse Sdy_TensorSharding, expected valid named axis list after comma
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"a"}, replicated={"b"}>}) {
//!                                                                                                         ^
//! %s:181:87: error: failed to parse Sdy_TensorSharding, expected valid named axis list after comma
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], other={"a"}>}) {
//!                                                                                       ^
//! %s:188:86: error: failed to parse Sdy_TensorSharding, expected valid named axis list after comma
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}],>}) {
//!                                                                                      ^
//! %s:195:106: error: invalid kind of attribute specified
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [#sdy<dimension_sharding{}>, #sdy<axis_ref"a">]>}) {
//!                                                                                                          ^
//! %s:195:123: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [#sdy<dimension_sharding{}>, #sdy<axis_ref"a">]>}) {
//!                                                                                                                           ^
//! %s:202:98: error: invalid kind of attribute specified
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{#sdy<axis_ref"a">, #sdy.mesh<[]>}, {}]>}) {
//!                                                                                                  ^
//! %s:202:111: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{#sdy<axis_ref"a">, #sdy.mesh<[]>}, {}]>}) {
//!                                                                                                               ^
//! %s:209:83: error: invalid kind of attribute specified
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":#sdy<axis_ref"a">}, {}]>}) {
//!                                                                                   ^
//! %s:209:100: error: failed to parse Sdy_AxisRef parameter 'sub_axis_info' which is to be a `SubAxisInfoAttr`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":#sdy<axis_ref"a">}, {}]>}) {
//!                                                                                                    ^
//! %s:209:100: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":#sdy<axis_ref"a">}, {}]>}) {
//!                                                                                                    ^
//! %s:216:84: error: integer value too large
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(99999999999999999999)2}, {}]>}) {
//!                                                                                    ^
//! %s:216:84: error: failed to parse Sdy_SubAxisInfo parameter 'pre_size' which is to be a `int64_t`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(99999999999999999999)2}, {}]>}) {
//!                                                                                    ^
//! %s:216:84: error: failed to parse Sdy_AxisRef parameter 'sub_axis_info' which is to be a `SubAxisInfoAttr`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(99999999999999999999)2}, {}]>}) {
//!                                                                                    ^
//! %s:216:84: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(99999999999999999999)2}, {}]>}) {
//!                                                                                    ^
//! %s:222:28: error: unknown attribute `nothing` in dialect `sdy`
//! module attributes {sdy.x = #sdy.nothing<"a">} {}
//!                            ^
//! %s:226:63: error: expected string
//! module attributes {sdy.x = #sdy.sharding_per_value<[<@mesh, [{]>]>} {}
//!                                                               ^
//! %s:226:63: error: failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`
//! module attributes {sdy.x = #sdy.sharding_per_value<[<@mesh, [{]>]>} {}
//!                                                               ^
//! %s:226:63: error: failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
//! module attributes {sdy.x = #sdy.sharding_per_value<[<@mesh, [{]>]>} {}
//!                                                               ^
//! %s:226:63: error: failed to parse Sdy_TensorShardingPerValue parameter 'shardings' which is to be a `::llvm::ArrayRef<TensorShardingAttr>`
//! module attributes {sdy.x = #sdy.sharding_per_value<[<@mesh, [{]>]>} {}
//!                                                               ^
//! %s:230:52: error: expected '['
//! module attributes {sdy.x = #sdy.sharding_per_value<@mesh>} {}
//!                                                    ^
//! %s:234:52: error: expected string
//! module attributes {sdy.x = #sdy<axis_ref_list{"a", b}>} {}
//!                                                    ^
//! %s:234:52: error: failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`
//! module attributes {sdy.x = #sdy<axis_ref_list{"a", b}>} {}
//!                                                    ^
//! %s:234:52: error: failed to parse Sdy_AxisRefList parameter 'value' which is to be a `::llvm::ArrayRef<AxisRefAttr>`
//! module attributes {sdy.x = #sdy<axis_ref_list{"a", b}>} {}
//!                                                    ^
//! %s:238:62: error: expected '{'
//! module attributes {sdy.x = #sdy<list_of_axis_ref_lists[{"a"}, "b"]>} {}
//!                                                              ^
//! %s:238:63: error: failed to parse Sdy_ListOfAxisRefLists parameter 'value' which is to be a `::llvm::ArrayRef<AxisRefListAttr>`
//! module attributes {sdy.x = #sdy<list_of_axis_ref_lists[{"a"}, "b"]>} {}
//!                                                               ^
//! %s:242:64: error: expected string
//! module attributes {sdy.x = #sdy<list_of_axis_ref_lists[{"a"}, {b}]>} {}
//!                                                                ^
//! %s:242:64: error: failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`
//! module attributes {sdy.x = #sdy<list_of_axis_ref_lists[{"a"}, {b}]>} {}
//!                                                                ^
//! %s:242:64: error: failed to parse Sdy_AxisRefList parameter 'value' which is to be a `::llvm::ArrayRef<AxisRefAttr>`
//! module attributes {sdy.x = #sdy<list_of_axis_ref_lists[{"a"}, {b}]>} {}
//!                                                                ^
//! %s:242:64: error: failed to parse Sdy_ListOfAxisRefLists parameter 'value' which is to be a `::llvm::ArrayRef<AxisRefListAttr>`
//! module attributes {sdy.x = #sdy<list_of_axis_ref_lists[{"a"}, {b}]>} {}
//!                                                                ^
//! %s:246:57: error: expected '->'
//! module attributes {sdy.x = #sdy<all_to_all_param{"a"}: 0>} {}
//!                                                         ^
//! %s:250:50: error: expected string
//! module attributes {sdy.x = #sdy<all_to_all_param{}: 0->1>} {}
//!                                                  ^
//! %s:250:50: error: failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`
//! module attributes {sdy.x = #sdy<all_to_all_param{}: 0->1>} {}
//!                                                  ^
//! %s:250:50: error: failed to parse Sdy_AllToAllParamAttr parameter 'axes' which is to be a `::llvm::ArrayRef<AxisRefAttr>`
//! module attributes {sdy.x = #sdy<all_to_all_param{}: 0->1>} {}
//!                                                  ^
//! %s:254:62: error: expected integer value
//! module attributes {sdy.x = #sdy<all_to_all_param_list[{"a"}: x->1]>} {}
//!                                                              ^
//! %s:254:62: error: failed to parse Sdy_AllToAllParamAttr parameter 'src_dim' which is to be a `int64_t`
//! module attributes {sdy.x = #sdy<all_to_all_param_list[{"a"}: x->1]>} {}
//!                                                              ^
//! %s:254:62: error: failed to parse Sdy_AllToAllParamList parameter 'value' which is to be a `::llvm::ArrayRef<AllToAllParamAttr>`
//! module attributes {sdy.x = #sdy<all_to_all_param_list[{"a"}: x->1]>} {}
//!                                                              ^
//! %s:258:65: error: expected integer value
//! module attributes {sdy.x = #sdy<all_to_all_param_list[{"a"}: 0->y]>} {}
//!                                                                 ^
//! %s:258:65: error: failed to parse Sdy_AllToAllParamAttr parameter 'tgt_dim' which is to be a `int64_t`
//! module attributes {sdy.x = #sdy<all_to_all_param_list[{"a"}: 0->y]>} {}
//!                                                                 ^
//! %s:258:65: error: failed to parse Sdy_AllToAllParamList parameter 'value' which is to be a `::llvm::ArrayRef<AllToAllParamAttr>`
//! module attributes {sdy.x = #sdy<all_to_all_param_list[{"a"}: 0->y]>} {}
//!                                                                 ^
//! %s:262:49: error: expected attribute value
//! module attributes {sdy.x = #sdy<manual_axes{"a", b}>} {}
//!                                                 ^
//! %s:262:50: error: failed to parse Sdy_ManualAxes parameter 'value' which is to be a `::llvm::ArrayRef<StringAttr>`
//! module attributes {sdy.x = #sdy<manual_axes{"a", b}>} {}
//!                                                  ^
//! %s:266:50: error: invalid kind of attribute specified
//! module attributes {sdy.x = #sdy<manual_axes{"a", 1}>} {}
//!                                                  ^
//! %s:266:51: error: failed to parse Sdy_ManualAxes parameter 'value' which is to be a `::llvm::ArrayRef<StringAttr>`
//! module attributes {sdy.x = #sdy<manual_axes{"a", 1}>} {}
//!                                                   ^
//! %s:270:46: error: expected integer value
//! module attributes {sdy.x = #sdy<mesh_axis"a"="b">} {}
//!                                              ^
//! %s:270:46: error: failed to parse Sdy_MeshAxis parameter 'size' which is to be a `int64_t`
//! module attributes {sdy.x = #sdy<mesh_axis"a"="b">} {}
//!                                              ^
//! %s:274:46: error: expected '('
//! module attributes {sdy.x = #sdy<sub_axis_info 2>} {}
//!                                              ^
//! %s:278:51: error: expected '{'
//! module attributes {sdy.x = #sdy<dimension_sharding"a">} {}
//!                                                   ^
// EXIT: 1
