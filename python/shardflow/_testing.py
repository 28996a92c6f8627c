"""Assertions about shardings, for users' tests."""

from __future__ import annotations

import os
import pathlib
import textwrap
from typing import Any

from shardflow import _result, _spec
from shardflow._result import Result
from shardflow._tensor import Tensor, bytes_text, parse_bytes

# The maximum numbers of mismatches that a failure explains and names.
_EXPLAINED = 3
_NAMED = 12

def _result_of(program: Any) -> Result:
    from shardflow import propagate

    return program if isinstance(program, Result) else propagate(program)


def _indented(text: str) -> str:
    return textwrap.indent(text.rstrip("\n"), "    ")


def _fail(head: str, rows: list[str]) -> None:
    __tracebackhide__ = True
    more = [f"... {len(rows) - _NAMED} more"] if len(rows) > _NAMED else []
    raise AssertionError("\n".join([head, *rows[:_NAMED], *more]))


def assert_sharding(program: Any, name: str, spec: Any) -> None:
    """Checks that all tensors with this name are sharded as `spec` says.

    Args:
      program: a `Result`, or a program as for `shardflow.propagate`.
      name: the name of arguments and results, as in `Result.__getitem__`.
      spec: a PartitionSpec, a NamedSharding or a tuple. Trailing dimensions may be
        left out; the order of axes matters.

    Raises:
      AssertionError: a tensor is sharded differently. The text explains why.
      Error: there is no tensor with this name, or the program is invalid.
    """
    __tracebackhide__ = True
    result = _result_of(program)
    wanted = _spec.entries(spec)
    tensors = result[name]
    offenders = [t for t in tensors if not _is_sharded(t, wanted)]
    if not offenders:
        return
    rows = []
    for i, tensor in enumerate(offenders):
        full = wanted + [None] * (tensor.rank - len(wanted))
        row = (
            f"{tensor.name} ({tensor.type})\n"
            f"  is {tensor.spec_text}, and has to be {_spec.spec_text(full)}"
        )
        if i < _EXPLAINED:
            row += "\n" + _indented(tensor.explain())
        rows.append(row)
    _fail(f"{len(offenders)} of {len(tensors)} tensors are sharded differently:", rows)


def _is_sharded(tensor: Tensor, wanted: list[Any]) -> bool:
    spec: list[Any] = [axes or None for axes in tensor.axes]
    return not tensor.unreduced_axes and _spec.same_spec(spec, wanted)


def assert_no_reshard(program: Any, *, larger_than: int | str = 0) -> None:
    """Checks that no tensor must be resharded.

    Args:
      program: a `Result`, or a program as for `shardflow.propagate`.
      larger_than: ignores reshards in which a device sends or receives at most this
        much, in bytes or as text such as "1 MiB".

    Raises:
      AssertionError: there is such a tensor; see `Result.reshards`.
    """
    __tracebackhide__ = True
    limit = parse_bytes(larger_than)
    rows = [str(r) for r in _result_of(program).reshards() if r.bytes > limit]
    if rows:
        size = f" of more than {bytes_text(limit)}" if limit else ""
        _fail(f"{len(rows)} reshards{size}:", rows)


def assert_max_replicated(program: Any, limit: int | str, name: str = "**") -> None:
    """Checks that no large argument or result is replicated.

    Args:
      program: a `Result`, or a program as for `shardflow.propagate`.
      limit: the maximum size of an argument or result that no mesh axis shards, in
        bytes or as text such as "64 MiB".
      name: checks only tensors with this name, e.g. "params/**".

    Raises:
      AssertionError: a replicated tensor is larger. The text explains why it lacks
        axes.
    """
    __tracebackhide__ = True
    result = _result_of(program)
    most = parse_bytes(limit)
    tensors = list(result) if name == "**" else list(result[name])
    large = [t for t in tensors if t.bytes > most and t.local_bytes == t.bytes]
    if not large:
        return
    large.sort(key=lambda tensor: -tensor.bytes)
    rows = []
    for i, tensor in enumerate(large):
        row = f"{tensor.name} ({tensor.type}), {bytes_text(tensor.bytes)}"
        if i < _EXPLAINED:
            row += "\n" + _indented(tensor.explain())
        rows.append(row)
    _fail(
        f"{len(large)} tensors of more than {bytes_text(most)} are "
        "replicated on every device:",
        rows,
    )


def assert_golden(program: Any, path: str | os.PathLike[str]) -> None:
    """Checks that all shardings are the same as in a golden file.

    `pytest --shardflow-update`, or SHARDFLOW_UPDATE=1 in the environment, writes the
    file anew. It doesn't contain value names or source places, so it changes only
    when shardings do (schemas/golden-1.schema.json).

    Args:
      program: a `Result`, or a program as for `shardflow.propagate`.
      path: the golden file, which belongs in version control.

    Raises:
      AssertionError: shardings differ (the text lists the differences), or there is
        no such file.
    """
    __tracebackhide__ = True
    path = pathlib.Path(path)
    text = _result_of(program).text(debug_info=True)
    words = ["diff", "--as-is", "-q", "-", "--golden", str(path)]
    if os.environ.get("SHARDFLOW_UPDATE", "0") not in ("", "0"):
        path.parent.mkdir(parents=True, exist_ok=True)
        _result.command([*words, "--update"], text)
        return
    if not path.exists():
        raise AssertionError(f"there is no {path}: pytest --shardflow-update writes it")
    code, out = _result.command(words, text)
    if code:
        raise AssertionError(
            f"shardings are not those of {path} (pytest --shardflow-update accepts "
            f"them):\n{out.rstrip()}"
        )
