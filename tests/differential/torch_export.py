#!/usr/bin/env python3
"""Writes artifacts of sharded programs with torch_xla, as input for artifacts.py.

    PYTHON torch_export.py DIRECTORY

PYTHON must have torch and torch_xla 2.9.
"""
import os
import sys

os.environ.update(PJRT_DEVICE='CPU', CPU_NUM_DEVICES='8')
import numpy as np  # noqa: E402
import torch  # noqa: E402
import torch_xla  # noqa: E402
import torch_xla.distributed.spmd as xs  # noqa: E402
import torch_xla.runtime as xr  # noqa: E402


def mesh(*shape, devices=range(8)):
    return xs.Mesh(np.array(devices), shape, tuple('xyz'[:len(shape)]))


def mlp(dev):
    net = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.GELU(), torch.nn.Linear(32, 8)).to(dev)
    x = torch.randn(8, 16).to(dev)
    xs.mark_sharding(x, mesh(4, 2), ('x', None))
    xs.mark_sharding(net[0].weight, mesh(4, 2), ('y', None))
    return [net(x)]


def batched(dev):
    a, b = torch.randn(4, 8, 16).to(dev), torch.randn(4, 16, 8).to(dev)
    xs.mark_sharding(a, mesh(2, 2, 2), ('x', 'y', None))
    xs.mark_sharding(b, mesh(2, 2, 2), (('x', 'z'), None, None))
    return [torch.softmax(a @ b, -1)]


def order(dev):
    a = torch.randn(8, 8).to(dev)
    xs.mark_sharding(a, mesh(4, 2, devices=[7, 3, 5, 1, 6, 2, 4, 0]), ('y', 'x'))
    return [a.t() @ a, a.cumsum(0)]


def step(dev):
    net = torch.nn.Linear(16, 16).to(dev)
    x = torch.randn(8, 16).to(dev)
    xs.mark_sharding(x, mesh(8), ('x', None))
    optimizer = torch.optim.SGD(net.parameters(), lr=.1, momentum=.9)
    net(x).square().mean().backward()
    optimizer.step()
    return list(net.parameters())


def convolution(dev):
    net = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3, 2, 1), torch.nn.BatchNorm2d(8), torch.nn.MaxPool2d(2)).to(dev)
    x = torch.randn(8, 3, 16, 16).to(dev)
    xs.mark_sharding(x, mesh(8), ('x', None, None, None))
    out = net(x)
    out.sum().backward()
    return [out, net[0].weight.grad]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    os.makedirs(sys.argv[1], exist_ok=True)
    xr.use_spmd()
    dev = torch_xla.device()
    for function in (mlp, batched, order, step, convolution):
        artifact = torch_xla._XLAC._get_stablehlo(function(dev), str(dev), [], True)
        with open(os.path.join(sys.argv[1], function.__name__ + '.bc'), 'wb') as handle:
            handle.write(artifact)
    print(f'torch_xla {torch_xla.__version__}: 5 programs')


if __name__ == '__main__':
    main()
