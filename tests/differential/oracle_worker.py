"""Runs real Shardy on many programs. Input and output are JSON lines.

    python oracle_worker.py < jobs > answers     # needs jaxlib

A job is {"text": MLIR, "passes": ["sdy-...{option=1}", ...]}, and an answer is
{"stage", "out", "err", "refused"}. The stage is "ok" or where the job failed:
"parse", "pass" (a pass reported an error), "crash" or "hang". If the verifier
reported the error, `refused` is the output without Shardy's verifier, otherwise
"". Jobs run in child processes, each of which works through a share of them. If
one crashes, a new child continues with the next job.
"""
import json
import os
import re
import select
import signal
import struct
import sys
import tempfile

SHARE = 200  # jobs for each child
SECONDS = 60  # for a job


def pass_manager(passes):
    """Makes a pass manager. Passes that work only on functions are nested in func.func."""
    from jaxlib.mlir import passmanager
    nested = []
    for text in passes:
        for form in (text, "func.func(%s)" % text):
            try:
                passmanager.PassManager.parse("builtin.module(%s)" % form)
            except Exception as error:
                if "restricted to" in str(error) and form == text:
                    continue
                raise
            nested.append(form)
            break
    return passmanager.PassManager.parse("builtin.module(%s)" %
                                         ",".join(nested))


def messages(error):
    found = []

    def walk(diagnostic):
        kind = str(diagnostic.severity).rsplit(".", 1)[-1].lower()
        found.append("%s: %s" % (kind, diagnostic.message))
        for note in diagnostic.notes:
            walk(note)
    for diagnostic in getattr(error, "error_diagnostics", []):
        walk(diagnostic)
    return found or [str(error)]


def answer(job):
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir
    stage, seen = "parse", []
    context = mlir.make_ir_context()

    def handler(diagnostic):
        seen.append("%s: %s" % (
            str(diagnostic.severity).rsplit(".", 1)[-1].lower(),
            diagnostic.message))
        return True

    with context:
        context.enable_multithreading(False)
        context.attach_diagnostic_handler(handler)
        try:
            module = ir.Module.parse(job["text"], context)
            stage = "pass"
            if job["passes"]:
                pass_manager(job["passes"]).run(module.operation)
            return {"stage": "ok", "out": module.operation.get_asm(),
                    "err": seen, "refused": None}
        except ir.MLIRError as error:
            seen += messages(error)
        refused, first = None, len(seen)
        if stage == "pass" and job.get("refused", True):
            try:
                module = ir.Module.parse(job["text"], context)
                manager = pass_manager(job["passes"])
                manager.enable_verifier(False)
                manager.run(module.operation)
                refused = module.operation.get_asm(assume_verified=True)
            except ir.MLIRError as error:
                seen += messages(error)
                if seen[first:first + 1] != seen[:1]:
                    refused = ""  # a different error
        return {"stage": stage, "out": "", "err": seen, "refused": refused}


def child(jobs, pipe, errors):
    os.dup2(errors.fileno(), 2)
    for job in jobs:
        try:
            data = json.dumps(answer(job)).encode()
        except Exception as error:
            data = json.dumps({"stage": "pass", "out": "", "refused": None,
                               "err": ["python: %s" % error]}).encode()
        os.write(pipe, struct.pack("!I", len(data)))
        view = memoryview(data)
        while view:
            view = view[os.write(pipe, view):]
    os._exit(0)


def read_exactly(pipe, count):
    data = b""
    while len(data) < count:
        ready, _, _ = select.select([pipe], [], [], SECONDS)
        if not ready:
            return None
        more = os.read(pipe, count - len(data))
        if not more:
            return b""
        data += more
    return data


def last_words(errors):
    errors.seek(0)
    lines = [line for line in errors.read().decode(errors="replace").split("\n")
             if re.search(r"Check failed|Assert|error:|LLVM ERROR|FATAL", line)]
    return lines[:1] or ["no message"]


def answers(jobs):
    """Yields the answer to each job, in order."""
    at = 0
    while at < len(jobs):
        share = jobs[at:at + SHARE]
        ours, theirs = os.pipe()
        with tempfile.TemporaryFile() as errors:
            pid = os.fork()
            if pid == 0:
                os.close(ours)
                child(share, theirs, errors)
            os.close(theirs)
            for job in share:
                head = read_exactly(ours, 4)
                data = head and read_exactly(ours, struct.unpack("!I", head)[0])
                at += 1
                if data:
                    yield json.loads(data)
                    continue
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                pid = None
                if job.get("refused", True) and head == b"":
                    # Maybe only the second attempt crashed, the one without the
                    # verifier.
                    again = dict(job, refused=False)
                    reply = list(answers([again]))[0]
                    if reply["stage"] == "pass":
                        reply["refused"] = ""  # only that attempt crashed
                    yield reply
                else:
                    yield {"stage": "hang" if head is None else "crash",
                           "out": "", "err": last_words(errors),
                           "refused": None}
                break
            if pid:
                os.waitpid(pid, 0)
            os.close(ours)


def main():
    import contextlib
    with contextlib.redirect_stdout(sys.stderr):
        from jax._src.interpreters import mlir  # noqa: F401  (once for all)
    for line in sys.stdin:
        for reply in answers(json.loads(line)):
            sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
