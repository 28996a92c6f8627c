// A program that wasn't exported yet is exported before it is judged as the file has
// it: export makes every device compute an op that is sharded on one device.
// RUN: shardflow lint --as-is %s
// RUN: shardflow lint -p %s

sdy.mesh @mesh = <["x"=8]>
sdy.mesh @one = <[], device_ids=[3]>

func.func @main(
    %a: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>})
    -> (tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %b = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8192x8192xf32>
  %c = stablehlo.negate %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8192x8192xf32>
  return %c : tensor<8192x8192xf32>
}

//# RUN 1
//> %s:12:8: note: every device computes and holds all 256 MiB of a tensor<8192x8192xf32> [large-replicated]
//>   stablehlo.tanh: constrain its sharding (sdy.sharding_constraint)
//> 1 finding
//# RUN 2
//> %s:12:8: note: every device computes and holds all 256 MiB of a tensor<8192x8192xf32> [large-replicated]
//>   stablehlo.tanh: constrain its sharding (sdy.sharding_constraint)
//> 1 finding
