"""The tensors of a propagated program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shardflow import _core, _spec
from shardflow._error import Error

if TYPE_CHECKING:
    from jax.sharding import AbstractMesh, Mesh, NamedSharding, PartitionSpec

    from shardflow._result import Result


class Tensor:
    """A tensor of a propagated program.

    Attributes:
      name: what the program calls it, "params/layer0/wq"; else its `place`.
      label: the same as jax writes it, "params['layer0']['wq']"; or "".
      place: "arg/3" or "res/0"; of other values their names in `Result.text`, "%5".
      type: "tensor<8x16xf32>".
      dtype: "f32".
      shape: sizes of its dimensions; None if it is no tensor of fixed size.
    """

    def __init__(
        self, result: Result, place: str, label: str, row: _core.GraphTensor
    ) -> None:
        self._result = result
        self._row = row
        self.place = place
        self.label = label
        self.name = _core.label_path(label) if label else place
        self.type: str = row.type
        self.dtype: str = row.element
        self.shape = None if row.shape is None else tuple(row.shape)

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.shape or ())

    @property
    def local_shape(self) -> tuple[int, ...] | None:
        """What one device holds at most, in elements."""
        return None if self.shape is None else tuple(self._row.local_shape)

    @property
    def bytes(self) -> int:
        """Of the whole tensor; -1 if unknown."""
        return int(self._row.bytes)

    @property
    def local_bytes(self) -> int:
        """Of what one device holds at most; -1 if unknown."""
        return int(self._row.local_bytes)

    @property
    def sdy(self) -> str:
        """The sharding as Shardy writes it, '<@mesh, [{"data"}, {}]>'; or ''."""
        return str(self._row.sharding_text)

    @property
    def axes(self) -> tuple[tuple[str, ...], ...]:
        """The axes of each dimension, major to minor; parts as "x:(1)2"."""
        spec = _spec.from_sharding(self._row.sharding, self.rank)
        return tuple(tuple(_spec.axes_of(entry)) for entry in spec)

    @property
    def unreduced_axes(self) -> tuple[str, ...]:
        """The axes along which devices have partial results."""
        sharding = self._row.sharding
        return tuple(map(_spec.axis_text, sharding.unreduced if sharding else ()))

    @property
    def spec(self) -> PartitionSpec:
        """The `jax.sharding.PartitionSpec`.

        Raises:
          Error: it uses parts of axes, which a PartitionSpec can't say.
        """
        from shardflow import _jax

        return _jax.partition_spec(self._row.sharding, self.rank)

    @property
    def sharding(self) -> NamedSharding:
        """The `jax.sharding.NamedSharding`, on `Result.mesh`.

        If it uses parts of axes it is on a mesh that has these as axes.
        """
        return self.sharding_on(None)

    def sharding_on(self, mesh: Mesh | AbstractMesh | None) -> NamedSharding:
        """The same on a mesh of yours that has the axes of the program's."""
        from shardflow import _jax

        ours = self._result._mesh_of(self._row)
        if mesh is None:
            mesh = _jax.mesh_of(ours, self._result._source.signature)
        elif self._row.sharding is not None:
            _jax.check_mesh(mesh, ours)
        return _jax.named_sharding(self._row.sharding, self.rank, mesh)

    @property
    def spec_text(self) -> str:
        """The PartitionSpec as text, "P('data', None)"; it needs no jax."""
        return str(self._row.spec) or _spec.spec_text([None] * self.rank)

    def explain(self, *, fixes: bool = False) -> str:
        """Where its sharding comes from, and what kept other axes away.

        Args:
          fixes: as of `Result.explain`.
        """
        return self._result.explain(self, fixes=fixes)

    def __repr__(self) -> str:
        local = shape_text(self.local_shape)
        return (
            f"<Tensor {self.name} {shape_text(self.shape)}x{self.dtype} "
            f"{self.spec_text} local {local}>"
        )


def shape_text(shape: Sequence[int] | None) -> str:
    """'8x16', 'scalar', or '?' for what isn't known."""
    if shape is None:
        return "?"
    return "x".join(map(str, shape)) or "scalar"


def bytes_text(size: int) -> str:
    """1536 as '1.5 KiB'; '?' for what isn't known."""
    if size < 0:
        return "?"
    value = float(size)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if value < 1024:
            break
        value /= 1024
    else:
        unit = "TiB"
    return f"{value:.4g} {unit}"


_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_UNITS |= {"KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}


def parse_bytes(size: int | str) -> int:
    """A number of bytes: 4096, "4 KiB", "1.5MB".

    >>> parse_bytes("1.5 KiB")
    1536
    """
    if isinstance(size, int):
        return size
    text = size.strip().upper()
    number = text.rstrip("BIKMGT ")
    unit = text[len(number) :].strip()
    try:
        return int(float(number) * _UNITS[unit])
    except (KeyError, ValueError):
        raise Error(f"{size!r} is no size: 4096 is, or '4 KiB', '1.5MB'") from None
