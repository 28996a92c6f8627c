// RUN: shardflow explain -p %s --name params/layer0/wq
// RUN: shardflow explain -p %s --name "params['layer0']['wq']"
// RUN: shardflow explain -p %s --name result/0/loss
// RUN: shardflow explain -p %s --name params/*/wq
// RUN: shardflow explain -p %s --name params/layer0/wk
// RUN: shardflow explain -p %s --value %arg2 --format json
// Arguments and results by the names that JAX gives them.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("params['layer0']['wq']"), %arg1: tensor<8x8xf32> loc("params['layer1']['wq']"), %arg2: tensor<8x8xf32> loc("batch.tokens")) -> (tensor<8x8xf32> {jax.result_info = "result[0]['loss']"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  %1 = stablehlo.dot %0, %arg2 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

//# RUN 1
//> params['layer0']['wq'] (%arg0) : tensor<8x8xf32> in @main  at %s:9:24
//>   <@mesh, [{"x"}, {}]>
//>
//>   dimension 0 has "x":
//>     params['layer0']['wq'] (%arg0) dimension 0: annotated, argument 0 of @main <@mesh, [{"x"}, {}]>  at %s:9:24
//>
//>   why not:
//>     dimension 0, "y": closed by argument 0 of @main
//>     dimension 1, "x": dimension 0 has it; "y": closed by argument 0 of @main
//# RUN 2
//> params['layer0']['wq'] (%arg0) : tensor<8x8xf32> in @main  at %s:9:24
//>   <@mesh, [{"x"}, {}]>
//>
//>   dimension 0 has "x":
//>     params['layer0']['wq'] (%arg0) dimension 0: annotated, argument 0 of @main <@mesh, [{"x"}, {}]>  at %s:9:24
//>
//>   why not:
//>     dimension 0, "y": closed by argument 0 of @main
//>     dimension 1, "x": dimension 0 has it; "y": closed by argument 0 of @main
//# RUN 3
//> result[0]['loss'] (result 0 of @main) : tensor<8x8xf32> in @main  at %s:9:1
//>   <@mesh, [{"x", ?}, {?}]>
//>
//>   dimension 0 has "x":
//>     params['layer0']['wq'] (%arg0) dimension 0: annotated, argument 0 of @main <@mesh, [{"x"}, {}]>  at %s:9:24
//>     %0 dimension 0: through stablehlo.add, factor i, operand 0 -> result 0, step 0  at %s:10:8
//>     %1 dimension 0: through stablehlo.dot, factor i, operand 0 -> result 0, step 1  at %s:11:8
//>     result[0]['loss'] (result 0 of @main) dimension 0: through the value that @main returns, step 2
//>
//>   why not:
//>     dimension 0, "y": nothing that shares the dimension has it
//>     dimension 1, "x": dimension 0 has it; "y": nothing that shares the dimension has it
//# RUN 4
//! %s: error: 2 values are called 'params/*/wq': give its line or its name in the text
//! note: this one is 'params['layer0']['wq']'
//! note: this one is 'params['layer1']['wq']'
// EXIT: 3
//# RUN 5
//! %s: error: there is no value params/layer0/wk in the program; did you mean params/layer0/wq or params/layer1/wq?
// EXIT: 3
//# RUN 6
//> {
//>   "version": 1,
//>   "values": [
//>     {
//>       "tensor": {
//>         "name": "%arg2",
//>         "function": "main",
//>         "place": {
//>           "file": "%s",
//>           "line": 9,
//>           "column": 183
//>         },
//>         "label": "batch.tokens"
//>       },
//>       "type": "tensor<8x8xf32>",
//>       "sharding": null,
//>       "spec": null,
//>       "notes": [],
//>       "axes": [],
//>       "stopped": [],
//>       "absent": [
//>         {
//>           "dimension": 0,
//>           "axis": "\"x\"",
//>           "reason": "unrelated",
//>           "text": "nothing that shares the dimension has it"
//>         },
//>         {
//>           "dimension": 0,
//>           "axis": "\"y\"",
//>           "reason": "unrelated",
//>           "text": "nothing that shares the dimension has it"
//>         },
//>         {
//>           "dimension": 1,
//>           "axis": "\"x\"",
//>           "reason": "unrelated",
//>           "text": "nothing that shares the dimension has it"
//>         },
//>         {
//>           "dimension": 1,
//>           "axis": "\"y\"",
//>           "reason": "unrelated",
//>           "text": "nothing that shares the dimension has it"
//>         }
//>       ]
//>     }
//>   ]
//> }
