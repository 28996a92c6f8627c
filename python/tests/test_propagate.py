"""Tests of `propagate` and Result that don't need JAX."""

import json
import pathlib
import pickle

import pytest

import shardflow
from shardflow import _core

ROOT = pathlib.Path(__file__).resolve().parents[2]
STEP = ROOT / "examples" / "mlp_train_step.mlir"

PROGRAM = """\
sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func @main(
    %arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"),
    %arg1: tensor<16x32xbf16> loc("params['layer0']['wq']"),
    %arg2: tensor<16x32xbf16> loc("params['layer1']['wq']"))
    -> (tensor<8x16xf32> {jax.result_info = "result['y']"}, tensor<16x32xbf16>) {
  %0 = stablehlo.tanh %arg0 : tensor<8x16xf32>
  %1 = stablehlo.add %arg1, %arg2 : tensor<16x32xbf16>
  return %0, %1 : tensor<8x16xf32>, tensor<16x32xbf16>
}
"""


def test_text_bytes_files_and_artifacts_are_the_same_program(tmp_path):
    r = shardflow.propagate(PROGRAM)
    path = tmp_path / "step.mlir"
    path.write_text(PROGRAM)
    saved = tmp_path / "saved.mlir"
    r.save(saved)
    program, messages = _core.Program.read("p", PROGRAM)
    assert messages == []
    forms = [
        PROGRAM.encode(),
        path,
        str(path),
        saved,
        program.write_artifact(),
        program.write(json=True),
    ]
    for form in forms:
        assert shardflow.propagate(form).table() == r.table()
    assert shardflow.propagate(r.artifact("1.18.0")).table() == r.table()


UNKNOWN = """\
sdy.mesh @mesh = <["data"=4]>
func.func @main(%x: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> tensor<?x8xf32> {
  %0 = stablehlo.tanh %x : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
"""


def test_unknown_sizes():
    with pytest.raises(shardflow.Error, match="static shape"):
        shardflow.propagate(UNKNOWN)
    r = shardflow.propagate(UNKNOWN, dynamic_shapes=True)
    (y,) = r["res/0"]
    assert (y.spec_text, y.shape, y.local_shape) == ("P('data', None)", None, None)
    assert "annotated" in r.explain("res/0")
    with pytest.raises(shardflow.Error, match="is unknown"):
        r.cost("h100")
    with pytest.raises(shardflow.Error, match="needs jax=False"):
        shardflow.propagate(UNKNOWN, dynamic_shapes=True, jax=True)


def test_text_is_what_the_program_prints():
    code, out, err = _core.run_command(["propagate", "-q", str(STEP)])
    assert (code, err) == (0, b"")
    assert shardflow.propagate(STEP).text() == out.decode()


def test_tensors():
    r = shardflow.propagate(PROGRAM)
    assert len(r) == 5 and [t.place for t in r] == ["arg/0", "arg/1", "arg/2", "res/0", "res/1"]
    (x,) = r["x"]
    assert (x.name, x.label, x.place) == ("x", "x", "arg/0")
    assert (x.type, x.dtype, x.shape, x.rank) == ("tensor<8x16xf32>", "f32", (8, 16), 2)
    assert (x.local_shape, x.bytes, x.local_bytes) == ((2, 16), 512, 128)
    assert x.axes == (("data",), ()) and x.spec_text == "P('data', None)"
    assert x.sdy == '<@mesh, [{"data"}, {}]>'
    assert repr(x) == "<Tensor x 8x16xf32 P('data', None) local 2x16>"
    (y,) = r["result/y"]
    assert y.place == "res/0" and y.axes == (("data",), ())
    (w,) = r["arg/1"]
    assert (w.dtype, w.bytes, w.local_bytes, w.axes) == ("bf16", 1024, 1024, ((), ()))


def test_names():
    r = shardflow.propagate(PROGRAM)
    both = ["params/layer0/wq", "params/layer1/wq"]
    assert [t.name for t in r["params/*/wq"]] == both
    assert [t.name for t in r["**/wq"]] == both
    assert [t.name for t in r["params['layer1']['wq']"]] == both[1:]
    assert [t.place for t in r["%0"]] == ["%0"]
    assert r.find("no") == () and "no" not in r and "x" in r
    with pytest.raises(shardflow.Error, match="nothing is called 'no'; there are x, params/layer0/wq"):
        r["no"]
    with pytest.raises(shardflow.Error, match="did you mean params/layer0/wq"):
        r["params/layer0/wk"]


