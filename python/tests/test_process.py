"""Tests of threads, signals, the command-line tool and the cost of importing."""

import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import shardflow
from shardflow import _core

ROOT = pathlib.Path(__file__).resolve().parents[2]
STEP = ROOT / "examples" / "mlp_train_step.mlir"


def big_program(ops=200_000):
    """Returns a chain of ops that takes seconds to read and to propagate."""
    lines = [
        'sdy.mesh @mesh = <["a"=2]>',
        'func.func @main(%v0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {',
    ]
    lines += [f"  %v{i + 1} = stablehlo.tanh %v{i} : tensor<8xf32>" for i in range(ops)]
    return "\n".join([*lines, f"  return %v{ops} : tensor<8xf32>", "}"])


def test_other_threads_run_meanwhile():
    text = big_program()
    ticks = 0
    done = False

    def tick():
        nonlocal ticks
        while not done:
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.monotonic()
    shardflow.propagate(text)
    seconds = time.monotonic() - begin
    done = True
    thread.join()
    # If the lock were held, there would be only a handful of switches.
    assert ticks > seconds * 1000 / 20


def test_threads_share_a_result():
    r = shardflow.propagate(STEP)
    expected = r.text()
    answers = []

    def ask():
        answers.append(r.text() == expected and r.explain("arg/0"))
        answers.append(shardflow.propagate(STEP).text() == expected)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 16 and all(answers)


@pytest.mark.parametrize("delay", [0.02, 0.1, 0.3, 0.6])
def test_ctrl_c_ends_a_call(delay):
    text = big_program()
    sent = []

    def send():
        time.sleep(delay)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=send)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        # Repeat until the signal arrives, because the machine may be fast.
        while True:
            shardflow.propagate(text).text()
    seconds = time.monotonic() - sent[0]
    thread.join()
    _core.join_abandoned()
    assert seconds < 0.1 * float(os.environ.get("SHARDFLOW_TEST_SLACK", "3"))


def test_a_process_ends_after_ctrl_c():
    """The process waits for abandoned work before destructors run."""
    code = f"""
        import os, signal, sys, threading, time
        sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})
        import shardflow, test_process
        text = test_process.big_program()
        threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            while True:
                shardflow.propagate(text)
        except KeyboardInterrupt:
            print("ended")
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "ended\n", "")


def test_jax_is_imported_only_when_needed():
    code = """
        import sys, shardflow
        shardflow.propagate("module {}").table()
        print(sorted(m for m in ("jax", "jaxlib", "numpy") if m in sys.modules))
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"


def test_the_program():
    command = [sys.executable, "-m", "shardflow"]
    run = subprocess.run([*command, "--version"], capture_output=True, text=True)
    assert run.stdout == f"shardflow {shardflow.__version__}\n"
    run = subprocess.run([*command, "propagate", "-q", str(STEP)], capture_output=True, text=True)
    assert run.returncode == 0 and run.stdout == shardflow.propagate(STEP).text()
    run = subprocess.run([*command, "propagate", "-"], input="no", capture_output=True, text=True)
    assert run.returncode == 3 and "error" in run.stderr and run.stdout == ""
    # Ctrl-C ends the tool like any other program, without a traceback.
    run = subprocess.Popen([*command, "serve", "--stdio"], stdin=subprocess.PIPE,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdin and run.stdout
    run.stdin.write(b'{"id": 1, "method": "version"}\n')
    run.stdin.flush()
    assert b'"id"' in run.stdout.readline()
    run.send_signal(signal.SIGINT)
    assert run.wait(timeout=30) == -signal.SIGINT
    assert run.communicate()[1] == b""
