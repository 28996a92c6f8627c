"""Runs the commands in the documentation and checks their output.

  python3 tests/docs_blocks.py SHARDFLOW [FILE.md ...]     (at the top of the tree)

In README.md and docs/*.md, a ```console block contains commands (after "$ ") and
their output, and a ```sh block contains only commands. The commands of a page run
in one folder, which contains the examples and the files that earlier commands made.
If the page shows output, the real output must be the same. A line "..." stands for
any number of lines. <!-- not run: REASON --> before a block skips it, and
<!-- run: COMMAND --> makes files that readers are expected to have ($TOP is the top
of the tree). Only shardflow and a few small programs are run.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(
    r"^<!-- run: (?P<set_up>.*?) -->$|"
    r"^(?:<!-- (?P<reason>not run: [^>]*) -->\n+)?"
    r"```(?P<kind>console|sh)\n(?P<text>.*?)^```$", re.M | re.S)
RUNNABLE = {"shardflow", "echo", "cat", "head", "printf"}


def commands(kind, text):
    """Returns (command, the lines of output shown for it or None) for each command."""
    found = []
    continued = False
    for line in text.splitlines():
        if continued:
            found[-1][0] += "\n" + line
        elif kind == "sh" and line.strip() and not line.startswith("#"):
            found.append([line, None])
        elif kind == "console" and line.startswith("$ "):
            found.append([line[2:], []])
        elif kind == "console" and found:
            found[-1][1].append(line)
            continue
        continued = line.endswith("\\")
    return [(command, shown or None) for command, shown in found]


def is_shown(shown, printed):
    """Returns whether the printed lines match the shown lines, where "..." matches any."""
    pattern = "".join(
        "(?:.*\n)*?" if line.strip() == "..." else re.escape(line.rstrip()) + "\n"
        for line in shown)
    printed = "".join(line.rstrip() + "\n" for line in printed.splitlines())
    return re.fullmatch(pattern, printed) is not None


def main():
    tool = os.path.abspath(sys.argv[1])
    pages = [pathlib.Path(page) for page in sys.argv[2:]] or \
        [pathlib.Path("README.md"), *sorted(pathlib.Path("docs").glob("*.md"))]
    failed = ran = left = 0
    for page in pages:
        with tempfile.TemporaryDirectory() as folder:
            bin_folder = os.path.join(folder, ".bin")
            os.mkdir(bin_folder)
            os.symlink(tool, os.path.join(bin_folder, "shardflow"))
            shutil.copytree("examples", os.path.join(folder, "examples"))
            environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1",
                           "TOP": os.getcwd(),
                           "PATH": bin_folder + ":" + os.environ["PATH"]}
            for block in BLOCK.finditer(page.read_text()):
                if block["set_up"]:
                    subprocess.run(["bash", "-ec", block["set_up"]], cwd=folder,
                                   env=environment, check=True, timeout=60)
                    continue
                if block["reason"]:
                    left += 1
                    continue
                for command, shown in commands(block["kind"], block["text"]):
                    words = re.findall(r"(?:^|[|;&]\s*)([\w./-]+)", command)
                    if not words or not set(words) <= RUNNABLE:
                        left += 1
                        continue
                    ran += 1
                    run = subprocess.run(
                        ["bash", "-c", command], cwd=folder, env=environment, text=True,
                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
                    if run.returncode not in (0, 1) or (
                            shown and not is_shown(shown, run.stdout)):
                        failed += 1
                        print("%s: $ %s\n  exit %d, prints\n%s" % (
                            page, command, run.returncode, run.stdout[-3000:]))
    print("%d commands ran, %d failed, %d were left out" % (ran, failed, left))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
