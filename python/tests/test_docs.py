"""Checks that the examples in docstrings and documentation run, and checks types."""

import doctest
import importlib
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest

import shardflow

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = [shardflow.__name__] + [
    f"shardflow.{module.name}" for module in pkgutil.iter_modules(shardflow.__path__)
    if module.name != "__main__"
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_guide():
    path = ROOT / "docs" / "python.md"
    assert doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS).failed == 0
    assert ">>>" in path.read_text()


BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SHOWN = [
    pytest.param(block[1], id=f"{page.name}:{page.read_text()[:block.start()].count(chr(10)) + 1}")
    for page in PAGES
    for block in BLOCK.finditer(page.read_text())
    if ">>>" not in block[1]
]


@pytest.mark.parametrize("code", SHOWN)
def test_blocks_of_python(code, tmp_path, monkeypatch):
    """The code blocks run, with a program like the one that they mention."""
    jax = pytest.importorskip("jax")
    programs = importlib.import_module("programs")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kernels.rules").write_text("my.same: ([i])->([i])\n")
    P, put = jax.sharding.PartitionSpec, jax.device_put

    def at(*spec):
        return jax.sharding.NamedSharding(programs.MESH, P(*spec))

    def train_step(params, batch):
        loss, grads = jax.value_and_grad(lambda p: (batch @ p["layer0"]["wq"]).mean())(params)
        return jax.tree.map(lambda p, g: p - g, params, grads), loss

    params = {"layer0": {"wq": put(jax.numpy.ones((8, 16)), at(None, "model"))}}
    batch = put(jax.numpy.ones((16, 8)), at("data"))
    names = {
        "P": P, "jax": jax, "shardflow": shardflow,
        "train_step": train_step, "state": params, "params": params, "batch": batch,
        "batches": [batch] * 2, "args": (params, batch), "f": train_step,
        "step": train_step, "lowered": jax.jit(train_step).lower(params, batch),
    }
    importlib.import_module("shardflow.jax")
    if "opt_state" in code:
        names |= {"opt_state": params, "step": lambda p, o, b: train_step(p, b)}
    exec(compile(code, "block", "exec"), names)
    if "test_shardings" in names:
        monkeypatch.setenv("SHARDFLOW_UPDATE", "1")
        names["test_shardings"](lambda r: shardflow.assert_golden(r, tmp_path / "golden.json"))
        monkeypatch.delenv("SHARDFLOW_UPDATE")
        names["test_shardings"](lambda r: shardflow.assert_golden(r, tmp_path / "golden.json"))


def test_the_notebook():
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.read(ROOT / "examples" / "sharding_in_a_notebook.ipynb", as_version=4)
    kept = [_texts(cell) for cell in notebook.cells]
    nbclient.NotebookClient(notebook, kernel_name="python3", timeout=120).execute()
    assert [_texts(cell) for cell in notebook.cells] == kept
    assert any("<table" in html for cell in notebook.cells for html in _texts(cell, "text/html"))


def _texts(cell, kind="text/plain"):
    """Returns what a cell printed and returned, without the file name, which varies."""
    texts = []
    for output in cell.get("outputs", []):
        text = output.get("text") if kind == "text/plain" else None
        texts.append(text or output.get("data", {}).get(kind, ""))
    return [re.sub(r"ipykernel_\d+/\d+|at <lowered>\S+", "", text) for text in texts]


def test_everything_public_is_documented():
    for name in shardflow.__all__:
        thing = getattr(shardflow, name)
        assert name == "__version__" or thing.__doc__
        if isinstance(thing, type):
            for key, member in vars(thing).items():
                if not key.startswith("_") and (callable(member) or isinstance(member, property)):
                    assert member.__doc__, f"{name}.{key}"


def test_stubs_are_those_of_the_module(tmp_path):
    stubgen = pytest.importorskip("nanobind.stubgen")
    del stubgen
    out = tmp_path / "_core.pyi"
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "shardflow._core", "-o", str(out)],
        check=True,
    )
    # `./dev python --stubs` writes the stubs.
    assert out.read_text() == (ROOT / "python" / "shardflow" / "_core.pyi").read_text()


def test_types_that_users_see(tmp_path):
    pytest.importorskip("mypy")
    path = tmp_path / "example.py"
    path.write_text(
        "import shardflow\n"
        "r = shardflow.propagate('step.mlir', {'x': ('a',)}, mesh={'a': 2})\n"
        "names: list[str] = [tensor.name for tensor in r['x']]\n"
        "shape: tuple[int, ...] | None = r['x'][0].local_shape\n"
        "seconds: float = r.cost('h100').seconds\n"
        "r.explian('x')\n"
        "wrong: int = r.text()\n"
    )
    run = subprocess.run(
        [sys.executable, "-P", "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(path)],
        cwd=tmp_path, capture_output=True, text=True,
    )
    assert "Found 2 errors" in run.stdout, run.stdout
    assert 'has no attribute "explian"' in run.stdout and "[assignment]" in run.stdout
