// What changes on the way: with other names, an op more, another sharding.
// RUN: shardflow diff --as-is %s %s
// RUN: shardflow diff --as-is %s %s -q
// RUN: shardflow diff --as-is tests/files/tool/diff_old.mlir %s
// RUN: shardflow diff --as-is tests/files/tool/diff_old.mlir %s --ignore-unmatched
// RUN: shardflow diff --as-is tests/files/tool/diff_old.mlir %s --format jsonl
// RUN: shardflow diff --as-is tests/files/tool/diff_old.mlir %s --format json --ignore-unmatched
// RUN: shardflow diff %s -p --golden - --update
// RUN: shardflow diff --as-is %s --golden tests/files/tool/diff.golden.json
// RUN: shardflow diff %s -p --golden tests/files/tool/diff.golden.json
// RUN: shardflow diff --as-is %s --golden %s
// RUN: shardflow diff --as-is %s
// RUN: shardflow diff --as-is %s %s --golden a
// RUN: shardflow diff --as-is %s %s --update
// RUN: shardflow diff --as-is - -
// RUN: shardflow diff --as-is %s /no/such/file
// RUN: shardflow diff %s --name 'nothing/*' tests/files/tool/diff_old.mlir
sdy.mesh @mesh = <["x"=4]>

func.func @main(
    %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %2 = stablehlo.add %1, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

//# RUN 1
//> no differences in 5 shardings
//# RUN 3
//> mesh @gone
//>     - <["x"=2]>
//> mesh @mesh
//>     - <["x"=2]>
//>     + <["x"=4]>
//> @main
//>   only in %s: %1 sdy.reshard tensor<8x8xf32>, diff.mlir:24
//>   %2 stablehlo.add tensor<8x8xf32>, diff.mlir:25
//>     - <@mesh, [{"x"}, {}]>, 128 B on each device
//>     + <@mesh, [{}, {"x"}]>, 64 B on each device
//> @old
//>   only in tests/files/tool/diff_old.mlir: parameter 0 tensor<8xf32>, diff_old.mlir:14
//>   only in tests/files/tool/diff_old.mlir: result 0 tensor<8xf32>, diff_old.mlir:14
//> 1 of 4 shardings differ; 2 values only in the first, 1 in the second
//> a device holds 320 B of arguments and results instead of 384 B
//> a device sends 240 B instead of 128 B, and needs 448 B of memory at the peak instead of 512 B
// EXIT: 1
//# RUN 4
//> mesh @gone
//>     - <["x"=2]>
//> mesh @mesh
//>     - <["x"=2]>
//>     + <["x"=4]>
//> @main
//>   %2 stablehlo.add tensor<8x8xf32>, diff.mlir:25
//>     - <@mesh, [{"x"}, {}]>, 128 B on each device
//>     + <@mesh, [{}, {"x"}]>, 64 B on each device
//> 1 of 4 shardings differ
//> a device holds 320 B of arguments and results instead of 384 B
//> a device sends 240 B instead of 128 B, and needs 448 B of memory at the peak instead of 512 B
// EXIT: 1
//# RUN 5
//> {"kind":"mesh","mesh":"gone","a":"<[\"x\"=2]>"}
//> {"kind":"mesh","mesh":"mesh","a":"<[\"x\"=2]>","b":"<[\"x\"=4]>"}
//> {"kind":"only_b","function":"main","value":"%1","op":"sdy.reshard","type":"tensor<8x8xf32>","line":24,"b":"<@mesh, [{}, {\"x\"}]>","b_spec":"P(None, 'x')","b_bytes":64}
//> {"kind":"changed","function":"main","value":"%2","op":"stablehlo.add","type":"tensor<8x8xf32>","line":25,"a":"<@mesh, [{\"x\"}, {}]>","a_spec":"P('x', None)","a_bytes":128,"b":"<@mesh, [{}, {\"x\"}]>","b_spec":"P(None, 'x')","b_bytes":64}
//> {"kind":"only_a","function":"old","value":"parameter 0","type":"tensor<8xf32>","line":14,"a_bytes":32}
//> {"kind":"only_a","function":"old","value":"result 0","type":"tensor<8xf32>","line":14,"a_bytes":32}
// EXIT: 1
//# RUN 6
//> {
//>   "format": "shardflow-diff",
//>   "version": 1,
//>   "a": "tests/files/tool/diff_old.mlir",
//>   "b": "%s",
//>   "matched": 4,
//>   "changed": 1,
//>   "only_a": 0,
//>   "only_b": 0,
//>   "a_bytes": 384,
//>   "b_bytes": 320,
//>   "a_sent": 128,
//>   "b_sent": 240,
//>   "a_peak": 512,
//>   "b_peak": 448,
//>   "differences": [
//>     {
//>       "kind": "mesh",
//>       "mesh": "gone",
//>       "a": "<[\"x\"=2]>"
//>     },
//>     {
//>       "kind": "mesh",
//>       "mesh": "mesh",
//>       "a": "<[\"x\"=2]>",
//>       "b": "<[\"x\"=4]>"
//>     },
//>     {
//>       "kind": "changed",
//>       "function": "main",
//>       "value": "%2",
//>       "op": "stablehlo.add",
//>       "type": "tensor<8x8xf32>",
//>       "line": 25,
//>       "a": "<@mesh, [{\"x\"}, {}]>",
//>       "a_spec": "P('x', None)",
//>       "a_bytes": 128,
//>       "b": "<@mesh, [{}, {\"x\"}]>",
//>       "b_spec": "P(None, 'x')",
//>       "b_bytes": 64
//>     }
//>   ]
//> }
// EXIT: 1
//# RUN 7
//> {
//> "format": "shardflow-golden",
//> "version": 1,
//> "meshes": [
//> {"name":"mesh","mesh":"<[\"x\"=4]>"}
//> ],
//> "values": [
//> {"function":"main","value":"parameter 0","type":"tensor<8x8xf32>","sharding":"<@mesh, [{\"x\"}, {}]>"},
//> {"function":"main","op":"stablehlo.tanh","type":"tensor<8x8xf32>","sharding":"<@mesh, [{\"x\"}, {}]>"},
//> {"function":"main","op":"sdy.reshard","type":"tensor<8x8xf32>","sharding":"<@mesh, [{}, {\"x\"}]>"},
//> {"function":"main","op":"stablehlo.add","type":"tensor<8x8xf32>","sharding":"<@mesh, [{}, {\"x\"}]>"},
//> {"function":"main","value":"result 0","type":"tensor<8x8xf32>","sharding":"<@mesh, [{}, {\"x\"}]>"}
//> ]
//> }
//# RUN 8
//> @main
//>   result 0 tensor<8x8xf32>, diff.mlir:20
//>     - <@mesh, [{}, {"x"}]>
//>     + no sharding
//> 1 of 5 shardings differ
// EXIT: 1
//# RUN 9
//> no differences in 5 shardings
//# RUN 10
//! shardflow: '%s' is not a golden file: no JSON object
// EXIT: 3
//# RUN 11
//! shardflow: diff: a second file, --golden or --set is needed
//! Run with --help for more.
// EXIT: 2
//# RUN 12
//! shardflow: diff: --golden replaces the second file
//! Run with --help for more.
// EXIT: 2
//# RUN 13
//! shardflow: diff: --update needs --golden
//! Run with --help for more.
// EXIT: 2
//# RUN 14
//! shardflow: diff: both files are standard input
//! Run with --help for more.
// EXIT: 2
//# RUN 15
//! shardflow: cannot read '/no/such/file': No such file or directory
// EXIT: 3
//# RUN 16
//! shardflow: diff: nothing in either of the two is called nothing/*; there are arg0, 0, 1, 2; arguments and results by number are arg/0, res/0
// EXIT: 3
