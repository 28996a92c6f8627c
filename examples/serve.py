"""Asks `shardflow serve` for the shardings of a program; standard library only.

  python3 examples/serve.py [PROGRAM [SHARDFLOW]]
"""
import json
import subprocess
import sys

path = sys.argv[1] if len(sys.argv) > 1 else "examples/mlp_train_step.mlir"
tool = sys.argv[2] if len(sys.argv) > 2 else "shardflow"
server = subprocess.Popen([tool, "serve", "--stdio"], text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)
with server, open(path) as file:
    request = {"id": 1, "program": file.read(), "output": "none"}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    reply = json.loads(server.stdout.readline())
if "error" in reply:
    sys.exit(reply["error"]["message"])
for row in reply["result"]["shardings"]:
    print("@" + row["function"], row["value"], row["type"], row["sharding"]["dimensions"])
