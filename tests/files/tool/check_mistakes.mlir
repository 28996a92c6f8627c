// Expectations that no tensor of this rank, on this mesh, can fulfil: what the
// tensor and the mesh have is said, not who is to blame.
// RUN: shardflow check %s --expect "arg/0=P('data', None, 'model')"
// RUN: shardflow check %s --expect "arg/0=P('dat')" --expect "arg/1=P('tp')"
// RUN: shardflow check %s --expect "res/0=P('z', 'x', 'y')"
sdy.mesh @mesh = <["data"=2, "model"=2]>
func.func @main(
    %a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
    %b: tensor<16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.tanh %a : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

//# RUN 1
//> argument 0 : tensor<8x16xf32>
//>   is P('data', None), and has to be P('data', None, 'model')
//>   the tensor has 2 dimensions, and P('data', None, 'model') has 3
//> 1 expectation, 1 tensor compared, 1 wrong
// EXIT: 1
//# RUN 2
//> argument 0 : tensor<8x16xf32>
//>   is P('data', None), and has to be P('dat', None)
//>   the mesh has no axis 'dat', only data, model; did you mean data?
//> argument 1 : tensor<16xf32>
//>   is P(None), and has to be P('tp')
//>   the mesh has no axis 'tp', only data, model
//> 2 expectations, 2 tensors compared, 2 wrong
// EXIT: 1
//# RUN 3
//> result 0 : tensor<8x16xf32>
//>   is P('data', None), and has to be P('z', 'x', 'y')
//>   the tensor has 2 dimensions, and P('z', 'x', 'y') has 3
//>   the mesh has no axis 'x', only data, model
//>   the mesh has no axis 'y', only data, model
//>   the mesh has no axis 'z', only data, model
//> 1 expectation, 1 tensor compared, 1 wrong
// EXIT: 1
