// Golden files, --name and --spec: rows of ops have labels, and the names select
// on both sides. golden_names.json has all values of this program with another
// sharding of `b`, and an op more in front.
// RUN: shardflow diff %s --golden - --update
// RUN: shardflow diff %s --golden - --update --name "block/**"
// RUN: shardflow diff %s --golden tests/files/tool/golden_names.json --spec --ignore-unmatched
// RUN: shardflow diff %s --golden tests/files/tool/golden_names.json --name "block/**"
// RUN: shardflow diff %s --golden tests/files/tool/golden_names.json --name "b" --spec
// RUN: shardflow diff %s --golden tests/files/tool/golden_names.json --name %0
#a = loc("a")
#b = loc("b")
#first = loc("jit(f)/block/tanh"("model.py":3:1))
#second = loc("jit(f)/tanh"("model.py":4:1))
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(
    %a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>} loc(#a),
    %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>} loc(#b))
    -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.tanh %a : tensor<8xf32> loc(#first)
  %1 = stablehlo.tanh %b : tensor<8xf32> loc(#second)
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

//# RUN 1
//> {
//> "format": "shardflow-golden",
//> "version": 1,
//> "meshes": [
//> {"name":"mesh","mesh":"<[\"x\"=2, \"y\"=2]>"}
//> ],
//> "values": [
//> {"function":"main","label":"a","type":"tensor<8xf32>","sharding":"<@mesh, [{\"x\"}]>"},
//> {"function":"main","label":"b","type":"tensor<8xf32>","sharding":"<@mesh, [{\"y\"}]>"},
//> {"function":"main","label":"block/tanh","op":"stablehlo.tanh","type":"tensor<8xf32>","sharding":"<@mesh, [{\"x\"}]>"},
//> {"function":"main","label":"tanh","op":"stablehlo.tanh","type":"tensor<8xf32>","sharding":"<@mesh, [{\"y\"}]>"},
//> {"function":"main","value":"result 0","type":"tensor<8xf32>","sharding":"<@mesh, [{\"x\"}]>"},
//> {"function":"main","value":"result 1","type":"tensor<8xf32>","sharding":"<@mesh, [{\"y\"}]>"}
//> ]
//> }
//# RUN 2
//> {
//> "format": "shardflow-golden",
//> "version": 1,
//> "names": ["block/**"],
//> "meshes": [
//> {"name":"mesh","mesh":"<[\"x\"=2, \"y\"=2]>"}
//> ],
//> "values": [
//> {"function":"main","label":"block/tanh","op":"stablehlo.tanh","type":"tensor<8xf32>","sharding":"<@mesh, [{\"x\"}]>"}
//> ]
//> }
//# RUN 3
//> @main
//>   b (parameter 1) tensor<8xf32>, golden_names.mlir:15
//>     - P('x')
//>     + P('y')
//>   tanh (%1 stablehlo.tanh) tensor<8xf32>, model.py:4
//>     - P('x')
//>     + P('y')
//> 2 of 6 shardings differ
// EXIT: 1
//# RUN 4
//> no differences in 1 shardings
//# RUN 5
//> @main
//>   b (parameter 1) tensor<8xf32>, golden_names.mlir:15
//>     - P('x')
//>     + P('y')
//> 1 of 1 shardings differ
// EXIT: 1
//# RUN 6
//! shardflow: diff: golden files don't contain names from the text, so --name %0 matches nothing
//! Run with --help for more.
// EXIT: 2
