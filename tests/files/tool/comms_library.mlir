// The line is the user's, not that of the library which the op is from.
// RUN: shardflow comms %s
// RUN: shardflow explain %s --reshard 1 --spec
sdy.mesh @mesh = <["x"=2, "y"=4]>
#layer = loc("call"("/lib/site-packages/flax/nnx/nn/linear.py":422:8))
#dot = loc("jit(step)/jvp()/dot_general"(callsite(#layer at "model"("/home/me/model.py":23:5))))
func.func @main(%arg0: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc("x"), %arg1: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>} loc("w")) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> loc(#dot)
  return %0 : tensor<64x64xf32>
}

//# RUN 1
//> #1       4 KiB  all_reduce over {"x"}, groups of 2
//>                 adds up the partial sums of dot_general at model.py:23
//> in all 4 KiB that a device sends, by 1 collective
//# RUN 2
//> #1       4 KiB  all_reduce over {'x'}, groups of 2
//>                 adds up the partial sums of dot_general at model.py:23
//>
//> stablehlo.dot_general  at model.py:23
//>   operand 0: x  P(None, 'x')
//>   operand 1: w  P('x', 'y')
//>   result 0: dot_general  P(None, 'y')
//>
//> x (%arg0) : tensor<64x64xf32> in @main  at %s:7:17
//>   P(None, 'x')
//>
//>   dimension 1 has "x":
//>     x (%arg0) dimension 1: annotated, argument 0 of @main P(None, 'x')  at %s:7:17
//>
//>   why not:
//>     dimension 0, "x": dimension 1 has it; "y": closed by argument 0 of @main
//>     dimension 1, "y": closed by argument 0 of @main
//>
//> dot_general (%0) : tensor<64x64xf32> in @main  at /home/me/model.py:23:5
//>   P(None, 'y')
//>
//>   dimension 1 has "y":
//>     w (%arg1) dimension 1: annotated, argument 1 of @main P('x', 'y')  at %s:7:103
//>     dot_general (%0) dimension 1: through stablehlo.dot_general, factor j, operand 1 -> result 0, step 0  at /home/me/model.py:23:5
//>
//>   did not come:
//>     "x" of x (%arg0) dimension 1: through stablehlo.dot_general, factor k (reduction), operand 0 -> result 0  at /home/me/model.py:23:5
//>       no-factor: its factor k (reduction) is not in %0
//>     "x" of w (%arg1) dimension 0: through stablehlo.dot_general, factor k (reduction), operand 1 -> result 0  at /home/me/model.py:23:5
//>       no-factor: its factor k (reduction) is not in %0
//>
//>   why not:
//>     dimension 0, "x": nothing that shares the dimension has it; "y": dimension 1 has it
//>     dimension 1, "x": nothing that shares the dimension has it
