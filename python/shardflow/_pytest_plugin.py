"""The pytest plugin: the option --shardflow-update and the fixture shardflow_golden."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("shardflow").addoption(
        "--shardflow-update",
        action="store_true",
        help="write the golden files of shardflow.assert_golden anew",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--shardflow-update"):
        # Use the environment, so that child processes also see the setting.
        os.environ["SHARDFLOW_UPDATE"] = "1"


@pytest.fixture
def shardflow_golden(request: pytest.FixtureRequest) -> Callable[..., None]:
    """`shardflow.assert_golden` with a file named after the test.

    The file is in the folder `goldens` next to the test. A test with several
    programs must name each of them: `shardflow_golden(lowered, "train")`.
    """
    test = re.sub(r"[^\w.-]+", "-", request.node.name).strip("-")
    folder = request.path.parent / "goldens"

    def check(program: Any, name: str = "") -> None:
        __tracebackhide__ = True
        from shardflow import _testing

        stem = f"{request.path.stem}.{test}" + (f".{name}" if name else "")
        _testing.assert_golden(program, folder / f"{stem}.json")

    return check
