"""Programs as users give them: text, bytes, files and JAX objects."""

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
    """A warning about a program, such as a missing sharding rule for a custom call."""


@dataclasses.dataclass(frozen=True)
class Source:
    """A program that hasn't been read yet."""

    name: str
    data: str | bytes
    # Returns the program as text, in case `data` is in a form that we can't read.
    fallback: Callable[[], str] | None = None
    # Whether the program comes from JAX. XLA runs passes of its own on such programs
    # before propagation.
    is_jax: bool = False
    # For a JAX program, relates its arguments to those of the function.
    signature: Signature | None = None

    def read(self, settings: Settings, *, again: bool = False) -> _core.Program:
        """Reads the program.

        Args:
          settings: if it has rules, ops of unknown dialects are accepted.
          again: whether the program has been read before. If so, warnings aren't
            repeated, and values keep their names in the text.

        Raises:
          Error: the program is invalid.
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

    # Whether to run XLA's steps before propagation, and to use jaxlib's Shardy.
    jax: bool = False
    compat: str = "shardy-2026-08"
    extra_rules: bool = False
    # Whether to also propagate through tensors with dimensions of unknown size.
    dynamic_shapes: bool = False
    rules: _core.Rules | None = None

    def options(self) -> dict[str, Any]:
        """Returns the keyword arguments for _core's functions."""
        return {
            "compat": self.compat,
            "extra_rules": self.extra_rules,
            "jax": self.jax,
            "dynamic_shapes": self.dynamic_shapes,
            "rules": self.rules,
        }

    def passes(self) -> list[tuple[str, str]]:
        """Returns the passes that propagate, with their options."""
        # Propagation ignores GSPMD's shardings, so a program that has only those
        # would silently end up replicated.
        check = [] if self.jax else [("xla-require-shardy", "")]
        return [*check, ("sdy-propagation-pipeline", "")]


def warn(messages: list[_core.Message]) -> None:
    """Passes the warnings among the messages to Python's `warnings`."""
    for message in messages:
        if message.kind == "warning":
            warnings.warn(str(message).rstrip("\n"), ShardflowWarning, stacklevel=4)


def rules_of(rules: Any) -> _core.Rules | None:
    """Reads rules from a file, or from a dictionary of rules or functions by op name."""
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
    """Whether the text is a path: programs contain a brace or several lines."""
    return "\n" not in text and "{" not in text


def to_source(program: Any) -> Source:
    """Converts a program in any form that `shardflow.propagate` accepts.

    Raises:
      Error: the object isn't a program, or the file can't be read.
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
    # If this is a JAX object, the user has already imported JAX.
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
