// JAX refuses arguments and results that their shards don't divide. In the
// middle of the program, it pads.
// RUN: shardflow comms -p %s --set "x=P('x')"
// RUN: shardflow check -p %s --set "result/y=P(('x', 'y'))" --expect "x=P()"
// RUN: shardflow show -p %s --set "x=P(None, 'y':(1)2)" --set "tanh=P('x')" --name x
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%0: tensor<3x8xf32> loc("x")) -> (tensor<3x8xf32> {jax.result_info = "result['y']"}) {
  %1 = stablehlo.tanh %0 : tensor<3x8xf32> loc("jit(f)/tanh")
  return %1 : tensor<3x8xf32>
}

//# RUN 1
//> #1        64 B  all_gather over {"x"}, groups of 2 of tanh
//>                 func.return at uneven_set.mlir:9 needs it in another sharding
//> in all 64 B that a device sends, by 1 collective
//! warning: --set x=P('x'): dimension 0 of argument 0 (x), tensor<3x8xf32>, isn't divisible by its 2 shards; JAX refuses this
//# RUN 2
//> 1 expectation, 1 tensor compared, 0 wrong
//! warning: --set result/y=P(('x', 'y')): dimension 0 of result 0 (result/y), tensor<3x8xf32>, isn't divisible by its 8 shards; JAX refuses this
//# RUN 3
//> x (%0)  tensor<3x8xf32>  %s:7
//> <@mesh, [{}, {"y":(1)2}]>
//> mesh <["x"=2, "y"=4]>
//> each device holds 3x4, 48 B of 96 B
//>
//> columns: dimension 1 over "y":(1)2
//>
//>        0:4       4:8
//>    +---------+---------+
//>    | 0,1,4,5 | 2,3,6,7 |
//>    +---------+---------+
