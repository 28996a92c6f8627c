"""Probable mistakes in how a program is sharded."""

from __future__ import annotations

import dataclasses
import json


@dataclasses.dataclass(frozen=True)
class Finding:
    """A probable mistake; docs/lint.md has an example of each code.

    Attributes:
      code: "full-rematerialization", ...
      level: "warning" or "note".
      text: what is wrong, as a sentence without the final period.
      fix: how to fix it, as a sentence without the final period.
      bytes: what the mistake costs one device: bytes sent or bytes of memory (`text`
        says which), or 0 if neither.
      op: the op, e.g. "stablehlo.dot_general", or "argument 3" for an argument.
      name: the user's name for it, e.g. "block0/attention/dot_general"; may be "".
      type: the type of the whole tensor; may be "".
      file, line, column: the place in the user's source; "" and 0 if unknown.
    """

    code: str
    level: str
    text: str
    fix: str
    bytes: int
    op: str
    name: str = ""
    type: str = ""
    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else ""
        return f"{place}{self.level}: {self.text} [{self.code}]"


class Findings(list[Finding]):
    """A list of `Finding`s, warnings first; `str` also shows the fixes.

    Attributes:
      sarif: the findings as SARIF 2.1.0, a format that code hosts can read.
    """

    def __init__(self, text: str, data: str, sarif: str) -> None:
        super().__init__(Finding(**row) for row in json.loads(data)["findings"])
        self._text = text
        self.sarif = sarif

    @property
    def warnings(self) -> list[Finding]:
        """The findings whose level is "warning"."""
        return [finding for finding in self if finding.level == "warning"]

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text
