// Arguments and results are matched by name even if their shapes differ.
// RUN: shardflow diff -p tests/files/tool/diff_shape_old.mlir %s
// RUN: shardflow diff -p tests/files/tool/diff_shape_old.mlir %s --format jsonl
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x")) -> (tensor<16x8xf32> {jax.result_info = "result['y']"}) {
  %0 = stablehlo.tanh %arg0 : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

//# RUN 1
//> changed in the program
//> @main
//>   x (parameter 0), shape changed, diff_shape.mlir:5
//>     - tensor<8x8xf32> <@mesh, [{"x"}, {}]>, 64 B on each device
//>     + tensor<16x8xf32> <@mesh, [{"x"}, {}]>, 128 B on each device
//>   result/y (result 0), shape changed, diff_shape.mlir:5
//>     - tensor<8x8xf32> <@mesh, [{"x"}, {}]>, 64 B on each device
//>     + tensor<16x8xf32> <@mesh, [{"x"}, {}]>, 128 B on each device
//> follows
//> @main
//>   only in tests/files/tool/diff_shape_old.mlir: old (parameter 1) tensor<8xf32>, diff_shape_old.mlir:3
//>   only in tests/files/tool/diff_shape_old.mlir: %0 stablehlo.tanh tensor<8x8xf32>, diff_shape_old.mlir:4
//>   only in %s: %0 stablehlo.tanh tensor<16x8xf32>, diff_shape.mlir:6
//> 2 of 2 shardings differ: 2 changed in the program, 0 follow; 2 values only in the first, 1 in the second
//> a device holds 256 B of arguments and results instead of 160 B
//> a device sends 0 B as before, and needs 256 B of memory at the peak instead of 160 B
// EXIT: 1
//# RUN 2
//> {"kind":"changed","root":true,"function":"main","value":"parameter 0","label":"x","type":"tensor<16x8xf32>","a_type":"tensor<8x8xf32>","line":5,"a":"<@mesh, [{\"x\"}, {}]>","a_spec":"P('x', None)","a_bytes":64,"b":"<@mesh, [{\"x\"}, {}]>","b_spec":"P('x', None)","b_bytes":128}
//> {"kind":"only_a","function":"main","value":"parameter 1","label":"old","type":"tensor<8xf32>","line":3,"a_bytes":32}
//> {"kind":"only_a","function":"main","value":"%0","op":"stablehlo.tanh","type":"tensor<8x8xf32>","line":4,"a":"<@mesh, [{\"x\"}, {}]>","a_spec":"P('x', None)","a_bytes":64}
//> {"kind":"only_b","function":"main","value":"%0","op":"stablehlo.tanh","type":"tensor<16x8xf32>","line":6,"b":"<@mesh, [{\"x\"}, {}]>","b_spec":"P('x', None)","b_bytes":128}
//> {"kind":"changed","root":true,"function":"main","value":"result 0","label":"result/y","type":"tensor<16x8xf32>","a_type":"tensor<8x8xf32>","line":5,"a":"<@mesh, [{\"x\"}, {}]>","a_spec":"P('x', None)","a_bytes":64,"b":"<@mesh, [{\"x\"}, {}]>","b_spec":"P('x', None)","b_bytes":128}
// EXIT: 1
