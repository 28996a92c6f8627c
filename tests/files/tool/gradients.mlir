// Gradients of arguments have names: %g is what the backward pass hands to the
// optimizer, which combines it with params['w'] alone. params['a'] and
// params['b'] are combined with each other, so nobody can tell. params['c'] has
// a gradient that is returned.
// RUN: shardflow show %s --spec --name "grad/**"
// RUN: shardflow explain %s --spec --name grad/params/w
// RUN: shardflow explain %s --spec --name backward/dot_general
// RUN: shardflow show %s --spec --name dot_general
// RUN: shardflow show %s --spec --name grad/params/v
// RUN: shardflow diff %s --spec --set "grad/params/w=P(None, 'y')" --name "result/**"
// RUN: shardflow comms %s --spec --name "grad/params/w"
#w = loc("params['w']")
#v = loc("opt['w']")
#a = loc("params['a']")
#b = loc("params['b']")
#c = loc("params['c']")
#x = loc("x")
#forward = loc("jit(step)/jvp()/dot_general"("model.py":3:1))
#elementwise = loc("jit(step)/jvp()/mul"("model.py":4:1))
#backward = loc("jit(step)/transpose(jvp())/dot_general"("model.py":3:1))
#back_mul = loc("jit(step)/transpose(jvp())/mul"("model.py":4:1))
#update = loc("jit(step)/sub"("step.py":9:1))
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(
    %w: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>} loc(#w),
    %v: tensor<16x8xf32> loc(#v),
    %a: tensor<4x8xf32> loc(#a),
    %b: tensor<4x8xf32> loc(#b),
    %c: tensor<32x8xf32> loc(#c),
    %x: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc(#x))
    -> (tensor<16x8xf32> {jax.result_info = "result[0]['w']"},
        tensor<16x8xf32> {jax.result_info = "result[1]['w']"},
        tensor<4x8xf32> {jax.result_info = "result[0]['a']"},
        tensor<32x8xf32> {jax.result_info = "result[2]['c']"}) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<32x16xf32>, tensor<16x8xf32>) -> tensor<32x8xf32> loc(#forward)
  %z = stablehlo.multiply %y, %c : tensor<32x8xf32> loc(#elementwise)
  %p = stablehlo.multiply %a, %b : tensor<4x8xf32> loc(#elementwise)
  %d = stablehlo.multiply %z, %y : tensor<32x8xf32> loc(#back_mul)
  %g = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0]
      : (tensor<32x16xf32>, tensor<32x8xf32>) -> tensor<16x8xf32> loc(#backward)
  %m = stablehlo.add %v, %g : tensor<16x8xf32> loc(#update)
  %n = stablehlo.subtract %w, %m : tensor<16x8xf32> loc(#update)
  %h = stablehlo.multiply %p, %b : tensor<4x8xf32> loc(#back_mul)
  %q = stablehlo.add %a, %b : tensor<4x8xf32> loc(#update)
  %r = stablehlo.subtract %q, %h : tensor<4x8xf32> loc(#update)
  return %n, %m, %r, %d
      : tensor<16x8xf32>, tensor<16x8xf32>, tensor<4x8xf32>, tensor<32x8xf32>
}

//# RUN 1
//> grad/params/c (%d)  tensor<32x8xf32>  stablehlo.multiply  model.py:4
//> P('x', 'y')
//> mesh <["x"=2, "y"=2]>
//> each device holds 16x4, 256 B of 1 KiB
//>
//> rows: dimension 0 over "x"
//> columns: dimension 1 over "y"
//>
//>           0:4   4:8
//>         +-----+-----+
//>    0:16 |  0  |  1  |
//>         +-----+-----+
//>   16:32 |  2  |  3  |
//>         +-----+-----+
//>
//> grad/params/w (%g)  tensor<16x8xf32>  stablehlo.dot_general  model.py:3
//> P(None, 'y')
//> mesh <["x"=2, "y"=2]>
//> each device holds 16x4, 256 B of 512 B
//>
//> columns: dimension 1 over "y"
//>
//>      0:4   4:8
//>    +-----+-----+
//>    | 0,2 | 1,3 |
//>    +-----+-----+
//# RUN 2
//> grad/params/w (%g) : tensor<16x8xf32> in @main  at model.py:3:1
//>   P(None, 'y')
//>
//>   dimension 1 has "y":
//>     params['w'] (%w) dimension 1: annotated, argument 0 of @main P(None, 'y')  at %s:25:5
//>     sub (%m) dimension 1: through stablehlo.subtract, factor j, operand 0 -> operand 1, step 0  at step.py:9:1
//>     grad/params/w (%g) dimension 1: through stablehlo.add, factor j, result 0 -> operand 1, step 1  at step.py:9:1
//>
//>   did not come:
//>     "x" of x (%x) dimension 0: through stablehlo.dot_general, factor k (reduction), operand 0 -> result 0  at model.py:3:1
//>       no-factor: its factor k (reduction) is not in %g
//>     "x" of grad/params/c (%d) dimension 0: through stablehlo.dot_general, factor k (reduction), operand 1 -> result 0  at model.py:3:1
//>       no-factor: its factor k (reduction) is not in %g
//>
//>   why not:
//>     dimension 0, "x": nothing that shares the dimension has it; "y": dimension 1 has it
//>     dimension 1, "x": nothing that shares the dimension has it
//# RUN 3
//> grad/params/w (%g) : tensor<16x8xf32> in @main  at model.py:3:1
//>   P(None, 'y')
//>
//>   dimension 1 has "y":
//>     params['w'] (%w) dimension 1: annotated, argument 0 of @main P(None, 'y')  at %s:25:5
//>     sub (%m) dimension 1: through stablehlo.subtract, factor j, operand 0 -> operand 1, step 0  at step.py:9:1
//>     grad/params/w (%g) dimension 1: through stablehlo.add, factor j, result 0 -> operand 1, step 1  at step.py:9:1
//>
//>   did not come:
//>     "x" of x (%x) dimension 0: through stablehlo.dot_general, factor k (reduction), operand 0 -> result 0  at model.py:3:1
//>       no-factor: its factor k (reduction) is not in %g
//>     "x" of grad/params/c (%d) dimension 0: through stablehlo.dot_general, factor k (reduction), operand 1 -> result 0  at model.py:3:1
//>       no-factor: its factor k (reduction) is not in %g
//>
//>   why not:
//>     dimension 0, "x": nothing that shares the dimension has it; "y": dimension 1 has it
//>     dimension 1, "x": nothing that shares the dimension has it
//# RUN 4
//> dot_general (%y)  tensor<32x8xf32>  stablehlo.dot_general  model.py:3
//> P('x', 'y')
//> mesh <["x"=2, "y"=2]>
//> each device holds 16x4, 256 B of 1 KiB
//>
//> rows: dimension 0 over "x"
//> columns: dimension 1 over "y"
//>
//>           0:4   4:8
//>         +-----+-----+
//>    0:16 |  0  |  1  |
//>         +-----+-----+
//>   16:32 |  2  |  3  |
//>         +-----+-----+
//>
//> grad/params/w (%g)  tensor<16x8xf32>  stablehlo.dot_general  model.py:3
//> P(None, 'y')
//> mesh <["x"=2, "y"=2]>
//> each device holds 16x4, 256 B of 512 B
//>
//> columns: dimension 1 over "y"
//>
//>      0:4   4:8
//>    +-----+-----+
//>    | 0,2 | 1,3 |
//>    +-----+-----+
//# RUN 5
//! shardflow: show: there is no value grad/params/v in the program; there are params/w, opt/w, params/a, params/b, params/c, x and 19 more; arguments and results by number are arg/0 to arg/5, res/0 to res/3
// EXIT: 3
//# RUN 6
//> no differences in 4 shardings
//# RUN 7
//>      256 B  all_reduce over {'x'}, groups of 2
//>             adds up the partial sums of backward/dot_general at model.py:3
//> in all 256 B that a device sends, by 1 collective