def test_what_if():
    r = shardflow.propagate(PROGRAM)
    edited = shardflow.propagate(PROGRAM, {"params/*/wq": (None, "model")})
    assert [t.spec_text for t in edited["**/wq"]] == ["P(None, 'model')"] * 2
    assert edited["res/1"][0].local_shape == (16, 16)
    assert r.what_if({"params/*/wq": (None, "model")}).table() == edited.table()
    # Edits accumulate, and the last edit of a tensor wins.
    more = edited.what_if({"x": [("data", "model")], "params/layer1/wq": ["model"]})
    assert more["x"][0].spec_text == "P(('data', 'model'), None)"
    # Results can also be annotated, and propagation may shard open dimensions.
    back = shardflow.propagate(PROGRAM, {"res/1": ("model", ...)})
    assert [t.spec_text for t in back["**/wq"]] == ["P('model', None)"] * 2
    assert "parameter 1" in r.diff(edited) and "model" in r.diff(edited)
    assert r.diff(shardflow.propagate(PROGRAM)) == "" == shardflow.diff(PROGRAM, r)


def test_what_if_of_a_program_without_a_mesh():
    text = "func.func @main(%x: tensor<8x2xf32>) -> tensor<8x2xf32> {\n return %x : tensor<8x2xf32>\n}"
    r = shardflow.propagate(text, {"arg/0": ("a",)}, mesh={"a": 4, "b": 2})
    assert r["res/0"][0].local_shape == (2, 2)
    assert list(r.meshes.values()) == [{"a": 4, "b": 2}]
    with pytest.raises(shardflow.Error, match="no mesh: give one"):
        shardflow.propagate(text, {"arg/0": ("a",)})
    # The given mesh may be the same as the program's, but not a different one.
    r = shardflow.propagate(PROGRAM, {"params/*/wq": ["model"]}, mesh={"data": 4, "model": 2})
    assert list(r.meshes) == ["mesh"] and r["res/1"][0].axes == (("model",), ())
    with pytest.raises(shardflow.Error, match="the program's mesh is {'data': 4, 'model': 2}, not {'a': 8}"):
        shardflow.propagate(PROGRAM, {"x": ["a"]}, mesh={"a": 8})


@pytest.mark.parametrize(
    ("specs", "message"),
    [
        ({"w": ("data",)}, "no argument or result is called 'w'"),
        ({"arg/9": ("data",)}, "no argument or result is called 'arg/9'"),
        ({"x": ("rows",)}, r"no axis 'rows': it has \['data', 'model'\]"),
        ({"x": (None, None, "data")}, "has 3 dimensions, but the tensor has 2"),
        ({"x": ("data", "data")}, "data"),
        ({"x": "data"}, "'data' is not a spec"),
        ({"x": (3,)}, "3: expected the name of an axis"),
    ],
)
def test_wrong_specs(specs, message):
    with pytest.raises(shardflow.Error, match=message):
        shardflow.propagate(PROGRAM, specs)


def test_explain():
    r = shardflow.propagate(PROGRAM)
    text = r.explain("result/y")
    assert "annotated, argument 0 of @main" in text and "stablehlo.tanh" in text
    assert r["result/y"][0].explain() == text
    assert r.explain_json("x")["values"][0]["axes"][0]["axis"] == '"data"'
    assert "stablehlo.tanh" in r.explain("%0")
    with pytest.raises(shardflow.Error, match="after propagation"):
        r.explain(r["%0"][0])
    step = shardflow.propagate(STEP.with_name("gpt_train_step.mlir"), jax=True)
    fixed = step.explain("params/norm", fixes=True)
    assert "what could be asked for" in fixed
    assert "what could" not in step.explain("params/norm")
    assert step.explain_json("params/norm", fixes=True)["values"][0]["fixes"]
    assert "%1 = stablehlo.add" in r.annotated_text() and "per_value" not in r.annotated_text()
    with pytest.raises(shardflow.Error, match="several: params/layer0/wq, params/layer1/wq"):
        r.explain("**/wq")
    # After a what-if, the edited shardings are explained.
    assert '{"model"}' in r.what_if({"x": ("model",)}).explain("result/y")


