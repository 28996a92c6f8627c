"""Tests of Result's answers about communication and mistakes, and of auto()."""

import json
import os
import pathlib
import signal
import threading
import time

import pytest

import shardflow
import texts
from shardflow import _core

ROOT = pathlib.Path(__file__).resolve().parents[2]
STEP = ROOT / "examples" / "gpt_train_step.mlir"

# A perceptron with two layers and no shardings.
PLAIN = """\
func.func @main(%x: tensor<8192x1024xf32> loc("x"), %up: tensor<1024x4096xf32> loc("params['up']"),
                %down: tensor<4096x1024xf32> loc("params['down']")) -> tensor<8192x1024xf32> {
  %0 = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0]
      : (tensor<8192x1024xf32>, tensor<1024x4096xf32>) -> tensor<8192x4096xf32>
  %1 = stablehlo.tanh %0 : tensor<8192x4096xf32>
  %2 = stablehlo.dot_general %1, %down, contracting_dims = [1] x [0]
      : (tensor<8192x4096xf32>, tensor<4096x1024xf32>) -> tensor<8192x1024xf32>
  return %2 : tensor<8192x1024xf32>
}
"""


def test_comms():
    r = shardflow.propagate(STEP, jax=True)
    comms = r.comms()
    assert str(comms) == repr(comms) and f"by {len(comms)} collectives" in str(comms)
    code, out, _ = _core.run_command(["comms", "--format", "json", str(STEP)])
    rows = json.loads(out)["rows"]
    assert comms.bytes == json.loads(out)["bytes"] == r.cost().sent
    assert len(comms) == len(list(comms)) == len(rows) > 20
    assert sorted(c.tensor for c in comms) == sorted(row.get("value", "") for row in rows)
    assert comms.collectives[0].bytes == max(c.bytes for c in comms)
    assert comms.collectives[0].line > 0 and "of " in str(comms.collectives[0])
    # The answer can be limited to some tensors and ops.
    up = r.comms("params/blocks/0/up")
    code, out, _ = _core.run_command(["comms", str(STEP), "--name", "params/blocks/0/up"])
    assert str(up) == out.decode()
    assert {c.tensor for c in up} == {"state['params']['blocks'][0]['up']"} or len(up) == 1
    both = r.comms("params/blocks/0/up", "params/blocks/0/down")
    assert len(both) > len(up) and both.bytes > up.bytes
    with pytest.raises(shardflow.Error, match="nothing in the program is called nothing"):
        r.comms("nothing")
    # `top` limits the number of rows.
    assert "more (--all)" in str(r.comms(top=1)) and "more" not in str(r.comms(top=None))
    assert r.comms(lowering="shardflow").bytes > 0
    with pytest.raises(shardflow.Error, match="lowering must be"):
        r.comms(lowering="gpu")


def test_what_if_changes_what_is_sent():
    r = shardflow.propagate(PLAIN, {"x": ("data",)}, mesh={"data": 4, "model": 2})
    assert r.comms().bytes == 0
    w = r.what_if({"params/up": (None, "model")})
    (sum_of_parts,) = w.comms()
    assert (sum_of_parts.kind, sum_of_parts.group, sum_of_parts.cause) == ("all_reduce", 2, "product")


def test_lint():
    text = """\
sdy.mesh @mesh = <["a"=4, "spare"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>} loc("x")) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
"""
    findings = shardflow.propagate(text).lint()
    assert [f.code for f in findings] == ["unused-axis", "redundant-annotation"]
    warning, note = findings
    assert (warning.level, note.level, findings.warnings) == ("warning", "note", [warning])
    assert "spare" in warning.text and warning.fix
    assert str(findings).splitlines()[-1] == "2 findings" and str(warning) in repr(findings)
    assert json.loads(findings.sarif)["version"] == "2.1.0"
    r = shardflow.propagate(text)
    assert [f.code for f in r.lint(allow=["unused-axis"])] == ["redundant-annotation"]
    assert r.lint(allow=["unused-axis", "redundant-annotation"]) == []
    with pytest.raises(shardflow.Error, match="there is no finding 'unused'"):
        r.lint(allow=["unused"])
    # After a what-if, the findings are about the edited program.
    used = r.what_if({"x": (None, "spare")}).lint()
    assert "unused-axis" not in [f.code for f in used]
    large = shardflow.propagate(PLAIN, {"x": ("a",)}, mesh={"a": 4})
    assert large.lint() == []
    assert {f.bytes for f in large.lint(large="16 MiB")} == {16 * 2**20}


