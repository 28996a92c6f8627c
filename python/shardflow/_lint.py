"""What is probably not meant in how a program is sharded."""

from __future__ import annotations

import dataclasses
import json


@dataclasses.dataclass(frozen=True)
class Finding:
    """Something that is probably not meant; docs/lint.md has an example of each code.

    Attributes:
      code: "full-rematerialization", ...
      level: "warning" or "note".
      text: what was found, a sentence without its full stop.
      fix: what to do about it, likewise.
      bytes: of a device, on the wire or of memory, as the text says; 0: none.
      op: the op, "stablehlo.dot_general"; of an argument "argument 3".
      name: what the program calls it, "block0/attention/dot_general"; or "".
      type: of the whole tensor; or "".
      file, line, column: where that is in the user's source; "" and 0 if unknown.
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
    """A list of `Finding`s, warnings first; `str` has a fix for each.

    Attributes:
      sarif: the same as SARIF 2.1.0, for code hosts.
    """

    def __init__(self, text: str, data: str, sarif: str) -> None:
        super().__init__(Finding(**row) for row in json.loads(data)["findings"])
        self._text = text
        self.sarif = sarif

    @property
    def warnings(self) -> list[Finding]:
        """Those that are no mere notes."""
        return [finding for finding in self if finding.level == "warning"]

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text