def test_show():
    r = shardflow.propagate(PROGRAM)
    assert 'mesh @mesh  <["data"=4, "model"=2]>  8 devices' in r.show()
    assert "each device holds 2x16" in r.show("x")
    assert r.show("x") == r.show(r["x"][0])
    assert "%0" in r.show("%0")


def test_reshards():
    text = """\
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
                %w: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>})
    -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = stablehlo.add %x, %w : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
"""
    (reshard,) = shardflow.propagate(text).reshards()
    assert reshard.ops == ("all_to_all",)
    assert reshard.type == "tensor<64x64xf32>" and reshard.producer == ""
    assert (reshard.label, reshard.file, reshard.line) == ("", "", 0)
    assert reshard.bytes == 64 * 64 * 4 // 4 * 3 // 4
    assert "stablehlo.add" in str(reshard) and "3 KiB" in str(reshard)
    # A sum over a sharded dimension isn't a reshard.
    text = """\
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>},
                %w: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
"""
    assert shardflow.propagate(text).reshards() == []


def test_tables():
    r = shardflow.propagate(PROGRAM)
    lines = str(r).splitlines()
    assert len(lines) == 6 and "params/layer0/wq" in lines[2]
    assert "1 more" in r.table(limit=4)
    assert repr(r).startswith("<shardflow.Result on data=4xmodel=2: 5 tensors>\n")
    html = r._repr_html_()
    assert html.count("<tr>") == 6 and "params/layer0/wq" in html
    hostile = PROGRAM.replace('loc("x")', 'loc("<script>")')
    assert "<script>" not in shardflow.propagate(hostile)._repr_html_()


def test_parts_of_axes_need_no_jax():
    text = PROGRAM.replace('[{"data"}, {}]', '[{"data":(1)2}, {"data":(2)2}]')
    x = shardflow.propagate(text)["x"][0]
    assert x.axes == (("data:(1)2",), ("data:(2)2",)) and x.local_shape == (4, 8)


def test_errors_have_messages_with_places():
    with pytest.raises(shardflow.Error) as caught:
        shardflow.propagate('func.func @main() {\n  "no.such"() : () -> ()\n  return\n}')
    (message,) = caught.value.messages
    assert (message.kind, message.code, message.line) == ("error", "invalid-input", 2)
    assert "no.such" in message.excerpt and "no.such" in str(caught.value)
    assert "no.such" in str(pickle.loads(pickle.dumps(caught.value)))
    with pytest.raises(shardflow.Error, match="cannot read 'nowhere.mlir': No such file"):
        shardflow.propagate("nowhere.mlir")
    with pytest.raises(shardflow.Error, match="artifact"):
        shardflow.propagate(b"ML\xefR\x01garbage")
    with pytest.raises(ValueError, match="jaxlib-0.12"):
        shardflow.propagate(PROGRAM, compat="shardy-1")


def test_text_that_is_no_utf8_stays_as_it_is():
    text = PROGRAM.encode().replace(b'loc("x")', b'loc("\xff")')
    r = shardflow.propagate(text)
    assert "\\FF" in r.text(debug_info=True)
    assert r.show()


def test_rules():
    text = """\
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<2x8xf32> {
  %0 = "my.turn"(%x) {axis = 1 : i64, mode = "m"} : (tensor<8x2xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
"""
    turned = shardflow.propagate(text, rules={"my.turn": "([i, j])->([j, i])"})
    assert turned["res/0"][0].spec_text == "P(None, 'a')"
    seen = []

    def rule(op):
        seen.append(op)
        assert (op.name, op.operand_types) == ("my.turn", ["tensor<8x2xf32>"])
        assert (op.operand_shape(0), op.result_shape(0), op.result_shape(7)) == ([8, 2], [2, 8], None)
        assert (op.integer_attribute("axis"), op.string_attribute("mode")) == (1, "m")
        return "([i, j])->([j, i])"

    r = shardflow.propagate(text, rules={"my.turn": rule})
    assert r.table() == turned.table() and seen
    assert "my.turn" in r.explain("res/0")
    with pytest.raises(ValueError, match="while its rule runs"):
        seen[0].name  # noqa: B018

    # A rule may use other programs, but not the one for which it is called.
    others = shardflow.propagate(PROGRAM)

    def asking(op):
        assert others.text()
        return asked[0].text() if asked else "([i, j])->([j, i])"

    asked = []
    r = shardflow.propagate(text, rules={"my.turn": asking})
    asked.append(r)
    asked[0]._program = r._annotated
    with pytest.raises(RuntimeError, match="the program that it is being called for"):
        r.explain("res/0")

    def wrong(op):
        raise KeyError("oops")

    with pytest.raises(KeyError, match="oops"):
        shardflow.propagate(text, rules={"my.turn": wrong})
    with pytest.raises(TypeError, match="returns the rule's text"):
        shardflow.propagate(text, rules={"my.turn": lambda op: 3})
    with pytest.raises(shardflow.Error, match="rule of 'my.turn'"):
        shardflow.propagate(text, rules={"my.turn": "(["})


