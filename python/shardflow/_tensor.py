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
      name: the user's name for it as a path, e.g. "params/layer0/wq"; if it has
        none, its `place`.
      label: the user's name as JAX writes it, e.g. "params['layer0']['wq']"; may be
        "".
      place: "arg/3" or "res/0"; for other values, the name in `Result.text`, e.g.
        "%5".
      type: e.g. "tensor<8x16xf32>".
      dtype: the element type, e.g. "f32".
      shape: the size of each dimension; None unless it is a tensor of static size.
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
        """The shape of the part on one device. (The last devices may hold less.)"""
        return None if self.shape is None else tuple(self._row.local_shape)

    @property
    def bytes(self) -> int:
        """The size of the whole tensor in bytes; -1 if unknown."""
        return int(self._row.bytes)

    @property
    def local_bytes(self) -> int:
        """The size of the part on one device in bytes; -1 if unknown."""
        return int(self._row.local_bytes)

    @property
    def sdy(self) -> str:
        """The sharding in Shardy's notation, e.g. '<@mesh, [{"data"}, {}]>'; may be ''."""
        return str(self._row.sharding_text)

    @property
    def axes(self) -> tuple[tuple[str, ...], ...]:
        """The axes of each dimension, major to minor; sub-axes are written "x:(1)2"."""
        spec = _spec.from_sharding(self._row.sharding, self.rank)
        return tuple(tuple(_spec.axes_of(entry)) for entry in spec)

    @property
    def unreduced_axes(self) -> tuple[str, ...]:
        """The axes along which devices hold partial results."""
        sharding = self._row.sharding
        return tuple(map(_spec.axis_text, sharding.unreduced if sharding else ()))

    @property
    def spec(self) -> PartitionSpec:
        """The `jax.sharding.PartitionSpec`.

        Raises:
          Error: the sharding uses sub-axes, which a PartitionSpec can't express.
        """
        from shardflow import _jax

        return _jax.partition_spec(self._row.sharding, self.rank)

    @property
    def sharding(self) -> NamedSharding:
        """The `jax.sharding.NamedSharding`, on `Result.mesh`.

        If it uses sub-axes, it is on a finer mesh in which these are axes.
        """
        return self.sharding_on(None)

    def sharding_on(self, mesh: Mesh | AbstractMesh | None) -> NamedSharding:
        """Returns the sharding on your own mesh, which must have the same axes."""
        from shardflow import _jax

        ours = self._result._mesh_of(self._row)
        if mesh is None:
            mesh = _jax.mesh_of(ours, self._result._source.signature)
        elif self._row.sharding is not None:
            _jax.check_mesh(mesh, ours)
        return _jax.named_sharding(self._row.sharding, self.rank, mesh)

    @property
    def spec_text(self) -> str:
        """The PartitionSpec as text, e.g. "P('data', None)". Doesn't need JAX."""
        return str(self._row.spec) or _spec.spec_text([None] * self.rank)

    def explain(self, *, fixes: bool = False) -> str:
        """Explains where the sharding comes from, and why it lacks other axes.

        Args:
          fixes: as for `Result.explain`.
        """
        return self._result.explain(self, fixes=fixes)

    def __repr__(self) -> str:
        local = shape_text(self.local_shape)
        return (
            f"<Tensor {self.name} {shape_text(self.shape)}x{self.dtype} "
            f"{self.spec_text} local {local}>"
        )


def shape_text(shape: Sequence[int] | None) -> str:
    """Returns the shape as text: '8x16', 'scalar', or '?' if unknown."""
    if shape is None:
        return "?"
    return "x".join(map(str, shape)) or "scalar"


def bytes_text(size: int) -> str:
    """Returns the size as text: '1.5 KiB' for 1536, or '?' if unknown."""
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
    """Parses a number of bytes, such as 4096, "4 KiB" or "1.5MB".

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
        raise Error(f"{size!r} is not a size: expected one such as 4096, '4 KiB' or '1.5MB'") from None