def test_auto():
    mesh = {"data": 4, "model": 2}
    plan = shardflow.auto(PLAIN, mesh=mesh, topology="h100", steps=60)
    assert plan.fits and plan.steps <= 60 and list(plan.result.meshes.values()) == [mesh]
    # The plan is faster than the most obvious sharding.
    naive = shardflow.propagate(PLAIN, {"x": ("data",)}, mesh=mesh, jax=True).cost("h100")
    assert 0 < plan.cost.seconds < naive.seconds
    assert plan.result.cost("h100").seconds == pytest.approx(plan.cost.seconds)
    assert plan.candidates[0].seconds <= plan.candidates[-1].seconds
    assert plan.candidates[-1].peak_memory <= plan.candidates[0].peak_memory
    assert len(plan.axes) == 2 and plan.axes[0].startswith("data: ")
    assert all(line in str(plan) for line in plan.axes) and "ms" in repr(plan)
    assert "sdy.sharding" in plan.text()
    # The same number of steps gives the same answer.
    again = shardflow.auto(PLAIN, mesh=mesh, topology="h100", steps=60)
    assert again.text(debug_info=True) == plan.text(debug_info=True)
    # The given shardings are kept.
    given = PLAIN.replace(
        'tensor<8192x1024xf32> loc("x")',
        'tensor<8192x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>} loc("x")',
    )
    own = shardflow.auto('sdy.mesh @mesh = <["a"=4]>\n' + given, topology="h100", steps=20)
    assert own.result["x"][0].axes == ((), ("a",)) and own.decisions == []
    # With reconsider=True, the given shardings may change.
    free = shardflow.auto(
        'sdy.mesh @mesh = <["a"=4]>\n' + given, topology="h100", steps=60, reconsider=True, explain=True
    )
    assert free.cost.seconds < own.cost.seconds and not free.keeps_given
    assert {d.axis for d in free.decisions} <= {"a", ""} and any(d.alternatives for d in free.decisions)
    kept = shardflow.auto(
        'sdy.mesh @mesh = <["a"=4]>\n' + given, topology="h100", steps=1, reconsider=True
    )
    assert kept.keeps_given == (kept.result["x"][0].axes == ((), ("a",)))


def test_auto_within_memory():
    mesh = {"data": 4, "model": 2}
    lean = shardflow.auto(PLAIN, mesh=mesh, topology="h100", memory="1 KiB", steps=30)
    assert not lean.fits and "DOES NOT FIT" in str(lean)
    assert shardflow.auto(PLAIN, mesh=mesh, topology="h100", memory="80 GiB", steps=30).fits


def test_auto_finds_a_mesh():
    plan = shardflow.auto(PLAIN, mesh=8, topology="h100", steps=60)
    (axes,) = plan.result.meshes.values()
    sizes = list(axes.values())
    assert sizes in ([8], [2, 4], [4, 2])


def test_constraints_are_named():
    # The program has three shardings of its own, so that fast plans need constraints.
    program = texts.with_shardings(STEP, {2, 3, 4})
    plan = shardflow.auto(program, topology="v5e", steps=40)
    given = program.count("sdy.sharding_constraint")
    assert plan.constraints and plan.text().count("sdy.sharding_constraint") == given + len(plan.constraints)
    named = [c for c in plan.constraints if c.line]
    assert any(c.name.startswith("block0/") for c in named)
    for c in named:
        assert c.file.endswith("gpt_train_step.py") and c.producer.startswith("stablehlo.")
        assert c.spec_text.startswith("P(") and c.type.startswith("tensor<")
    assert f"constraint on {named[0].name} at {named[0].file}:{named[0].line}" in str(plan)


def test_wrong_calls_of_auto():
    with pytest.raises(shardflow.Error, match="no mesh, and none was given"):
        shardflow.auto(PLAIN, topology="h100")
    with pytest.raises(shardflow.Error, match="expected h100, v5e"):
        shardflow.auto(PLAIN, mesh={"a": 4}, topology="h101")
    with pytest.raises(shardflow.Error, match="cannot read 'no.toml'"):
        shardflow.auto(PLAIN, mesh={"a": 4}, topology="no.toml")
    with pytest.raises(shardflow.Error, match="is not a size"):
        shardflow.auto(PLAIN, mesh={"a": 4}, topology="h100", memory="much")
    with pytest.raises(TypeError):
        shardflow.auto(PLAIN, mesh={"a": 4})


def test_ctrl_c_ends_a_search():
    sent = []

    def send():
        time.sleep(0.3)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=send)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            shardflow.auto(STEP, topology="h100", seconds=30)
    seconds = time.monotonic() - sent[0]
    thread.join()
    _core.join_abandoned()
    assert seconds < 0.1 * float(os.environ.get("SHARDFLOW_TEST_SLACK", "3"))
