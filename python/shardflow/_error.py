"""The exception of this package."""

from __future__ import annotations

from collections.abc import Sequence

from shardflow import _core


class Error(Exception):
    """What went wrong, and where.

    Attributes:
      messages: every error, warning and note that there was; those of a program
        have a file, a line and a column. `str(error)` is all of them as text.
    """

    messages: list[_core.Message]

    def __init__(self, messages: str | Sequence[_core.Message]) -> None:
        if isinstance(messages, str):
            messages = [_core.Message(messages)]
        self.messages = list(messages)
        super().__init__(self.messages)

    def __str__(self) -> str:
        # A message without a place is said as it is: it is of a call.
        return "\n".join(
            str(m).rstrip("\n") if m.file or m.notes else m.text
            for m in self.messages
        )

    def __reduce__(self) -> tuple[type[Error], tuple[str]]:
        return Error, (str(self),)
