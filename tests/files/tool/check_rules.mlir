// What is expected, what is not, and why it is so.
// RUN: shardflow check -p %s --expect "params/w=P('y', None)" --expect "result/y=P(None, 'x')" --expect "params/v=P()"
// RUN: shardflow check -p %s --max-replicated 100B
// RUN: shardflow check -p %s --max-replicated 100B --format json
// RUN: shardflow check -p %s --max-replicated 1KiB --junit -
// RUN: shardflow check -p %s --max-replicated 100 --expect "params/w=P()" --expect "params/w=P('y')" --junit - -q
// RUN: shardflow check -p %s --expect-file tests/files/tool/check_rules.toml
// RUN: shardflow check -p %s --max-replicated many
// RUN: shardflow check -p examples/gpt_train_step.mlir --no-all-gather "params/blocks/0/wq" --no-all-gather "opt_state/**"
// RUN: shardflow check -p %s --expect-file tests/files/tool/check_rules.mlir
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x"), %1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>} loc("params['w']")) -> (tensor<8x8xf32> {jax.result_info = "result['y']"}, tensor<8x8xf32>) {
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc("jit(f)/layer/dot_general"("model.py":3:1))
  %3 = stablehlo.tanh %1 : tensor<8x8xf32> loc("jit(f)/layer/tanh"("model.py":4:1))
  return %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

//# RUN 1
//> argument 1 params['w'] : tensor<8x8xf32>
//>   is P(None, None), and has to be P('y', None)
//> result 0 result['y'] : tensor<8x8xf32>
//>   is P('x', None), and has to be P(None, 'x')
//>   "x" in dimension 0 is from x
//> params/v=P(): nothing in @main has this name; did you mean params/w?
//> 3 expectations, 2 tensors compared, 3 wrong
// EXIT: 1
//# RUN 2
//> argument 1 params['w'] : tensor<8x8xf32>
//>   every device holds all 256 B of it (--max-replicated 100 B)
//> result 1 : tensor<8x8xf32>
//>   every device holds all 256 B of it (--max-replicated 100 B)
//> layer/tanh (%3) : tensor<8x8xf32>
//>   every device holds all 256 B of it at model.py:4 (--max-replicated 100 B)
//> 1 expectation, 6 tensors compared, 3 wrong
// EXIT: 1
//# RUN 3
//> {
//>   "format": "shardflow-check",
//>   "version": 1,
//>   "expectations": 1,
//>   "compared": 6,
//>   "findings": [
//>     {
//>       "expectation": "--max-replicated 100 B",
//>       "tensor": "argument 1 params['w'] : tensor<8x8xf32>",
//>       "text": "every device holds all 256 B of it"
//>     },
//>     {
//>       "expectation": "--max-replicated 100 B",
//>       "tensor": "result 1 : tensor<8x8xf32>",
//>       "text": "every device holds all 256 B of it"
//>     },
//>     {
//>       "expectation": "--max-replicated 100 B",
//>       "tensor": "layer/tanh (%3) : tensor<8x8xf32>",
//>       "text": "every device holds all 256 B of it at model.py:4"
//>     }
//>   ]
//> }
// EXIT: 1
//# RUN 4
//> 1 expectation, 6 tensors compared, 0 wrong
//> <?xml version="1.0" encoding="UTF-8"?>
//> <testsuite name="%s" tests="1" failures="0">
//>   <testcase classname="shardflow" name="--max-replicated 1 KiB"/>
//> </testsuite>
//# RUN 5
//> argument 1 params['w'] : tensor<8x8xf32>
//>   is P(None, None), and has to be P('y', None)
//> argument 1 params['w'] : tensor<8x8xf32>
//>   every device holds all 256 B of it (--max-replicated 100 B)
//> result 1 : tensor<8x8xf32>
//>   every device holds all 256 B of it (--max-replicated 100 B)
//> layer/tanh (%3) : tensor<8x8xf32>
//>   every device holds all 256 B of it at model.py:4 (--max-replicated 100 B)
//> 3 expectations, 8 tensors compared, 4 wrong
//> <?xml version="1.0" encoding="UTF-8"?>
//> <testsuite name="%s" tests="3" failures="2">
//>   <testcase classname="shardflow" name="params/w=P()"/>
//>   <testcase classname="shardflow" name="params/w=P('y')">
//>     <failure message="1 wrong">argument 1 params['w'] : tensor&lt;8x8xf32&gt;
//>   is P(None, None), and has to be P('y', None)
//> </failure>
//>   </testcase>
//>   <testcase classname="shardflow" name="--max-replicated 100 B">
//>     <failure message="3 wrong">argument 1 params['w'] : tensor&lt;8x8xf32&gt;
//>   every device holds all 256 B of it (--max-replicated 100 B)
//> result 1 : tensor&lt;8x8xf32&gt;
//>   every device holds all 256 B of it (--max-replicated 100 B)
//> layer/tanh (%3) : tensor&lt;8x8xf32&gt;
//>   every device holds all 256 B of it at model.py:4 (--max-replicated 100 B)
//> </failure>
//>   </testcase>
//> </testsuite>
// EXIT: 1
//# RUN 6
//> argument 0 x : tensor<8x8xf32>
//>   is P('x', None), and has to be P('y', None)
//>   "x" in dimension 0 is from x
//> 3 expectations, 3 tensors compared, 1 wrong
// EXIT: 1
//# RUN 7
//! shardflow: check: --max-replicated: 'many' is not a size such as 1MiB
//! Run with --help for more.
// EXIT: 2
//# RUN 8
//> params/blocks/0/wq
//>   is gathered over {"fsdp"}, 96 KiB from each device, for jit(train_step)/jvp(block0)/attention/dot_general at gpt_train_step.py:77 (--no-all-gather params/blocks/0/wq)
//> 2 expectations, 32 tensors compared, 1 wrong
// EXIT: 1
//# RUN 9
//! shardflow: tests/files/tool/check_rules.mlir:1: '// What is expected, what is not, and why it is so.' is not NAME=P(...), as in params/*/w=P('x', None)
// EXIT: 3
