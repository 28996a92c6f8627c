"""Tests of the assertions for users' tests, and of the pytest plugin."""

import subprocess
import sys
import textwrap

import pytest

import shardflow
from shardflow import _testing

PROGRAM = """\
sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @main(
    %x: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>} loc("x"),
    %w: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>} loc("params['layer0']['w']"),
    %v: tensor<64x64xf32> loc("params['layer1']['w']"))
    -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>, jax.result_info = "result"}) {
  %0 = stablehlo.add %x, %w : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
"""


@pytest.fixture(scope="module")
def r():
    return shardflow.propagate(PROGRAM)


def test_assert_sharding(r):
    shardflow.assert_sharding(r, "x", ("a", None))
    shardflow.assert_sharding(PROGRAM, "x", ["a"])
    shardflow.assert_sharding(r, "params/layer1/w", ())
    with pytest.raises(AssertionError) as failed:
        shardflow.assert_sharding(r, "params/*/w", (None, "a"))
    text = str(failed.value)
    assert "1 of 2 tensors are sharded differently" in text
    assert "params/layer1/w (tensor<64x64xf32>)\n  is P(None, None), and has to be P(None, 'a')" in text
    # The text explains why the axis is missing.
    assert "    params['layer1']['w']" in text
    with pytest.raises(AssertionError, match=r"has to be P\(\('a', 'b'\), None\)"):
        shardflow.assert_sharding(r, "x", (("a", "b"),))
    with pytest.raises(shardflow.Error, match="called 'y'"):
        shardflow.assert_sharding(r, "y", ())


def test_assert_no_reshard(r):
    with pytest.raises(AssertionError, match=r"1 reshards:\nparams\['layer0'\]\['w'\].*all_to_all, 3 KiB"):
        shardflow.assert_no_reshard(r)
    shardflow.assert_no_reshard(r, larger_than="3 KiB")
    with pytest.raises(AssertionError, match="of more than 1 KiB"):
        shardflow.assert_no_reshard(r, larger_than=1024)
    shardflow.assert_no_reshard(r.what_if({"params/layer0/w": ("a",)}))


def test_assert_max_replicated(r):
    shardflow.assert_max_replicated(r, "16 KiB")
    with pytest.raises(AssertionError) as failed:
        shardflow.assert_max_replicated(r, 1000)
    assert "1 tensors of more than 1000 B are replicated" in str(failed.value)
    assert "params/layer1/w (tensor<64x64xf32>), 16 KiB" in str(failed.value)
    shardflow.assert_max_replicated(r, 0, "params/layer0/*")


def test_assert_golden(r, tmp_path, monkeypatch):
    path = tmp_path / "goldens" / "step.json"
    monkeypatch.delenv("SHARDFLOW_UPDATE", raising=False)
    with pytest.raises(AssertionError, match="there is no .*step.json: pytest --shardflow-update"):
        shardflow.assert_golden(r, path)
    monkeypatch.setenv("SHARDFLOW_UPDATE", "1")
    shardflow.assert_golden(r, path)
    monkeypatch.setenv("SHARDFLOW_UPDATE", "0")
    shardflow.assert_golden(PROGRAM, path)
    shardflow.assert_golden(PROGRAM.replace("%x", "%other"), path)
    with pytest.raises(AssertionError, match="shardings are not those of(.|\n)*- <@mesh"):
        shardflow.assert_golden(r.what_if({"x": (None, "b")}), path)


@pytest.mark.parametrize(
    ("size", "expected"),
    [(7, 7), ("7", 7), ("2KB", 2000), ("2 kib", 2048), ("1.5 MiB", 3 << 19), ("1 TB", 10**12)],
)
def test_sizes(size, expected):
    assert _testing.parse_bytes(size) == expected


@pytest.mark.parametrize("size", ["", "many", "3 KiBi", "1..5 MB"])
def test_wrong_sizes(size):
    with pytest.raises(shardflow.Error, match="is not a size"):
        _testing.parse_bytes(size)


def test_the_plugin(tmp_path):
    """The plugin from the view of a user's tests: options, fixture and failures."""
    (tmp_path / "test_model.py").write_text(
        textwrap.dedent(
            f"""
            import os, shardflow
            PROGRAM = {PROGRAM!r}

            def test_step(shardflow_golden):
                edits = {{"x": (None, "b")}} if os.environ.get("CHANGED") else {{}}
                shardflow_golden(shardflow.propagate(PROGRAM, edits))
                shardflow_golden(PROGRAM, "other")

            def test_spec():
                shardflow.assert_sharding(PROGRAM, "params/*/w", (None, "a"))
            """
        )
    )

    def run(*words, **variables):
        import os

        environment = {k: v for k, v in os.environ.items() if k != "SHARDFLOW_UPDATE"}
        return subprocess.run(
            [sys.executable, "-P", "-m", "pytest", "-p", "no:cacheprovider", *PLUGIN, *words],
            cwd=tmp_path, env={**environment, **variables}, capture_output=True, text=True,
        ).stdout

    out = run("-k", "step")
    assert "--shardflow-update writes it" in out and "1 failed" in out
    assert "1 passed" in run("-k", "step", "--shardflow-update")
    files = sorted(path.name for path in (tmp_path / "goldens").iterdir())
    assert files == ["test_model.test_step.json", "test_model.test_step.other.json"]
    assert "1 passed" in run("-k", "step")
    out = run("-k", "step", CHANGED="1")
    assert "shardings are not those of" in out
    # The traceback shows the test's own line, and none of our code.
    out = run("-k", "spec")
    assert "has to be P(None, 'a')" in out and "_testing.py" not in out


def _is_installed():
    from importlib import metadata

    try:
        return bool(metadata.entry_points(group="pytest11", name="shardflow"))
    except metadata.PackageNotFoundError:
        return False


# In the source tree there is no entry point, so the plugin is loaded by name.
PLUGIN = [] if _is_installed() else ["-p", "shardflow._pytest_plugin"]
