// A tensor without axes, on a mesh with another number of devices than that of
// the tensors it meets: no device knows which part it should have.
// RUN: shardflow partition %s

sdy.mesh @a = <["x"=4]>
sdy.mesh @b = <["p"=2]>

func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>},
                %b: tensor<16xf32> {sdy.sharding = #sdy.sharding<@b, [{}]>}) -> tensor<16xf32> {
  %0 = stablehlo.add %a, %b : tensor<16xf32>
  return %0 : tensor<16xf32>
}

//! %s:10:8: error: 'stablehlo.add' op has tensors on @a and on @b, which can't be given common axes
//!   %0 = stablehlo.add %a, %b : tensor<16xf32>
//!        ^
// EXIT: 3