def test_rules_say_what_ops_cost():
    text = """\
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<2x8xf32> {
  %0 = stablehlo.custom_call @turn(%x) : (tensor<8x2xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
"""
    rule = "([i, j])->([j, i]) flops={3*i*j} temporaries={100*i}"
    for rules in {"@turn": rule}, {"@turn": lambda op: rule}:
        cost = shardflow.propagate(text, rules=rules).cost(lowering="shardflow")
        assert (cost.flops, cost.temporaries) == (3 * 2 * 2, 200)
    with pytest.raises(shardflow.Error, match="the cost of 'stablehlo.add' is known"):
        shardflow.propagate(text, rules={"stablehlo.add": "([i], [i])->([i]) flops={i}"})


def test_rules_from_a_file(tmp_path):
    path = tmp_path / "my.rules"
    path.write_text("my.same: ([i])->([i])\n")
    text = """\
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = "my.same"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
    assert shardflow.propagate(text, rules=path)["res/0"][0].local_shape == (2,)


def test_warnings_are_warnings_of_python():
    text = """\
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @mine(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
    with pytest.warns(shardflow.ShardflowWarning, match="mine"):
        shardflow.propagate(text)


def test_rows_of_graphs_are_checked():
    graph = shardflow.propagate(PROGRAM)._graph
    with pytest.raises(IndexError):
        graph.tensor(10**6)
    assert json.dumps([op.name for op in map(graph.op, range(graph.op_count))])


def test_cost():
    words = ["cost", "--topology", "h100:1x8", str(STEP)]
    r = shardflow.propagate(STEP, jax=True)
    cost = r.cost("h100:1x8")
    code, out, _ = _core.run_command(words)
    assert code == 0 and str(cost) == out.decode()
    code, out, _ = _core.run_command([*words, "--format", "json"])
    assert code == 0 and cost.data == json.loads(out)
    memory = cost.data["memory"]
    assert cost.peak_memory == memory["peak"] == cost.arguments + cost.results + cost.temporaries
    assert cost.sent == sum(c.bytes for c in cost.collectives)
    assert cost.seconds >= cost.seconds_overlapped > 0 and cost.bound == "memory"
    assert "all_reduce" in str(cost.collectives[0]) and "flops" in repr(cost)
    assert r.cost().seconds == 0
    axes = next(iter(r.meshes.values()))
    by_axis = 'kind = "axes"\n' + "".join(f"axes.{a} = {{ bandwidth = 1e9 }}\n" for a in axes)
    assert r.cost(by_axis).seconds > cost.seconds
    assert r.cost(lowering="shardflow").peak_memory > 0
    with pytest.raises(shardflow.Error, match="cannot read 'no.toml'"):
        r.cost("no.toml")
    with pytest.raises(shardflow.Error, match="expected h100, v5e"):
        r.cost("h101")
    with pytest.raises(shardflow.Error, match="lowering must be"):
        r.cost(lowering="gpu")


def test_report(tmp_path):
    r = shardflow.propagate(PROGRAM, {"params/*/wq": (None, "model")})
    path = tmp_path / "step.html"
    report = r.report(path)
    assert path.read_text() == report.html and report.html.lower().startswith("<!doctype html>")
    assert "layer0" in report.html and "default-src 'none'" in report.html
    inline = report._repr_html_()
    assert inline.startswith("<iframe srcdoc=") and inline.count("<") == 2
    # The report is about the edited program, not the given one.
    assert report.html != shardflow.propagate(PROGRAM).report().html
    assert "characters" in repr(report)
