// The other operands of an op make it be sharded along an axis that its result
// is unreduced along: Shardy rejects what it makes of that.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true

sdy.mesh @mesh = <["a"=3, "b"=2, "c"=2, "d"=3]>
func.func @main(%arg0: tensor<4x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "d", "c", "b"}, {}, {}]>}) -> tensor<4x8x4xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"c"}, {"b", "d"}, {}], unreduced={"a"}> : tensor<4x8x4xf32>
  return %0 : tensor<4x8x4xf32>
}

//! %s:7:8: error: 'sdy.sharding_constraint' op duplicate axis ref: "a"
//!   %0 = sdy.sharding_constraint %arg0 <@mesh, [{"c"}, {"b", "d"}, {}], unreduced={"a"}> : tensor<4x8x4xf32>
//!        ^
// EXIT: 1
