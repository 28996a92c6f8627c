// What is sent, why, and how often.
// RUN: shardflow comms %s
// RUN: shardflow comms %s --format json
// RUN: shardflow comms %s --name "params/*"
// RUN: shardflow comms %s --set "x=P()" --set "params/w=P()"
// RUN: shardflow comms %s --top 1
// RUN: shardflow comms examples/gpt_train_step.mlir --top 4
// RUN: shardflow cost %s --set "x=P()" --set "params/w=P()"
// RUN: shardflow explain %s --reshard 1 --spec
// RUN: shardflow explain %s --reshard 99
// RUN: shardflow explain %s --reshard 1 --arg 0
// RUN: shardflow explain %s --reshard 1 --format json
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%0: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x"), %1: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>} loc("params['w']")) -> tensor<64x64xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<7> : tensor<i32>
  %2:2 = stablehlo.while(%i = %c, %h = %0) : tensor<i32>, tensor<64x64xf32>
  cond {
    %3 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %4 = stablehlo.add %i, %one : tensor<i32>
    %5 = stablehlo.dot_general %h, %1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> loc("jit(f)/while/body/layer/dot_general"("model.py":3:1))
    stablehlo.return %4, %5 : tensor<i32>, tensor<64x64xf32>
  } loc("jit(f)/while"("model.py":2:1))
  return %2#1 : tensor<64x64xf32>
}

