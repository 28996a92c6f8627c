"""The command-line tool: `shardflow ...` or `python -m shardflow ...`."""

from __future__ import annotations

import sys

from shardflow import _core


def main() -> int:
    """Runs the tool with this process's arguments and returns the exit code."""
    return _core.run_program(["shardflow", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
