"""Checks that the examples for `serve` print the shardings of `propagate --json`.

  python3 tests/examples.py SHARDFLOW [NODE]     (at the top of the tree)
"""
import json
import pathlib
import subprocess
import sys

tool, nodes = sys.argv[1], sys.argv[2:]
path = "examples/mlp_train_step.mlir"
request = {"program": pathlib.Path(path).read_text(), "output": "none"}
reply = json.loads(subprocess.run(
    [tool, "propagate", "--json", "-"], input=json.dumps(request), text=True,
    capture_output=True, check=True, timeout=60).stdout)
expected = [[f"@{row['function']}", row["value"], row["type"],
             row["sharding"]["dimensions"]] for row in reply["result"]["shardings"]]
if len(expected) < 50:
    sys.exit(f"only {len(expected)} shardings in the example")

commands = [[sys.executable, "examples/serve.py", path, tool]]
commands += [[node, "examples/serve.mjs", path, tool] for node in nodes]
for command in commands:
    # Python prints {'name': 'x'} where Node prints {"name":"x"}. Names of values
    # may contain a space, unlike types and names of functions.
    lines = subprocess.run(command, capture_output=True, text=True, check=True,
                           timeout=60).stdout.splitlines()
    rows = []
    for line in lines:
        head, _, dims = line.partition(" [")
        function, rest = head.split(" ", 1)
        value, type_ = rest.rsplit(" ", 1)
        rows.append([function, value, type_,
                     json.loads("[" + dims.replace("'", '"').replace("True", "true"))])
    if rows != expected:
        sys.exit(f"{command[1]} prints {len(rows)} other rows")
    # Input that isn't a program must be reported as an error.
    failed = subprocess.run([*command[:2], "README.md", tool], capture_output=True,
                            timeout=60)
    if failed.returncode == 0:
        sys.exit(f"{command[1]} takes README.md for a program")
    # The examples must be short enough to read at a glance.
    code = [line for line in pathlib.Path(command[1]).read_text().splitlines()
            if line.strip() and not line.lstrip().startswith(("#", "//"))]
    if len(code) > 20:
        sys.exit(f"{command[1]} has {len(code)} lines")
print(f"{len(commands)} examples agree")
