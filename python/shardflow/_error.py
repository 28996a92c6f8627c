"""The exception of this package."""

from __future__ import annotations

from collections.abc import Sequence

from shardflow import _core


class Error(Exception):
    """The exception that all failures raise.

    Attributes:
      messages: all errors, warnings and notes, as `str(error)` shows them. Messages
        about a program have a file, a line and a column.
    """

    messages: list[_core.Message]

    def __init__(self, messages: str | Sequence[_core.Message]) -> None:
        if isinstance(messages, str):
            messages = [_core.Message(messages)]
        self.messages = list(messages)
        super().__init__(self.messages)

    def __str__(self) -> str:
        # A message without a place is about a call, so only its text is shown.
        return "\n".join(
            str(m).rstrip("\n") if m.file or m.notes else m.text
            for m in self.messages
        )

    def __reduce__(self) -> tuple[type[Error], tuple[str]]:
        return Error, (str(self),)
