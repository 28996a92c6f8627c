"""Programs as text, for the tests. (Without jax.)"""

import pathlib
import re

SHARDING = re.compile(r"sdy\.sharding = #sdy\.sharding<@mesh, \[[^\]]*\]>(?:, )?")


def with_shardings(path: pathlib.Path, kept: set[int]) -> str:
    """The program without the shardings of its arguments, except these."""
    numbers = iter(range(10**6))
    return SHARDING.sub(lambda m: m.group() if next(numbers) in kept else "", path.read_text())
