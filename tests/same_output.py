#!/usr/bin/env python3
"""Checks that a command prints the contents of FILE: same_output.py FILE COMMAND..."""
import difflib
import pathlib
import subprocess
import sys


def main():
    wanted = pathlib.Path(sys.argv[1]).read_text()
    done = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, text=True)
    diff = difflib.unified_diff(wanted.splitlines(True), done.stdout.splitlines(True),
                                sys.argv[1], "output")
    sys.stderr.writelines(diff)
    return done.returncode or int(done.stdout != wanted)


if __name__ == "__main__":
    sys.exit(main())
