"""pytest's options and fixture: --shardflow-update, shardflow_golden."""

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
        # Processes that pytest starts are to know it, too.
        os.environ["SHARDFLOW_UPDATE"] = "1"


@pytest.fixture
def shardflow_golden(request: pytest.FixtureRequest) -> Callable[..., None]:
    """`shardflow.assert_golden` with a file that is called as the test is.

    It stands in the folder `goldens` beside the test. A test that has several
    programs gives each a name: `shardflow_golden(lowered, "train")`.
    """
    test = re.sub(r"[^\w.-]+", "-", request.node.name).strip("-")
    folder = request.path.parent / "goldens"

    def check(program: Any, name: str = "") -> None:
        __tracebackhide__ = True
        from shardflow import _testing

        stem = f"{request.path.stem}.{test}" + (f".{name}" if name else "")
        _testing.assert_golden(program, folder / f"{stem}.json")

    return check
