// RUN: shardflow validate %s
// What is wrong with the axes of a sharding, and what to write instead.
sdy.mesh @mesh = <["a"=4, "b"=2]>
sdy.mesh @empty = <[]>
func.func @unknown(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c"}, {}]>}) {
  return
}
func.func @no_axes(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@empty, [{"a"}, {}]>}) {
  return
}
func.func @twice(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"a"}]>}) {
  return
}
func.func @parts(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2, "a":(2)2}, {}]>}) {
  return
}
func.func @whole(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)4}, {}]>}) {
  return
}

//> %s:5:1: error: 'func.func' op arg 0 - unknown axis name: "c"
//> func.func @unknown(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c"}, {}]>}) {
//> ^
//> %s:8:1: error: 'func.func' op arg 0 - unknown axis name: "a"
//> func.func @no_axes(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@empty, [{"a"}, {}]>}) {
//> ^
//> %s:11:1: error: 'func.func' op arg 0 - duplicate axis ref: "a"
//> func.func @twice(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"a"}]>}) {
//> ^
//> %s:14:1: error: 'func.func' op arg 0 - two consecutive sub-axes can be merged: "a":(1)2, "a":(2)2
//> func.func @parts(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2, "a":(2)2}, {}]>}) {
//> ^
//> %s:17:1: error: 'func.func' op arg 0 - sub-axis size is equal to the full axis size: "a":(1)4
//> func.func @whole(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)4}, {}]>}) {
//> ^
//> 1 file, 5 errors
// EXIT: 1
