"""Programs as they are given to us: text, bytes, files, objects of jax."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shardflow import _core
from shardflow._error import Error

if TYPE_CHECKING:
    from shardflow._jax import Signature


class ShardflowWarning(UserWarning):
    """What a program lacks, such as a sharding rule of a custom call."""


@dataclasses.dataclass(frozen=True)
class Source:
    """A program that wasn't read yet."""

    name: str
    data: str | bytes
    # The same as text, where `data` is of a form that we may not know all of.
    fallback: Callable[[], str] | None = None
    # XLA would do to it what it does before propagation.
    is_jax: bool = False
    # Of a program of jax: how its arguments are made of those of the function.
    signature: Signature | None = None

    def read(self, settings: Settings, *, again: bool = False) -> _core.Program:
        """Reads it.

        Args:
          settings: rules let programs have ops of their own.
          again: nobody is warned a second time. Values keep the names that the
            text gives them.

        Raises:
          Error: the program is wrong.
        """
        unknown = settings.rules is not None
        try:
            program, messages = _core.Program.read(
                self.name,
                self.data,
                allow_unregistered_dialect=unknown,
                keep_names=again,
            )
        except Error:
            if self.fallback is None:
                raise
            program, messages = _core.Program.read(
                self.name,
                self.fallback(),
                allow_unregistered_dialect=unknown,
                keep_names=again,
            )
        if not again:
            warn(messages)
        return program


@dataclasses.dataclass(frozen=True)
class Settings:
    """How to propagate."""

    # What XLA does to a program of jax before propagation, and jaxlib's Shardy.
    jax: bool = False
    compat: str = "shardy-2026-08"
    extra_rules: bool = False
    # Also through tensors with dimensions of unknown size.
    dynamic_shapes: bool = False
    rules: _core.Rules | None = None

    def options(self) -> dict[str, Any]:
        """The keywords of _core's functions."""
        return {
            "compat": self.compat,
            "extra_rules": self.extra_rules,
            "jax": self.jax,
            "dynamic_shapes": self.dynamic_shapes,
            "rules": self.rules,
        }

    def passes(self) -> list[tuple[str, str]]:
        """The passes that propagate."""
        # (Without it, a program with shardings of GSPMD's alone would come out
        # as if nobody had sharded anything.)
        check = [] if self.jax else [("xla-require-shardy", "")]
        return [*check, ("sdy-propagation-pipeline", "")]


def warn(messages: list[_core.Message]) -> None:
    """Says the warnings among them by Python's `warnings`."""
    for message in messages:
        if message.kind == "warning":
            warnings.warn(str(message).rstrip("\n"), ShardflowWarning, stacklevel=4)


def rules_of(rules: Any) -> _core.Rules | None:
    """Rules from a file, or from {name of an op: its rule, or a function}."""
    if rules is None or isinstance(rules, _core.Rules):
        return rules
    made = _core.Rules()
    if isinstance(rules, (str, os.PathLike)):
        path = pathlib.Path(rules)
        made.read(str(path), path.read_text())
        return made
    for op, rule in rules.items():
        if callable(rule):
            made.add_function(op, rule)
        else:
            made.add(op, rule)
    return made


def _is_path(text: str) -> bool:
    """A program has a brace in it, and most have several lines."""
    return "\n" not in text and "{" not in text


def to_source(program: Any) -> Source:
    """What `shardflow.propagate` takes.

    Raises:
      Error: it is nothing of the kind, or the file can't be read.
    """
    if isinstance(program, Source):
        return program
    if isinstance(program, os.PathLike) or (
        isinstance(program, str) and _is_path(program)
    ):
        path = pathlib.Path(program)
        try:
            return _from_data(str(path), path.read_bytes())
        except OSError as error:
            raise Error(f"cannot read '{path}': {error.strerror}") from error
    if isinstance(program, (str, bytes)):
        return _from_data("<program>", program)
    # Whoever has an object of jax's has imported jax.
    from shardflow import _jax

    return _jax.to_source(program)


def _from_data(name: str, data: str | bytes) -> Source:
    start = data[:9]
    if start in ("HloModule", b"HloModule"):
        from shardflow import _jax

        return _jax.from_hlo_text(
            name, data if isinstance(data, str) else data.decode()
        )
    return Source(name, data)
