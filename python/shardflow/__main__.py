"""The program: `shardflow ...`, or `python -m shardflow ...`."""

from __future__ import annotations

import sys

from shardflow import _core


def main() -> int:
    """Runs the command line of this process, and returns the exit code."""
    return _core.run_program(["shardflow", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
