// RUN: shardflow convert --to json %s
// RUN: shardflow convert --to text %s
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2}p1, {?}], replicated={"y":(2)2}>}, %arg1: tensor<8x4xf32> loc("weights")) -> (tensor<8x4xf32> {jax.result_info = "y"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32> loc(callsite("f" at "g.py":3:5))
  %1:2 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] manual_axes={"x"} (%arg2: tensor<4x4xf32>) {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000]> : tensor<2xf32>
    %2 = stablehlo.constant dense<0> : tensor<8x4xi32>
    %3 = stablehlo.constant dense<0.5> : tensor<8x4xf32>
    sdy.return %arg2, %3 : tensor<4x4xf32>, tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  return %1#0 : tensor<8x4xf32>
}
func.func private @f(i32, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})

//# RUN 1
//> {
//>   "format": "shardflow-module",
//>   "version": 1,
//>   "ops": [
//>     {"op": "sdy.mesh", "symbol": "mesh", "attributes": {"mesh": {"mesh": {"axes": [{"name": "x", "size": 2}, {"name": "y", "size": 4}]}}}},
//>     {"op": "func.func", "symbol": "main", "arguments": [
//>       {"name": "%arg0", "type": "tensor<8x8xf32>", "sharding": {"mesh": "mesh", "dimensions": [{"axes": ["x", {"name": "y", "pre_size": 1, "size": 2}], "priority": 1}, {"axes": [], "open": true}], "replicated": [{"name": "y", "pre_size": 2, "size": 2}]}},
//>       {"name": "%arg1", "type": "tensor<8x4xf32>", "location": {"text": "loc(\"weights\")"}}
//>     ], "results": [
//>       {"type": "tensor<8x4xf32>", "attributes": {"jax.result_info": "y"}}
//>     ], "body": [
//>       {"op": "stablehlo.dot_general", "operands": ["%arg0", "%arg1"], "results": [{"name": "%0", "type": "tensor<8x4xf32>"}], "attributes": {"dot_dimension_numbers": {"text": "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>"}}, "location": {"text": "loc(callsite(\"f\" at \"g.py\":3:5))"}},
//>       {"op": "sdy.manual_computation", "operands": ["%0"], "results": [{"name": "%1#0", "type": "tensor<8x4xf32>", "sharding": {"mesh": "mesh", "dimensions": [["x"], []]}}, {"name": "%1#1", "type": "tensor<8x4xf32>", "sharding": {"mesh": "mesh", "dimensions": [[], []]}}], "attributes": {"manual_axes": {"text": "#sdy<manual_axes{\"x\"}>"}}, "regions": [{"arguments": [{"name": "%arg2", "type": "tensor<4x4xf32>", "sharding": {"mesh": "mesh", "dimensions": [["x"], []]}}], "ops": [
//>         {"op": "stablehlo.constant", "results": [{"name": "%cst", "type": "tensor<2xf32>"}], "attributes": {"value": {"text": "dense<[0x7FC00000, 0x7F800000]> : tensor<2xf32>"}}},
//>         {"op": "stablehlo.constant", "results": [{"name": "%c", "type": "tensor<8x4xi32>"}], "attributes": {"value": {"text": "dense<0> : tensor<8x4xi32>"}}},
//>         {"op": "stablehlo.constant", "results": [{"name": "%cst_0", "type": "tensor<8x4xf32>"}], "attributes": {"value": {"text": "dense<5.000000e-01> : tensor<8x4xf32>"}}},
//>         {"op": "sdy.return", "operands": ["%arg2", "%cst_0"]}
//>       ]}]},
//>       {"op": "func.return", "operands": ["%1#0"]}
//>     ]},
//>     {"op": "func.func", "symbol": "f", "visibility": "private", "arguments": [
//>       {"type": "i32"},
//>       {"type": "tensor<4xf32>", "sharding": {"mesh": "mesh", "dimensions": [["x"]]}}
//>     ]}
//>   ]
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2}p1, {?}], replicated={"y":(2)2}>}, %arg1: tensor<8x4xf32>) -> (tensor<8x4xf32> {jax.result_info = "y"}) {
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
//>     %1:2 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] manual_axes={"x"} (%arg2: tensor<4x4xf32>) {
//>       %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000]> : tensor<2xf32>
//>       %c = stablehlo.constant dense<0> : tensor<8x4xi32>
//>       %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<8x4xf32>
//>       sdy.return %arg2, %cst_0 : tensor<4x4xf32>, tensor<8x4xf32>
//>     } : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
//>     return %1#0 : tensor<8x4xf32>
//>   }
//>   func.func private @f(i32, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
//> }
