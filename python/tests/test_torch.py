"""Tests with programs of torch.export. Only `./dev python --torch` runs them, because
torch is large."""

import doctest
import pathlib

import jax
import pytest
from jax.sharding import AbstractMesh, AxisType
from jax.sharding import PartitionSpec as P

import shardflow

torch = pytest.importorskip("torch")
pytest.importorskip("torchax")


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.up = torch.nn.Linear(16, 64)
        self.norm = torch.nn.BatchNorm1d(64)
        self.down = torch.nn.Linear(64, 8)

    def forward(self, x, mask):
        return self.down(torch.relu(self.norm(self.up(x)))) * mask


@pytest.fixture(scope="module")
def exported():
    return torch.export.export(Net().eval(), (torch.ones(32, 16), torch.ones(32, 1)))


MESH = AbstractMesh((4, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)


def test_tensors_have_the_names_of_torch(exported):
    r = shardflow.propagate(
        exported, {"params/up.weight": P("model", None), "inputs/x": P("data")}, mesh=MESH
    )
    assert r["params/up.weight"][0].local_shape == (32, 16)
    assert r["params/down.weight"][0].spec == P(None, "model")
    assert r["buffers/norm.running_mean"][0].spec == P("model")
    assert r["inputs/mask"][0].spec == P("data", None)
    assert r["res/0"][0].spec == P("data", None)
    assert {t.name for t in r["params/*"]} >= {"params/norm.weight", "params/down.bias"}


def test_what_is_lowered_computes_what_torch_does(exported):
    lowered = shardflow.trace(exported)
    names = lowered.in_tree.unflatten(range(lowered.in_tree.num_leaves))[0]
    state = exported.state_dict
    x, mask = torch.randn(32, 16), torch.randn(32, 1)
    given = {
        "params": {n: state[n].detach().numpy() for n in names[0]},
        "buffers": {n: state[n].numpy() for n in names[1]},
    }
    got = lowered.compile()(
        given["params"], given["buffers"], {}, {"x": x.numpy(), "mask": mask.numpy()}
    )
    want = exported.module()(x, mask).detach().numpy()
    assert jax.numpy.allclose(got[0], want, atol=1e-5)


def test_a_plan_is_found(exported):
    plan = shardflow.auto(exported, mesh={"data": 8}, topology="v5e", steps=50)
    assert plan.in_shardings(AbstractMesh((8,), ("data",)))


def test_dynamic_sizes_are_refused():
    batch = torch.export.Dim("batch", min=2, max=64)
    program = torch.export.export(
        torch.nn.Linear(4, 4), (torch.ones(8, 4),), dynamic_shapes=({0: batch},)
    )
    with pytest.raises(shardflow.Error, match="dynamic sizes"):
        shardflow.propagate(program)


def test_arguments_are_the_programs_own(exported):
    with pytest.raises(shardflow.Error, match="has its arguments already"):
        shardflow.trace(exported, torch.ones(1))


def test_the_page():
    path = pathlib.Path(__file__).resolve().parents[2] / "docs" / "pytorch.md"
    assert doctest.testfile(str(path), module_relative=False).failed == 0
