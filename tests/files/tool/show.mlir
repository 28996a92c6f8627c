// What people look at first. The second function has a value of another's
// name; the dimension of 10 is not divisible by 4.
// RUN: shardflow show --as-is %s
// RUN: shardflow show %s --propagate --all --top 2
// RUN: shardflow show %s -p --value %1
// RUN: shardflow show %s -p --value %1 --func other
// RUN: shardflow show %s -p --arg 0
// RUN: shardflow show %s -p --value %2
// RUN: shardflow show %s -p --result 1
// RUN: shardflow show %s -p --value %cube
// RUN: shardflow show --as-is %s --value %9
// RUN: shardflow show --as-is %s --result 3 --func other
// RUN: shardflow show --as-is %s --result 0 --dot
// RUN: shardflow show --as-is %s --top -1
// RUN: shardflow show %s -p --dot
// RUN: shardflow show %s -p --top 1 --format json
// RUN: shardflow show %s -p --arg 0 --format json
sdy.mesh @mesh = <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>

func.func @main(
    %arg0: tensor<10x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %arg1: tensor<8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
    %cube: tensor<4x4x4xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {"x":(2)2}, {"y"}]>})
    -> (tensor<10x4xf32>, tensor<10x4xf32>) {
  %0 = stablehlo.convert %arg1 : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0]
      : (tensor<10x8xf32>, tensor<8x4xf32>) -> tensor<10x4xf32>
  %2:2 = stablehlo.while(%iter = %1, %old = %1) : tensor<10x4xf32>, tensor<10x4xf32>
    cond {
      %true = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %true : tensor<i1>
    } do {
      %twice = stablehlo.add %iter, %old : tensor<10x4xf32>
      stablehlo.return %twice, %iter : tensor<10x4xf32>, tensor<10x4xf32>
    }
  %3 = call @other(%2#0) : (tensor<10x4xf32>) -> tensor<10x4xf32>
  %4 = stablehlo.custom_call @grow(%3) : (tensor<10x4xf32>) -> tensor<10x4xf32>
  return %3, %4 : tensor<10x4xf32>, tensor<10x4xf32>
}

func.func private @other(%arg0: tensor<10x4xf32>) -> tensor<10x4xf32> {
  %1 = stablehlo.tanh %arg0 : tensor<10x4xf32>
  return %1 : tensor<10x4xf32>
}

