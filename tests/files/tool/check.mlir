// RUN: shardflow check -p %s --expect "params/*/w=P('x')" --expect "result/0/loss=P('x', 'y')" --expect "arg/2=P(None, 'y')" --expect "res/0=P('x', ('y',))"
// RUN: shardflow check -p %s --expect "params['b'].w=P(None, 'x')" --expect "params/c=P()"
// RUN: shardflow check -p %s --expect "params/b/w=P(None, 'x')" --format json
// RUN: shardflow check -p %s --expect "params/b/w"
// RUN: shardflow check -p %s --expect "params/b/w=P(x)"
// RUN: shardflow check -p %s --expect "params/b/w=P('x'"
// RUN: shardflow check -p %s
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("params['a']['w']"), %arg1: tensor<8x8xf32> loc("params['b']['w']"), %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<8x8xf32> {jax.result_info = "result[0]['loss']"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  %1 = stablehlo.dot %0, %arg2 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

//# RUN 1
//> 4 expectations, 5 tensors compared, 0 wrong
//# RUN 2
//> argument 1 params['b']['w'] : tensor<8x8xf32>
//>   is P('x', None), and has to be P(None, 'x')
//>   "x" in dimension 0 is from params/a/w
//> params/c=P(): nothing in @main has this name; there are params/a/w, params/b/w, arg2, result/0/loss, 0, 1; arguments and results by number are arg/0 to arg/2, res/0
//> 2 expectations, 1 tensor compared, 2 wrong
// EXIT: 1
//# RUN 3
//> {
//>   "format": "shardflow-check",
//>   "version": 1,
//>   "expectations": 1,
//>   "compared": 1,
//>   "findings": [
//>     {
//>       "expectation": "params/b/w=P(None, 'x')",
//>       "tensor": "argument 1 params['b']['w'] : tensor<8x8xf32>",
//>       "is": "P('x', None)",
//>       "expected": "P(None, 'x')",
//>       "why": [
//>         "\"x\" in dimension 0 is from params/a/w"
//>       ]
//>     }
//>   ]
//> }
// EXIT: 1
//# RUN 4
//! shardflow: check: 'params/b/w' is not NAME=P(...), as in params/*/w=P('x', None)
//! Run with --help for more.
// EXIT: 2
//# RUN 5
//! shardflow: check: 'params/b/w=P(x)': a sharding like P('x', ('y', 'z'), None) has to name axes in quotes, at "x)"
//! Run with --help for more.
// EXIT: 2
//# RUN 6
//! shardflow: check: 'params/b/w=P('x'': a sharding like P('x', ('y', 'z'), None) has to have a , or ) there
//! Run with --help for more.
// EXIT: 2
//# RUN 7
//! shardflow: check: nothing is expected: give --expect, --expect-file, --max-replicated or --no-all-gather
//! Run with --help for more.
// EXIT: 2
