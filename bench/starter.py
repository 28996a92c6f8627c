"""Starts processes and measures their CPU time and peak memory, for the scripts here.

The peak memory of a process that wait4() returns includes that of the process which
started it, before exec. So processes are started by a small process instead of a script
that may hold large texts.
"""
import collections
import json
import subprocess
import sys

Cost = collections.namedtuple("Cost", "cpu memory code errors")

STARTER = """
import json, os, subprocess, sys, tempfile
for line in sys.stdin:
    with open(os.devnull, "w") as null, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(json.loads(line), stdout=null, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        err.seek(max(0, os.fstat(err.fileno()).st_size - 2000))
        errors = err.read().decode(errors="replace")
    print(json.dumps([usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024,
                      process.returncode, errors]), flush=True)
"""


class Starter:
    """The small process that starts others, one after another."""

    def __init__(self):
        self.process = subprocess.Popen([sys.executable, "-I", "-S", "-c", STARTER],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def run(self, command):
        """Runs the command without showing its output.

        Returns its Cost: CPU seconds, peak memory in bytes, the exit code, and the last
        2000 bytes of its standard error.
        """
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        return Cost(*json.loads(self.process.stdout.readline()))