//# RUN 1
//> mesh @mesh  <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>  8 devices
//>
//> @main
//>   parameter  type      shard  bytes  sharding
//>   %arg0      10x8xf32  3x8     96 B  [{"x"}, {}]
//>   %arg1      8x4xbf16  8x2     32 B  [{}, {"y"}]
//>   %cube      4x4x4xi1  2x2x2    8 B  [{"x":(1)2}, {"x":(2)2}, {"y"}]
//>   in all 136 B on each device, of 448 B
//>   result  type      shard  bytes  sharding
//>   0       10x4xf32  all    160 B  -
//>   1       10x4xf32  all    160 B  -
//>   in all 320 B on each device, of 320 B
//>
//> 1 more function (--all)
//>
//> largest tensors
//>   value   type      shard   bytes  sharding
//>   %1      10x4xf32  all     160 B  -  at show.mlir:26
//>   %2#0    10x4xf32  all     160 B  -  at show.mlir:28
//>   %2#1    10x4xf32  all     160 B  -  at show.mlir:28
//>   %twice  10x4xf32  all     160 B  -  at show.mlir:33
//>   %3      10x4xf32  all     160 B  -  at show.mlir:36
//>   %4      10x4xf32  all     160 B  -  at show.mlir:37
//>   %1      10x4xf32  all     160 B  -  at show.mlir:42
//>   %0      8x4xf32   all     128 B  -  at show.mlir:25
//>   %true   i1        scalar    1 B  -  at show.mlir:30
//>
//> 9 of 9 tensors inside have no sharding (--as-is: not propagated)
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 2
//> mesh @mesh  <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>  8 devices
//>
//> @main
//>   parameter  type      shard  bytes  sharding
//>   %arg0      10x8xf32  5x8    160 B  [{"x":(1)2}, {}]
//>   %arg1      8x4xbf16  8x2     32 B  [{}, {"y"}]
//>   %cube      4x4x4xi1  2x2x2    8 B  [{"x":(1)2}, {"x":(2)2}, {"y"}]
//>   in all 200 B on each device, of 448 B
//>   result  type      shard  bytes  sharding
//>   0       10x4xf32  10x2    80 B  [{}, {"y"}]
//>   1       10x4xf32  all    160 B  -
//>   in all 240 B on each device, of 320 B
//>
//> @other
//>   parameter  type      shard  bytes  sharding
//>   %arg0      10x4xf32  5x2     40 B  [{"x":(1)2}, {"y"}]
//>   in all 40 B on each device, of 160 B
//>   result  type      shard  bytes  sharding
//>   0       10x4xf32  5x2     40 B  [{"x":(1)2}, {"y"}]
//>   in all 40 B on each device, of 160 B
//>
//> largest tensors
//>   value  type      shard  bytes  sharding
//>   %4     10x4xf32  all    160 B  -  at show.mlir:37
//>   %0     8x4xf32   8x2     64 B  [{}, {"y"}]  at show.mlir:25
//>
//> 2 of 10 tensors inside have no sharding
//! %s:37:8: warning: custom call @grow is unknown to SDY sharding rule registry
//!   %4 = stablehlo.custom_call @grow(%3) : (tensor<10x4xf32>) -> tensor<10x4xf32>
//!        ^
//# RUN 3
//> %1  tensor<10x4xf32>  stablehlo.dot_general  %s:26
//> <@mesh, [{"x"}, {"y"}]>
//> mesh <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
//> each device holds 3x2, 24 B of 160 B
//>
//> rows: dimension 0 over "x"
//> columns: dimension 1 over "y"
//>
//>          0:2   2:4
//>        +-----+-----+
//>    0:3 |  7  |  6  |
//>        +-----+-----+
//>    3:6 |  5  |  4  |
//>        +-----+-----+
//>    6:9 |  3  |  2  |
//>        +-----+-----+
//>   9:10 |  1  |  0  |
//>        +-----+-----+
//>
//> %1  tensor<10x4xf32>  stablehlo.tanh  %s:42
//> <@mesh, [{"x"}, {"y"}]>
//> mesh <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
//> each device holds 3x2, 24 B of 160 B
//>
//> rows: dimension 0 over "x"
//> columns: dimension 1 over "y"
//>
//>          0:2   2:4
//>        +-----+-----+
//>    0:3 |  7  |  6  |
//>        +-----+-----+
//>    3:6 |  5  |  4  |
//>        +-----+-----+
//>    6:9 |  3  |  2  |
//>        +-----+-----+
//>   9:10 |  1  |  0  |
//>        +-----+-----+
//! %s:37:8: warning: custom call @grow is unknown to SDY sharding rule registry
//!   %4 = stablehlo.custom_call @grow(%3) : (tensor<10x4xf32>) -> tensor<10x4xf32>
//!        ^
//# RUN 4
//> %1  tensor<10x4xf32>  stablehlo.tanh  %s:42
//> <@mesh, [{"x"}, {"y"}]>
//> mesh <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
//> each device holds 3x2, 24 B of 160 B
//>
//> rows: dimension 0 over "x"
//> columns: dimension 1 over "y"
//>
//>          0:2   2:4
//>        +-----+-----+
//>    0:3 |  7  |  6  |
//>        +-----+-----+
//>    3:6 |  5  |  4  |
//>        +-----+-----+
//>    6:9 |  3  |  2  |
//>        +-----+-----+
//>   9:10 |  1  |  0  |
//>        +-----+-----+
//! %s:37:8: warning: custom call @grow is unknown to SDY sharding rule registry
//!   %4 = stablehlo.custom_call @grow(%3) : (tensor<10x4xf32>) -> tensor<10x4xf32>
//!        ^
//# RUN 5
//> %arg0  tensor<10x8xf32>  %s:20
//> <@mesh, [{"x":(1)2}, {}]>
//> mesh <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
//> each device holds 5x8, 160 B of 320 B
//>
//> rows: dimension 0 over "x":(1)2
//>
//>        +-----+
//>    0:5 | 4-7 |
//>        +-----+
//>   5:10 | 0-3 |
//>        +-----+
//! %s:37:8: warning: custom call @grow is unknown to SDY sharding rule registry
//!   %4 = stablehlo.custom_call @grow(%3) : (tensor<10x4xf32>) -> tensor<10x4xf32>
//!        ^
//# RUN 6
//> %2#0  tensor<10x4xf32>  stablehlo.while  %s:28
//> <@mesh, [{"x"}, {"y"}]>
//> mesh <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
//> each device holds 3x2, 24 B of 160 B
//>
//> rows: dimension 0 over "x"
//> columns: dimension 1 over "y"
//>
//>          0:2   2:4
//>        +-----+-----+
//>    0:3 |  7  |  6  |
//>        +-----+-----+
//>    3:6 |  5  |  4  |
//>        +-----+-----+
//>    6:9 |  3  |  2  |
//>        +-----+-----+
//>   9:10 |  1  |  0  |
//>        +-----+-----+
//>
//> %2#1  tensor<10x4xf32>  stablehlo.while  %s:28
//> <@mesh, [{"x"}, {"y"}]>
//> mesh <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
//> each device holds 3x2, 24 B of 160 B
//>
//> rows: dimension 0 over "x"
//> columns: dimension 1 over "y"
//>
//>          0:2   2:4
//>        +-----+-----+
//>    0:3 |  7  |  6  |
//>        +-----+-----+
//>    3:6 |  5  |  4  |
//>        +-----+-----+
//>    6:9 |  3  |  2  |
//>        +-----+-----+
//>   9:10 |  1  |  0  |
//>        +-----+-----+
//>
//> %2#0  tensor<10x4xf32>  sdy.reshard  %s:28
//> <@mesh, [{"x":(1)2}, {"y"}]>
//> mesh <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
//> each device holds 5x2, 40 B of 160 B
//>
//> rows: dimension 0 over "x":(1)2
//> columns: dimension 1 over "y"
//>
//>          0:2   2:4
//>        +-----+-----+
//>    0:5 | 5,7 | 4,6 |
//>        +-----+-----+
//>   5:10 | 1,3 | 0,2 |
//>        +-----+-----+
//! %s:37:8: warning: custom call @grow is unknown to SDY sharding rule registry
//!   %4 = stablehlo.custom_call @grow(%3) : (tensor<10x4xf32>) -> tensor<10x4xf32>
//!        ^
//# RUN 7
//> result 1 of @main  tensor<10x4xf32>
//> no sharding: each device holds all of it, 160 B
//! %s:37:8: warning: custom call @grow is unknown to SDY sharding rule registry
//!   %4 = stablehlo.custom_call @grow(%3) : (tensor<10x4xf32>) -> tensor<10x4xf32>
//!        ^
//# RUN 8
//> %cube  tensor<4x4x4xi1>  %s:20
//> <@mesh, [{"x":(1)2}, {"x":(2)2}, {"y"}]>
//> mesh <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
//> each device holds 2x2x2, 8 B of 64 B
//>
//> rows: dimension 1 over "x":(2)2
//> columns: dimension 2 over "y"
//>
//> dimension 0 = 0:2:
//>         0:2   2:4
//>       +-----+-----+
//>   0:2 |  7  |  6  |
//>       +-----+-----+
//>   2:4 |  5  |  4  |
//>       +-----+-----+
//>
//> dimension 0 = 2:4:
//>         0:2   2:4
//>       +-----+-----+
//>   0:2 |  3  |  2  |
//>       +-----+-----+
//>   2:4 |  1  |  0  |
//>       +-----+-----+
//! %s:37:8: warning: custom call @grow is unknown to SDY sharding rule registry
//!   %4 = stablehlo.custom_call @grow(%3) : (tensor<10x4xf32>) -> tensor<10x4xf32>
//!        ^
//# RUN 9
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//! shardflow: show: there is no value %9 in the program; did you mean %0, %1 or %3?
// EXIT: 3
//# RUN 10
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//! shardflow: show: there is no result 3 in @other in the program
// EXIT: 3
//# RUN 11
//! shardflow: show: at most one of --value, --arg, --result, --dot and --model-explorer
//! Run with --help for more.
// EXIT: 2
//# RUN 12
//! shardflow: show: --top: '-1' is not a number of at least 0
//! Run with --help for more.
// EXIT: 2
//# RUN 13
//> digraph program {
//>   node [shape=box, style=filled, fontname="monospace", fontsize=10];
//>   edge [arrowsize=0.6];
//>   compound=true;
//>   subgraph cluster_0 { label="@main";
//>     v0 [label="%arg0\n10x8xf32, a device: 5x8\n[{\"x\":(1)2}, {}]", fillcolor="#a6cee3", shape=ellipse];
//>     v1 [label="%arg1\n8x4xbf16, a device: 8x2\n[{}, {\"y\"}]", fillcolor="#fdbf6f", shape=ellipse];
//>     v2 [label="%cube\n4x4x4xi1, a device: 2x2x2\n[{\"x\":(1)2}, {\"x\":(2)2}, {\"y\"}]", fillcolor="#b2df8a", shape=ellipse];
//>     op2 [label="convert\n8x4xf32, a device: 8x2\n[{}, {\"y\"}]", fillcolor="#fdbf6f"];
//>     op3 [label="dot_general\n10x4xf32, a device: 3x2\n[{\"x\"}, {\"y\"}]", fillcolor="#cab2d6"];
//>     op4 [label="while\n10x4xf32, a device: 3x2\n[{\"x\"}, {\"y\"}]\n10x4xf32, a device: 3x2\n[{\"x\"}, {\"y\"}]", fillcolor="#cab2d6"];
//>     op9 [label="reshard\n10x4xf32, a device: 5x2\n[{\"x\":(1)2}, {\"y\"}]", fillcolor="#fb9a99"];
//>     op10 [label="call @other\n10x4xf32, a device: 5x2\n[{\"x\":(1)2}, {\"y\"}]", fillcolor="#fb9a99"];
//>     op11 [label="custom_call @grow\n10x4xf32", fillcolor="#ffffff"];
//>     op12 [label="return", fillcolor="#ffffff"];
//>     subgraph cluster_1 { label="while";
//>       v7 [label="%iter\n10x4xf32, a device: 3x2\n[{\"x\"}, {\"y\"}]", fillcolor="#cab2d6", shape=ellipse];
//>       v8 [label="%old\n10x4xf32, a device: 3x2\n[{\"x\"}, {\"y\"}]", fillcolor="#cab2d6", shape=ellipse];
//>       v9 [label="%iter\n10x4xf32, a device: 3x2\n[{\"x\"}, {\"y\"}]", fillcolor="#cab2d6", shape=ellipse];
//>       v10 [label="%old\n10x4xf32, a device: 3x2\n[{\"x\"}, {\"y\"}]", fillcolor="#cab2d6", shape=ellipse];
//>       op5 [label="constant\ni1", fillcolor="#ffffff"];
//>       op6 [label="return", fillcolor="#ffffff"];
//>       op7 [label="add\n10x4xf32, a device: 3x2\n[{\"x\"}, {\"y\"}]", fillcolor="#cab2d6"];
//>       op8 [label="return", fillcolor="#ffffff"];
//>     }
//>   }
//>   subgraph cluster_2 { label="@other";
//>     v16 [label="%arg0\n10x4xf32, a device: 5x2\n[{\"x\":(1)2}, {\"y\"}]", fillcolor="#fb9a99", shape=ellipse];
//>     op14 [label="tanh\n10x4xf32, a device: 3x2\n[{\"x\"}, {\"y\"}]", fillcolor="#cab2d6"];
//>     op15 [label="return", fillcolor="#ffffff"];
//>   }
//>   v1 -> op2;
//>   v0 -> op3;
//>   op2 -> op3;
//>   op3 -> op4;
//>   op3 -> op4;
//>   op5 -> op6;
//>   v9 -> op7;
//>   v10 -> op7;
//>   op7 -> op8;
//>   v9 -> op8;
//>   op4 -> op9;
//>   op9 -> op10;
//>   op10 -> op11;
//>   op10 -> op12;
//>   op11 -> op12;
//>   v16 -> op14;
//>   op14 -> op15;
//>   subgraph cluster_legend { label="shardings";
//>     legend0 [label="[{\"x\":(1)2}, {}]", fillcolor="#a6cee3"];
//>     legend1 [label="[{}, {\"y\"}]", fillcolor="#fdbf6f"];
//>     legend2 [label="[{\"x\":(1)2}, {\"x\":(2)2}, {\"y\"}]", fillcolor="#b2df8a"];
//>     legend4 [label="[{\"x\"}, {\"y\"}]", fillcolor="#cab2d6"];
//>     legend5 [label="no sharding", fillcolor="#ffffff"];
//>     legend6 [label="[{\"x\":(1)2}, {\"y\"}]", fillcolor="#fb9a99"];
//>   }
//> }
//! %s:37:8: warning: custom call @grow is unknown to SDY sharding rule registry
//!   %4 = stablehlo.custom_call @grow(%3) : (tensor<10x4xf32>) -> tensor<10x4xf32>
//!        ^
//# RUN 14
//> {
//>   "format": "shardflow-show",
//>   "version": 1,
//>   "meshes": [
//>     {
//>       "name": "mesh",
//>       "mesh": "<[\"x\"=4, \"y\"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>",
//>       "devices": 8
//>     }
//>   ],
//>   "functions": [
//>     {
//>       "name": "main",
//>       "parameters": [
//>         {
//>           "name": "%arg0",
//>           "type": "tensor<10x8xf32>",
//>           "shape": [
//>             10,
//>             8
//>           ],
//>           "local_shape": [
//>             5,
//>             8
//>           ],
//>           "bytes": 320,
//>           "local_bytes": 160,
//>           "sharding": "<@mesh, [{\"x\":(1)2}, {}]>",
//>           "spec": "P('x':(1)2, None)"
//>         },
//>         {
//>           "name": "%arg1",
//>           "type": "tensor<8x4xbf16>",
//>           "shape": [
//>             8,
//>             4
//>           ],
//>           "local_shape": [
//>             8,
//>             2
//>           ],
//>           "bytes": 64,
//>           "local_bytes": 32,
//>           "sharding": "<@mesh, [{}, {\"y\"}]>",
//>           "spec": "P(None, 'y')"
//>         },
//>         {
//>           "name": "%cube",
//>           "type": "tensor<4x4x4xi1>",
//>           "shape": [
//>             4,
//>             4,
//>             4
//>           ],
//>           "local_shape": [
//>             2,
//>             2,
//>             2
//>           ],
//>           "bytes": 64,
//>           "local_bytes": 8,
//>           "sharding": "<@mesh, [{\"x\":(1)2}, {\"x\":(2)2}, {\"y\"}]>",
//>           "spec": "P('x':(1)2, 'x':(2)2, 'y')"
//>         }
//>       ],
//>       "results": [
//>         {
//>           "name": "0",
//>           "type": "tensor<10x4xf32>",
//>           "shape": [
//>             10,
//>             4
//>           ],
//>           "local_shape": [
//>             10,
//>             2
//>           ],
//>           "bytes": 160,
//>           "local_bytes": 80,
//>           "sharding": "<@mesh, [{}, {\"y\"}]>",
//>           "spec": "P(None, 'y')"
//>         },
//>         {
//>           "name": "1",
//>           "type": "tensor<10x4xf32>",
//>           "shape": [
//>             10,
//>             4
//>           ],
//>           "local_shape": [
//>             10,
//>             4
//>           ],
//>           "bytes": 160,
//>           "local_bytes": 160
//>         }
//>       ]
//>     },
//>     {
//>       "name": "other",
//>       "parameters": [
//>         {
//>           "name": "%arg0",
//>           "type": "tensor<10x4xf32>",
//>           "shape": [
//>             10,
//>             4
//>           ],
//>           "local_shape": [
//>             5,
//>             2
//>           ],
//>           "bytes": 160,
//>           "local_bytes": 40,
//>           "sharding": "<@mesh, [{\"x\":(1)2}, {\"y\"}]>",
//>           "spec": "P('x':(1)2, 'y')"
//>         }
//>       ],
//>       "results": [
//>         {
//>           "name": "0",
//>           "type": "tensor<10x4xf32>",
//>           "shape": [
//>             10,
//>             4
//>           ],
//>           "local_shape": [
//>             5,
//>             2
//>           ],
//>           "bytes": 160,
//>           "local_bytes": 40,
//>           "sharding": "<@mesh, [{\"x\":(1)2}, {\"y\"}]>",
//>           "spec": "P('x':(1)2, 'y')"
//>         }
//>       ]
//>     }
//>   ],
//>   "groups": [
//>     {
//>       "scope": "",
//>       "arguments": true,
//>       "tensors": 3,
//>       "whole": 0,
//>       "bytes": 448,
//>       "local_bytes": 200
//>     },
//>     {
//>       "scope": "",
//>       "arguments": false,
//>       "tensors": 9,
//>       "whole": 1,
//>       "bytes": 1249,
//>       "local_bytes": 401
//>     }
//>   ],
//>   "largest": [
//>     {
//>       "name": "%4",
//>       "type": "tensor<10x4xf32>",
//>       "shape": [
//>         10,
//>         4
//>       ],
//>       "local_shape": [
//>         10,
//>         4
//>       ],
//>       "bytes": 160,
//>       "local_bytes": 160,
//>       "op": "stablehlo.custom_call",
//>       "line": 37,
//>       "at": "%s:37"
//>     }
//>   ],
//>   "tensors": 10,
//>   "without_sharding": 2
//> }
//! %s:37:8: warning: custom call @grow is unknown to SDY sharding rule registry
//!   %4 = stablehlo.custom_call @grow(%3) : (tensor<10x4xf32>) -> tensor<10x4xf32>
//!        ^
//# RUN 15
//> {
//>   "format": "shardflow-show",
//>   "version": 1,
//>   "meshes": [
//>     {
//>       "name": "mesh",
//>       "mesh": "<[\"x\"=4, \"y\"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>",
//>       "devices": 8
//>     }
//>   ],
//>   "values": [
//>     {
//>       "name": "%arg0",
//>       "type": "tensor<10x8xf32>",
//>       "shape": [
//>         10,
//>         8
//>       ],
//>       "local_shape": [
//>         5,
//>         8
//>       ],
//>       "bytes": 320,
//>       "local_bytes": 160,
//>       "sharding": "<@mesh, [{\"x\":(1)2}, {}]>",
//>       "spec": "P('x':(1)2, None)",
//>       "at": "%s:20",
//>       "device_parts": [
//>         {
//>           "device": 7,
//>           "offsets": [
//>             0,
//>             0
//>           ],
//>           "sizes": [
//>             5,
//>             8
//>           ]
//>         },
//>         {
//>           "device": 6,
//>           "offsets": [
//>             0,
//>             0
//>           ],
//>           "sizes": [
//>             5,
//>             8
//>           ]
//>         },
//>         {
//>           "device": 5,
//>           "offsets": [
//>             0,
//>             0
//>           ],
//>           "sizes": [
//>             5,
//>             8
//>           ]
//>         },
//>         {
//>           "device": 4,
//>           "offsets": [
//>             0,
//>             0
//>           ],
//>           "sizes": [
//>             5,
//>             8
//>           ]
//>         },
//>         {
//>           "device": 3,
//>           "offsets": [
//>             5,
//>             0
//>           ],
//>           "sizes": [
//>             5,
//>             8
//>           ]
//>         },
//>         {
//>           "device": 2,
//>           "offsets": [
//>             5,
//>             0
//>           ],
//>           "sizes": [
//>             5,
//>             8
//>           ]
//>         },
//>         {
//>           "device": 1,
//>           "offsets": [
//>             5,
//>             0
//>           ],
//>           "sizes": [
//>             5,
//>             8
//>           ]
//>         },
//>         {
//>           "device": 0,
//>           "offsets": [
//>             5,
//>             0
//>           ],
//>           "sizes": [
//>             5,
//>             8
//>           ]
//>         }
//>       ]
//>     }
//>   ]
//> }
//! %s:37:8: warning: custom call @grow is unknown to SDY sharding rule registry
//!   %4 = stablehlo.custom_call @grow(%3) : (tensor<10x4xf32>) -> tensor<10x4xf32>
//!        ^