//# RUN 1
//> #1      14 KiB  all_gather over {"y"}, groups of 2
//>                 while/body/layer/dot_general at model.py:3 needs it in another sharding
//>                 7 times each, 2 KiB each time
//> #2       6 KiB  all_gather over {"x"}, groups of 4 of params/w
//>                 while/body/layer/dot_general at model.py:3 needs it in another sharding
//> in all 20 KiB that a device sends, by 2 collectives
//# RUN 2
//> {
//>   "format": "shardflow-comms",
//>   "version": 1,
//>   "bytes": 20480,
//>   "rows": [
//>     {
//>       "kind": "all_gather",
//>       "axes": "{\"y\"}",
//>       "group": 2,
//>       "bytes": 2048,
//>       "executions": 7,
//>       "cause": "product",
//>       "op": "stablehlo.dot_general",
//>       "label": "jit(f)/while/body/layer/dot_general",
//>       "at": "model.py:3"
//>     },
//>     {
//>       "kind": "all_gather",
//>       "axes": "{\"x\"}",
//>       "group": 4,
//>       "bytes": 6144,
//>       "executions": 1,
//>       "cause": "product",
//>       "op": "stablehlo.dot_general",
//>       "value": "params['w']",
//>       "label": "jit(f)/while/body/layer/dot_general",
//>       "at": "model.py:3"
//>     }
//>   ]
//> }
//# RUN 3
//>      6 KiB  all_gather over {"x"}, groups of 4 of params/w
//>             while/body/layer/dot_general at model.py:3 needs it in another sharding
//> in all 6 KiB that a device sends, by 1 collective
//# RUN 4
//> nothing is sent
//# RUN 5
//> #1      14 KiB  all_gather over {"y"}, groups of 2
//>                 while/body/layer/dot_general at model.py:3 needs it in another sharding
//>                 7 times each, 2 KiB each time
//> ... 1 more (--all)
//> in all 20 KiB that a device sends, by 2 collectives
//# RUN 6
//> #1    1.50 MiB  all_reduce over {"tp"}, groups of 2
//>                 adds up the partial sums of backward/block1/attention/dot_general at gpt_train_step.py:77
//>                 3 of them, 512 KiB each time
//> #2    1.50 MiB  all_reduce over {"tp"}, groups of 2
//>                 adds up the partial sums of backward/block0/attention/dot_general at gpt_train_step.py:77
//>                 3 of them, 512 KiB each time
//> #3    1.50 MiB  all_gather over {"fsdp"}, groups of 4 of backward/block0/attention/add_any
//>                 backward/embed/scatter-add at gpt_train_step.py:93 needs it in another sharding
//>                 warning: XLA has to gather the whole tensor on every device (involuntary full rematerialization)
//> #4     512 KiB  all_reduce over {"tp"}, groups of 2
//>                 adds up the partial sums of embed/gather at gpt_train_step.py:93
//> ... 43 more (--all)
//> in all 14.15 MiB that a device sends, by 55 collectives
//# RUN 7
//> 8 devices, <["x"=4, "y"=2]>, lowered by XLA
//> memory of a device   64.00 KiB
//>   arguments          32 KiB
//>   results            16 KiB, of which 0 B reuse donated arguments
//>   temporaries        16.00 KiB at the peak
//>   the peak is at     while at model.py:2 (stablehlo.while)
//> sent by a device     0 B
//> work of a device     3.67e+06 flops, 336.06 KiB of memory
//>   7 x  stablehlo.dot_general  3.67e+06 flops  336 KiB
//>   7 x  stablehlo.add                 0 flops     56 B
//>   1 x  stablehlo.compare             0 flops      5 B
//# RUN 8
//> #1      14 KiB  all_gather over {'y'}, groups of 2
//>                 while/body/layer/dot_general at model.py:3 needs it in another sharding
//>                 7 times each, 2 KiB each time
//>
//> stablehlo.dot_general  at model.py:3
//>   operand 0: %h  P('x', 'y')
//>   operand 1: params/w  P('x', 'y')
//>   result 0: while/body/layer/dot_general  P('x', 'y')
//>
//> %h : tensor<64x64xf32> in @main  at %s:18:35
//>   P('x', 'y')
//>
//>   dimension 0 has "x":
//>     x (%0) dimension 0: annotated, argument 0 of @main P('x', None)  at %s:14:17
//>     while (%2#1) dimension 0: through stablehlo.while (data flow), factor i, operand 0 -> result 0, step 1  at model.py:2:1
//>
//>   dimension 1 has "y":
//>     params['w'] (%1) dimension 1: annotated, argument 1 of @main P('x', 'y')  at %s:14:100
//>     result 0 of sdy.sharding_constraint dimension 1: through sdy.sharding_constraint, factor j, operand 0 -> result 0, step 0
//>     while/body/layer/dot_general (%5) dimension 1: through stablehlo.dot_general, factor j, operand 1 -> result 0, step 3  at model.py:3:1
//>     while (%2#1) dimension 1: through stablehlo.while (data flow), factor j, operand 1 -> result 0, step 4  at model.py:2:1
//>
//>   did not come:
//>     "x" of result 0 of sdy.sharding_constraint dimension 0 to dimension 1: through stablehlo.dot_general, factor k (reduction), operand 1 -> operand 0  at model.py:3:1
//>       conflict: dimension 1 of %2#1 has "y" in its place; "y" came in op-priority step 3, this op's turn is step 4
//>       "x" is from params['w'] (%1): argument 1 of @main P('x', 'y')  at %s:14:100
//>       "y" is from params['w'] (%1): argument 1 of @main P('x', 'y')  at %s:14:100
//>
//>   why not:
//>     dimension 0, "y": dimension 1 has it
//>
//> params['w'] (%1) : tensor<64x64xf32> in @main  at %s:14:100
//>   P('x', 'y')
//>
//>   dimension 0 has "x":
//>     params['w'] (%1) dimension 0: annotated, argument 1 of @main P('x', 'y')  at %s:14:100
//>
//>   dimension 1 has "y":
//>     params['w'] (%1) dimension 1: annotated, argument 1 of @main P('x', 'y')  at %s:14:100
//>
//>   why not:
//>     dimension 0, "y": dimension 1 has it
//>     dimension 1, "x": dimension 0 has it
//>
//> while/body/layer/dot_general (%5) : tensor<64x64xf32> in @main  at model.py:3:1
//>   P('x', 'y')
//>
//>   dimension 0 has "x":
//>     x (%0) dimension 0: annotated, argument 0 of @main P('x', None)  at %s:14:17
//>     while/body/layer/dot_general (%5) dimension 0: through stablehlo.while (data flow), factor i, operand 0 -> operand 1, step 1  at model.py:2:1
//>
//>   dimension 1 has "y":
//>     params['w'] (%1) dimension 1: annotated, argument 1 of @main P('x', 'y')  at %s:14:100
//>     result 0 of sdy.sharding_constraint dimension 1: through sdy.sharding_constraint, factor j, operand 0 -> result 0, step 0
//>     while/body/layer/dot_general (%5) dimension 1: through stablehlo.dot_general, factor j, operand 1 -> result 0, step 3  at model.py:3:1
//>
//>   did not come:
//>     "y" of while (%2#1) dimension 1: through stablehlo.dot_general, factor k (reduction), operand 0 -> result 0  at model.py:3:1
//>       no-factor: its factor k (reduction) is not in %5
//>     "x" of result 0 of sdy.sharding_constraint dimension 0: through stablehlo.dot_general, factor k (reduction), operand 1 -> result 0  at model.py:3:1
//>       no-factor: its factor k (reduction) is not in %5
//>
//>   why not:
//>     dimension 0, "y": dimension 1 has it
//>     dimension 1, "x": dimension 0 has it
//# RUN 9
//! error: `shardflow comms` lists 2 entries; there is no #99
// EXIT: 3
//# RUN 10
//! shardflow: explain: exactly one of --name, --value, --arg, --result and --reshard is needed
//! Run with --help for more.
// EXIT: 2
//# RUN 11
//> {
//>   "version": 1,
//>   "values": [
//>     {
//>       "tensor": {
//>         "name": "%h",
//>         "function": "main",
//>         "place": {
//>           "file": "%s",
//>           "line": 18,
//>           "column": 35
//>         }
//>       },
//>       "type": "tensor<64x64xf32>",
//>       "sharding": "<@mesh, [{\"x\", ?}, {\"y\", ?}]>",
//>       "spec": "P('x', 'y')",
//>       "notes": [],
//>       "axes": [
//>         {
//>           "axis": "\"x\"",
//>           "dimension": 0,
//>           "chain": [
//>             {
//>               "kind": "annotation",
//>               "tensor": {
//>                 "name": "%0",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "%s",
//>                   "line": 14,
//>                   "column": 17
//>                 },
//>                 "label": "x"
//>               },
//>               "dimension": 0,
//>               "annotation": "argument 0 of @main",
//>               "sharding": "<@mesh, [{\"x\"}, {}]>",
//>               "spec": "P('x', None)",
//>               "user_priority": 0
//>             },
//>             {
//>               "kind": "step",
//>               "tensor": {
//>                 "name": "%2#1",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "model.py",
//>                   "line": 2,
//>                   "column": 1
//>                 },
//>                 "label": "while"
//>               },
//>               "dimension": 0,
//>               "op": {
//>                 "name": "stablehlo.while (data flow)",
//>                 "place": {
//>                   "file": "model.py",
//>                   "line": 2,
//>                   "column": 1
//>                 },
//>                 "rule": "<([i, j], [i, j])->([i, j]) {i=64, j=64}>",
//>                 "factor": "i",
//>                 "factor_type": "pass-through",
//>                 "from": "operand 0",
//>                 "to": "result 0"
//>               },
//>               "step": 1,
//>               "user_priority": 0,
//>               "op_priority": 1
//>             }
//>           ]
//>         },
//>         {
//>           "axis": "\"y\"",
//>           "dimension": 1,
//>           "chain": [
//>             {
//>               "kind": "annotation",
//>               "tensor": {
//>                 "name": "%1",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "%s",
//>                   "line": 14,
//>                   "column": 100
//>                 },
//>                 "label": "params['w']"
//>               },
//>               "dimension": 1,
//>               "annotation": "argument 1 of @main",
//>               "sharding": "<@mesh, [{\"x\"}, {\"y\"}]>",
//>               "spec": "P('x', 'y')",
//>               "user_priority": 0
//>             },
//>             {
//>               "kind": "step",
//>               "tensor": {
//>                 "name": "result 0 of sdy.sharding_constraint",
//>                 "function": "",
//>                 "place": null
//>               },
//>               "dimension": 1,
//>               "op": {
//>                 "name": "sdy.sharding_constraint",
//>                 "place": null,
//>                 "rule": "<([i, j])->([i, j]) {i=64, j=64}>",
//>                 "factor": "j",
//>                 "factor_type": "pass-through",
//>                 "from": "operand 0",
//>                 "to": "result 0"
//>               },
//>               "step": 0,
//>               "user_priority": 0,
//>               "op_priority": 1
//>             },
//>             {
//>               "kind": "step",
//>               "tensor": {
//>                 "name": "%5",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "model.py",
//>                   "line": 3,
//>                   "column": 1
//>                 },
//>                 "label": "while/body/layer/dot_general"
//>               },
//>               "dimension": 1,
//>               "op": {
//>                 "name": "stablehlo.dot_general",
//>                 "place": {
//>                   "file": "model.py",
//>                   "line": 3,
//>                   "column": 1
//>                 },
//>                 "rule": "<([i, k], [k, j])->([i, j]) {i=64, j=64, k=64} reduction={k}>",
//>                 "factor": "j",
//>                 "factor_type": "pass-through",
//>                 "from": "operand 1",
//>                 "to": "result 0"
//>               },
//>               "step": 3,
//>               "user_priority": 0,
//>               "op_priority": 3
//>             },
//>             {
//>               "kind": "step",
//>               "tensor": {
//>                 "name": "%2#1",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "model.py",
//>                   "line": 2,
//>                   "column": 1
//>                 },
//>                 "label": "while"
//>               },
//>               "dimension": 1,
//>               "op": {
//>                 "name": "stablehlo.while (data flow)",
//>                 "place": {
//>                   "file": "model.py",
//>                   "line": 2,
//>                   "column": 1
//>                 },
//>                 "rule": "<([i, j], [i, j])->([i, j]) {i=64, j=64}>",
//>                 "factor": "j",
//>                 "factor_type": "pass-through",
//>                 "from": "operand 1",
//>                 "to": "result 0"
//>               },
//>               "step": 4,
//>               "user_priority": 0,
//>               "op_priority": 3
//>             }
//>           ]
//>         }
//>       ],
//>       "stopped": [
//>         {
//>           "axis": "\"x\"",
//>           "dimension": 1,
//>           "reason": "conflict",
//>           "text": "dimension 1 of %2#1 has \"y\" in its place; \"y\" came in op-priority step 3, this op's turn is step 4",
//>           "source": {
//>             "name": "result 0 of sdy.sharding_constraint",
//>             "function": "",
//>             "place": null
//>           },
//>           "source_dimension": 0,
//>           "op": {
//>             "name": "stablehlo.dot_general",
//>             "place": {
//>               "file": "model.py",
//>               "line": 3,
//>               "column": 1
//>             },
//>             "rule": "<([i, k], [k, j])->([i, j]) {i=64, j=64, k=64} reduction={k}>",
//>             "factor": "k",
//>             "factor_type": "reduction",
//>             "from": "operand 1",
//>             "to": "operand 0"
//>           },
//>           "blocker": {
//>             "axis": "\"y\"",
//>             "tensor": {
//>               "name": "%2#1",
//>               "function": "main",
//>               "place": {
//>                 "file": "model.py",
//>                 "line": 2,
//>                 "column": 1
//>               },
//>               "label": "while"
//>             },
//>             "dimension": 1,
//>             "because": "op-priority"
//>           },
//>           "source_from": {
//>             "kind": "annotation",
//>             "tensor": {
//>               "name": "%1",
//>               "function": "main",
//>               "place": {
//>                 "file": "%s",
//>                 "line": 14,
//>                 "column": 100
//>               },
//>               "label": "params['w']"
//>             },
//>             "dimension": 0,
//>             "annotation": "argument 1 of @main",
//>             "sharding": "<@mesh, [{\"x\"}, {\"y\"}]>",
//>             "spec": "P('x', 'y')",
//>             "user_priority": 0
//>           },
//>           "blocker_from": {
//>             "kind": "annotation",
//>             "tensor": {
//>               "name": "%1",
//>               "function": "main",
//>               "place": {
//>                 "file": "%s",
//>                 "line": 14,
//>                 "column": 100
//>               },
//>               "label": "params['w']"
//>             },
//>             "dimension": 1,
//>             "annotation": "argument 1 of @main",
//>             "sharding": "<@mesh, [{\"x\"}, {\"y\"}]>",
//>             "spec": "P('x', 'y')",
//>             "user_priority": 0
//>           }
//>         }
//>       ],
//>       "absent": [
//>         {
//>           "dimension": 0,
//>           "axis": "\"y\"",
//>           "reason": "other-dimension",
//>           "text": "dimension 1 has it"
//>         },
//>         {
//>           "dimension": 1,
//>           "axis": "\"x\"",
//>           "reason": "stopped",
//>           "text": "it stopped next to the value"
//>         }
//>       ]
//>     },
//>     {
//>       "tensor": {
//>         "name": "%1",
//>         "function": "main",
//>         "place": {
//>           "file": "%s",
//>           "line": 14,
//>           "column": 100
//>         },
//>         "label": "params['w']"
//>       },
//>       "type": "tensor<64x64xf32>",
//>       "sharding": "<@mesh, [{\"x\"}, {\"y\"}]>",
//>       "spec": "P('x', 'y')",
//>       "notes": [],
//>       "axes": [
//>         {
//>           "axis": "\"x\"",
//>           "dimension": 0,
//>           "chain": [
//>             {
//>               "kind": "annotation",
//>               "tensor": {
//>                 "name": "%1",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "%s",
//>                   "line": 14,
//>                   "column": 100
//>                 },
//>                 "label": "params['w']"
//>               },
//>               "dimension": 0,
//>               "annotation": "argument 1 of @main",
//>               "sharding": "<@mesh, [{\"x\"}, {\"y\"}]>",
//>               "spec": "P('x', 'y')",
//>               "user_priority": 0
//>             }
//>           ]
//>         },
//>         {
//>           "axis": "\"y\"",
//>           "dimension": 1,
//>           "chain": [
//>             {
//>               "kind": "annotation",
//>               "tensor": {
//>                 "name": "%1",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "%s",
//>                   "line": 14,
//>                   "column": 100
//>                 },
//>                 "label": "params['w']"
//>               },
//>               "dimension": 1,
//>               "annotation": "argument 1 of @main",
//>               "sharding": "<@mesh, [{\"x\"}, {\"y\"}]>",
//>               "spec": "P('x', 'y')",
//>               "user_priority": 0
//>             }
//>           ]
//>         }
//>       ],
//>       "stopped": [],
//>       "absent": [
//>         {
//>           "dimension": 0,
//>           "axis": "\"y\"",
//>           "reason": "other-dimension",
//>           "text": "dimension 1 has it"
//>         },
//>         {
//>           "dimension": 1,
//>           "axis": "\"x\"",
//>           "reason": "other-dimension",
//>           "text": "dimension 0 has it"
//>         }
//>       ]
//>     },
//>     {
//>       "tensor": {
//>         "name": "%5",
//>         "function": "main",
//>         "place": {
//>           "file": "model.py",
//>           "line": 3,
//>           "column": 1
//>         },
//>         "label": "while/body/layer/dot_general"
//>       },
//>       "type": "tensor<64x64xf32>",
//>       "sharding": "<@mesh, [{\"x\", ?}, {\"y\", ?}]>",
//>       "spec": "P('x', 'y')",
//>       "notes": [],
//>       "axes": [
//>         {
//>           "axis": "\"x\"",
//>           "dimension": 0,
//>           "chain": [
//>             {
//>               "kind": "annotation",
//>               "tensor": {
//>                 "name": "%0",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "%s",
//>                   "line": 14,
//>                   "column": 17
//>                 },
//>                 "label": "x"
//>               },
//>               "dimension": 0,
//>               "annotation": "argument 0 of @main",
//>               "sharding": "<@mesh, [{\"x\"}, {}]>",
//>               "spec": "P('x', None)",
//>               "user_priority": 0
//>             },
//>             {
//>               "kind": "step",
//>               "tensor": {
//>                 "name": "%5",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "model.py",
//>                   "line": 3,
//>                   "column": 1
//>                 },
//>                 "label": "while/body/layer/dot_general"
//>               },
//>               "dimension": 0,
//>               "op": {
//>                 "name": "stablehlo.while (data flow)",
//>                 "place": {
//>                   "file": "model.py",
//>                   "line": 2,
//>                   "column": 1
//>                 },
//>                 "rule": "<([i, j], [i, j])->([i, j]) {i=64, j=64}>",
//>                 "factor": "i",
//>                 "factor_type": "pass-through",
//>                 "from": "operand 0",
//>                 "to": "operand 1"
//>               },
//>               "step": 1,
//>               "user_priority": 0,
//>               "op_priority": 1
//>             }
//>           ]
//>         },
//>         {
//>           "axis": "\"y\"",
//>           "dimension": 1,
//>           "chain": [
//>             {
//>               "kind": "annotation",
//>               "tensor": {
//>                 "name": "%1",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "%s",
//>                   "line": 14,
//>                   "column": 100
//>                 },
//>                 "label": "params['w']"
//>               },
//>               "dimension": 1,
//>               "annotation": "argument 1 of @main",
//>               "sharding": "<@mesh, [{\"x\"}, {\"y\"}]>",
//>               "spec": "P('x', 'y')",
//>               "user_priority": 0
//>             },
//>             {
//>               "kind": "step",
//>               "tensor": {
//>                 "name": "result 0 of sdy.sharding_constraint",
//>                 "function": "",
//>                 "place": null
//>               },
//>               "dimension": 1,
//>               "op": {
//>                 "name": "sdy.sharding_constraint",
//>                 "place": null,
//>                 "rule": "<([i, j])->([i, j]) {i=64, j=64}>",
//>                 "factor": "j",
//>                 "factor_type": "pass-through",
//>                 "from": "operand 0",
//>                 "to": "result 0"
//>               },
//>               "step": 0,
//>               "user_priority": 0,
//>               "op_priority": 1
//>             },
//>             {
//>               "kind": "step",
//>               "tensor": {
//>                 "name": "%5",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "model.py",
//>                   "line": 3,
//>                   "column": 1
//>                 },
//>                 "label": "while/body/layer/dot_general"
//>               },
//>               "dimension": 1,
//>               "op": {
//>                 "name": "stablehlo.dot_general",
//>                 "place": {
//>                   "file": "model.py",
//>                   "line": 3,
//>                   "column": 1
//>                 },
//>                 "rule": "<([i, k], [k, j])->([i, j]) {i=64, j=64, k=64} reduction={k}>",
//>                 "factor": "j",
//>                 "factor_type": "pass-through",
//>                 "from": "operand 1",
//>                 "to": "result 0"
//>               },
//>               "step": 3,
//>               "user_priority": 0,
//>               "op_priority": 3
//>             }
//>           ]
//>         }
//>       ],
//>       "stopped": [
//>         {
//>           "axis": "\"y\"",
//>           "dimension": null,
//>           "reason": "no-factor",
//>           "text": "its factor k (reduction) is not in %5",
//>           "source": {
//>             "name": "%2#1",
//>             "function": "main",
//>             "place": {
//>               "file": "model.py",
//>               "line": 2,
//>               "column": 1
//>             },
//>             "label": "while"
//>           },
//>           "source_dimension": 1,
//>           "op": {
//>             "name": "stablehlo.dot_general",
//>             "place": {
//>               "file": "model.py",
//>               "line": 3,
//>               "column": 1
//>             },
//>             "rule": "<([i, k], [k, j])->([i, j]) {i=64, j=64, k=64} reduction={k}>",
//>             "factor": "k",
//>             "factor_type": "reduction",
//>             "from": "operand 0",
//>             "to": "result 0"
//>           },
//>           "source_from": {
//>             "kind": "annotation",
//>             "tensor": {
//>               "name": "%1",
//>               "function": "main",
//>               "place": {
//>                 "file": "%s",
//>                 "line": 14,
//>                 "column": 100
//>               },
//>               "label": "params['w']"
//>             },
//>             "dimension": 1,
//>             "annotation": "argument 1 of @main",
//>             "sharding": "<@mesh, [{\"x\"}, {\"y\"}]>",
//>             "spec": "P('x', 'y')",
//>             "user_priority": 0
//>           }
//>         },
//>         {
//>           "axis": "\"x\"",
//>           "dimension": null,
//>           "reason": "no-factor",
//>           "text": "its factor k (reduction) is not in %5",
//>           "source": {
//>             "name": "result 0 of sdy.sharding_constraint",
//>             "function": "",
//>             "place": null
//>           },
//>           "source_dimension": 0,
//>           "op": {
//>             "name": "stablehlo.dot_general",
//>             "place": {
//>               "file": "model.py",
//>               "line": 3,
//>               "column": 1
//>             },
//>             "rule": "<([i, k], [k, j])->([i, j]) {i=64, j=64, k=64} reduction={k}>",
//>             "factor": "k",
//>             "factor_type": "reduction",
//>             "from": "operand 1",
//>             "to": "result 0"
//>           },
//>           "source_from": {
//>             "kind": "annotation",
//>             "tensor": {
//>               "name": "%1",
//>               "function": "main",
//>               "place": {
//>                 "file": "%s",
//>                 "line": 14,
//>                 "column": 100
//>               },
//>               "label": "params['w']"
//>             },
//>             "dimension": 0,
//>             "annotation": "argument 1 of @main",
//>             "sharding": "<@mesh, [{\"x\"}, {\"y\"}]>",
//>             "spec": "P('x', 'y')",
//>             "user_priority": 0
//>           }
//>         }
//>       ],
//>       "absent": [
//>         {
//>           "dimension": 0,
//>           "axis": "\"y\"",
//>           "reason": "other-dimension",
//>           "text": "dimension 1 has it"
//>         },
//>         {
//>           "dimension": 1,
//>           "axis": "\"x\"",
//>           "reason": "other-dimension",
//>           "text": "dimension 0 has it"
//>         }
//>       ]
//>     }
//>   ],
//>   "collective": {
//>     "kind": "all_gather",
//>     "axes": "{\"y\"}",
//>     "group": 2,
//>     "bytes": 2048,
//>     "executions": 7,
//>     "cause": "product",
//>     "op": "stablehlo.dot_general",
//>     "label": "jit(f)/while/body/layer/dot_general",
//>     "at": "model.py:3",
//>     "count": 1
//>   }
//> }
