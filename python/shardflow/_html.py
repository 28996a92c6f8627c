"""HTML for notebooks and browsers."""

from __future__ import annotations

import html
import os
import pathlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from shardflow._tensor import bytes_text

if TYPE_CHECKING:
    from shardflow._result import Result
    from shardflow._tensor import Tensor

class Report:
    """A page about a program: its scopes, its tensors and its communication.

    Notebooks display it inline. The page makes no network requests.

    Attributes:
      html: the page.
    """

    def __init__(self, page: str) -> None:
        self.html = page

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file."""
        pathlib.Path(path).write_text(self.html, "utf-8", "surrogateescape")

    def _repr_html_(self) -> str:
        # Use an iframe, because the styles and scripts of the page and of the
        # notebook must not affect each other.
        return (
            f'<iframe srcdoc="{html.escape(self.html)}" sandbox="allow-scripts" '
            'style="width:100%;height:720px;border:1px solid #ccc"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<shardflow.Report of {len(self.html)} characters>"


# Background colours on which both black and white text is readable.
_COLOURS = (
    "#4e79a7",
    "#b07aa1",
    "#59a14f",
    "#c2661a",
    "#d1495b",
    "#2a9d8f",
    "#8a6d3b",
    "#6b6ecf",
)
_SHOWN = 200


def _colours(axes: Iterable[str]) -> dict[str, str]:
    """Assigns a colour to each axis."""
    return {axis: _COLOURS[i % len(_COLOURS)] for i, axis in enumerate(axes)}


def _badge(axis: str, colours: dict[str, str]) -> str:
    colour = colours.get(axis.partition(":")[0], "#777")
    return (
        f'<span style="background:{colour};color:#fff;border-radius:3px;'
        f'padding:0 4px">{html.escape(axis)}</span>'
    )


def _dimensions(tensor: Tensor, colours: dict[str, str]) -> str:
    """Returns the tensor's dimension sizes, each with the axes that shard it."""
    if tensor.shape is None:
        return html.escape(tensor.type)
    cells = []
    for size, axes in zip(tensor.shape, tensor.axes):
        badges = "".join(_badge(axis, colours) for axis in axes)
        cells.append(f"{size}{badges and '&thinsp;' + badges}")
    return " &times; ".join(cells) or "scalar"


def table(result: Result) -> str:
    """Returns a table with a row for each argument and result, with coloured axes."""
    axes = [axis for mesh in result.meshes.values() for axis in mesh]
    colours = _colours(dict.fromkeys(axes))
    sizes = {a: n for mesh in result.meshes.values() for a, n in mesh.items()}
    legend = " ".join(f"{_badge(a, colours)}&thinsp;={sizes[a]}" for a in colours)
    tensors = list(result)
    rows = []
    for tensor in tensors[:_SHOWN]:
        local = "" if tensor.local_shape is None else "&times;".join(
            map(str, tensor.local_shape)
        )
        cells = (
            f"<code>{html.escape(tensor.name)}</code>",
            _dimensions(tensor, colours),
            html.escape(tensor.dtype),
            local,
            html.escape(bytes_text(tensor.local_bytes)),
        )
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    more = len(tensors) - _SHOWN
    if more > 0:
        rows.append(f'<tr><td colspan="5">... {more} more</td></tr>')
    head = "".join(
        f"<th>{name}</th>" for name in ("", "shape", "", "on a device", "bytes")
    )
    return (
        f"<div>mesh {legend}</div>"
        '<table style="text-align:left"><thead><tr>'
        f"{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )
