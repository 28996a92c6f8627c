// Pictures of a part of a program, and of its scopes; what tensors are in which
// scope.
// RUN: shardflow show --as-is %s --spec --top 0
// RUN: shardflow show --as-is %s --depth 2 --top 0
// RUN: shardflow show --as-is %s --depth 0 --top 1
// RUN: shardflow show --as-is %s --dot --around params/layer/w --depth 1 --spec
// RUN: shardflow show --as-is %s --dot --around result/h --depth 1
// RUN: shardflow show --as-is %s --dot --around %c --depth 3
// RUN: shardflow show --as-is %s --dot --depth 1
// RUN: shardflow show --as-is %s --dot --around params/layer/v
// RUN: shardflow show --as-is %s --around params/layer/w
// RUN: shardflow show --as-is %s --name layer/tanh
// RUN: shardflow show --as-is %s --name layer/tanh --format json
sdy.mesh @mesh = <["x"=2, "y"=4]>
#layer = loc("jit(step)/jvp(layer)/dot_general"("model.py":3:1))
#tanh = loc("jit(step)/jvp(layer)/tanh"("model.py":4:1))
#back = loc("jit(step)/transpose(jvp(layer))/mul"("model.py":4:1))
func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>} loc("params['layer']['w']"), %arg1: tensor<8xf32> loc("params['layer']['b']"), %arg2: tensor<8x8xf32> loc("batch['x']"), %arg3: tensor<i32> loc("steps")) -> (tensor<8x8xf32> {jax.result_info = "result['h']"}) {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc(#layer)
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%part: tensor<4x8xf32>) {
    %3 = stablehlo.tanh %part : tensor<4x8xf32> loc(#tanh)
    sdy.return %3 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32> loc(#layer)
  %2:2 = stablehlo.while(%i = %arg3, %h = %1) : tensor<i32>, tensor<8x8xf32>
    cond {
      %4 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %5 = stablehlo.add %i, %c : tensor<i32>
      %6 = stablehlo.multiply %h, %h : tensor<8x8xf32> loc(#back)
      stablehlo.return %5, %6 : tensor<i32>, tensor<8x8xf32>
    }
  return %2#1 : tensor<8x8xf32>
}

//# RUN 1
//> mesh @mesh  <["x"=2, "y"=4]>  8 devices
//>
//>   arguments  tensors  whole  bytes  on a device
//>   params           2      1  288 B         64 B
//>   batch            1      1  256 B        256 B
//>   steps            1      -    4 B          4 B
//>
//>   made by ops  tensors  whole  bytes  on a device
//>   layer              3      2  640 B        512 B
//>   (no scope)         5      1  269 B        269 B
//>   backward           1      1  256 B        256 B
//>
//> @main
//>   parameter       type     shard   bytes  sharding
//>   params/layer/w  8x8xf32  4x2      32 B  P('x', 'y')
//>   params/layer/b  8xf32    all      32 B  -
//>   batch/x         8x8xf32  all     256 B  -
//>   steps           i32      scalar    4 B  -
//>   in all 324 B on each device, of 548 B
//>   result    type     shard  bytes  sharding
//>   result/h  8x8xf32  all    256 B  -
//>   in all 256 B on each device, of 256 B
//>
//> 8 of 9 tensors inside have no sharding (--as-is: not propagated)
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 2
//> mesh @mesh  <["x"=2, "y"=4]>  8 devices
//>
//>   arguments     tensors  whole  bytes  on a device
//>   params/layer        2      1  288 B         64 B
//>   batch               1      1  256 B        256 B
//>   steps               1      -    4 B          4 B
//>
//>   made by ops     tensors  whole  bytes  on a device
//>   layer                 3      2  640 B        512 B
//>   (no scope)            5      1  269 B        269 B
//>   backward/layer        1      1  256 B        256 B
//>
//> @main
//>   parameter       type     shard   bytes  sharding
//>   params/layer/w  8x8xf32  4x2      32 B  [{"x"}, {"y"}]
//>   params/layer/b  8xf32    all      32 B  -
//>   batch/x         8x8xf32  all     256 B  -
//>   steps           i32      scalar    4 B  -
//>   in all 324 B on each device, of 548 B
//>   result    type     shard  bytes  sharding
//>   result/h  8x8xf32  all    256 B  -
//>   in all 256 B on each device, of 256 B
//>
//> 8 of 9 tensors inside have no sharding (--as-is: not propagated)
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 3
//> mesh @mesh  <["x"=2, "y"=4]>  8 devices
//>
//> @main
//>   parameter       type     shard   bytes  sharding
//>   params/layer/w  8x8xf32  4x2      32 B  [{"x"}, {"y"}]
//>   params/layer/b  8xf32    all      32 B  -
//>   batch/x         8x8xf32  all     256 B  -
//>   steps           i32      scalar    4 B  -
//>   in all 324 B on each device, of 548 B
//>   result    type     shard  bytes  sharding
//>   result/h  8x8xf32  all    256 B  -
//>   in all 256 B on each device, of 256 B
//>
//> largest tensors
//>   value              type     shard  bytes  sharding
//>   layer/dot_general  8x8xf32  all    256 B  -  %0 at model.py:3
//>
//> 8 of 9 tensors inside have no sharding (--as-is: not propagated)
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 4
//> digraph program {
//>   node [shape=box, style=filled, fontname="monospace", fontsize=10];
//>   edge [arrowsize=0.6];
//>   compound=true;
//>   size="10.5,7.5";
//>   subgraph cluster_0 { label="@main";
//>     subgraph cluster_1 { label="layer";
//>       op3 [label="dot_general\n8x8xf32", fillcolor="#ffffff"];
//>     }
//>     subgraph cluster_6 { label="params";
//>       subgraph cluster_7 { label="layer";
//>         v0 [label="w\n8x8xf32\na device: 4x2\nP('x', 'y')", fillcolor="#a6cee3", shape=ellipse, penwidth=3];
//>       }
//>     }
//>   }
//>   v0 -> op3;
//> }
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 5
//> digraph program {
//>   node [shape=box, style=filled, fontname="monospace", fontsize=10];
//>   edge [arrowsize=0.6];
//>   compound=true;
//>   size="10.5,7.5";
//>   subgraph cluster_0 { label="@main";
//>     v3 [label="steps\ni32", fillcolor="#ffffff", shape=ellipse];
//>     op7 [label="while\ni32\n8x8xf32", fillcolor="#ffffff", penwidth=3];
//>     op13 [label="return", fillcolor="#ffffff"];
//>     subgraph cluster_1 { label="layer";
//>       op4 [label="manual_computation\n8x8xf32\na device: 4x8\n[{\"x\"}, {}]", fillcolor="#fdbf6f"];
//>     }
//>     subgraph cluster_3 { label="while";
//>       v11 [label="%i\ni32", fillcolor="#ffffff", shape=ellipse];
//>       v12 [label="%h\n8x8xf32", fillcolor="#ffffff", shape=ellipse];
//>       v13 [label="%i\ni32", fillcolor="#ffffff", shape=ellipse];
//>       v14 [label="%h\n8x8xf32", fillcolor="#ffffff", shape=ellipse];
//>       op9 [label="return", fillcolor="#ffffff"];
//>       op12 [label="return", fillcolor="#ffffff"];
//>     }
//>   }
//>   v3 -> op7;
//>   op4 -> op7;
//>   op7 -> op13;
//> }
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 6
//> digraph program {
//>   node [shape=box, style=filled, fontname="monospace", fontsize=10];
//>   edge [arrowsize=0.6];
//>   compound=true;
//>   size="10.5,7.5";
//>   subgraph cluster_0 { label="@main";
//>     op2 [label="constant\ni32", fillcolor="#ffffff", penwidth=3];
//>     op7 [label="while\ni32\n8x8xf32", fillcolor="#ffffff"];
//>     subgraph cluster_3 { label="while";
//>       v11 [label="%i\ni32", fillcolor="#ffffff", shape=ellipse];
//>       v13 [label="%i\ni32", fillcolor="#ffffff", shape=ellipse];
//>       op8 [label="compare\ni1", fillcolor="#ffffff"];
//>       op9 [label="return", fillcolor="#ffffff"];
//>       op10 [label="add\ni32", fillcolor="#ffffff"];
//>       op12 [label="return", fillcolor="#ffffff"];
//>       subgraph cluster_4 { label="backward";
//>         subgraph cluster_5 { label="layer";
//>           op11 [label="multiply\n8x8xf32", fillcolor="#ffffff"];
//>         }
//>       }
//>     }
//>   }
//>   v11 -> op8;
//>   op2 -> op8;
//>   op8 -> op9;
//>   v13 -> op10;
//>   op2 -> op10;
//>   op10 -> op12;
//>   op11 -> op12;
//> }
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 7
//> digraph program {
//>   node [shape=box, style=filled, fontname="monospace", fontsize=10];
//>   edge [arrowsize=0.6];
//>   compound=true;
//>   subgraph cluster_0 { label="@main";
//>     v3 [label="steps\ni32", fillcolor="#ffffff", shape=ellipse];
//>     op7 [label="while\ni32\n8x8xf32", fillcolor="#ffffff"];
//>     others0 [label="2 other ops", fillcolor="#ffffff"];
//>     box1 [label="layer\n4 ops", fillcolor="#ffffff", peripheries=2];
//>     subgraph cluster_3 { label="while";
//>       v11 [label="%i\ni32", fillcolor="#ffffff", shape=ellipse];
//>       v12 [label="%h\n8x8xf32", fillcolor="#ffffff", shape=ellipse];
//>       v13 [label="%i\ni32", fillcolor="#ffffff", shape=ellipse];
//>       v14 [label="%h\n8x8xf32", fillcolor="#ffffff", shape=ellipse];
//>       others3 [label="4 other ops", fillcolor="#ffffff"];
//>       box4 [label="backward\n1 op", fillcolor="#ffffff", peripheries=2];
//>     }
//>     box6 [label="params\n2 tensors, 64 B on a device", fillcolor="#ffffff", peripheries=2];
//>     box8 [label="batch\n1 tensor, 256 B on a device", fillcolor="#ffffff", peripheries=2];
//>   }
//>   box1 -> op7;
//>   box4 -> others3;
//>   box6 -> box1;
//>   box8 -> box1;
//>   op7 -> others0;
//>   others0 -> others3 [label="2", fontsize=9];
//>   v11 -> others3;
//>   v13 -> others3;
//>   v14 -> box4 [label="2", fontsize=9];
//>   v3 -> op7;
//>   subgraph cluster_legend { label="shardings";
//>     legend2 [label="no sharding", fillcolor="#ffffff"];
//>   }
//> }
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 8
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//! shardflow: show: there is no value params/layer/v in the program; did you mean params/layer/w or params/layer/b?
// EXIT: 3
//# RUN 9
//! shardflow: show: --around needs --dot or --svg
//! Run with --help for more.
// EXIT: 2
//# RUN 10
//> layer/tanh (%3)  tensor<4x8xf32>  stablehlo.tanh  model.py:4
//> manual over "x": a per-device value, of which each has its own
//> a device holds 128 B
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//# RUN 11
//> {
//>   "format": "shardflow-show",
//>   "version": 1,
//>   "meshes": [
//>     {
//>       "name": "mesh",
//>       "mesh": "<[\"x\"=2, \"y\"=4]>",
//>       "devices": 8
//>     }
//>   ],
//>   "values": [
//>     {
//>       "name": "%3",
//>       "label": "layer/tanh",
//>       "type": "tensor<4x8xf32>",
//>       "shape": [
//>         4,
//>         8
//>       ],
//>       "local_shape": [
//>         4,
//>         8
//>       ],
//>       "bytes": 128,
//>       "local_bytes": 128,
//>       "op": "stablehlo.tanh",
//>       "at": "model.py:4",
//>       "manual": "\"x\""
//>     }
//>   ]
//> }
//! warning: most of the program has no sharding; without --as-is, it is propagated first
