// A program without functions: there is nothing to do, and nothing is wrong.
// RUN: shardflow propagate -q %s
// RUN: shardflow opt %s -sdy-propagate-to-func-results -sdy-remove-sub-axes-in-input-output-shardings
sdy.mesh @mesh = <["x"=2]>

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2]>
//> }
