"""A propagated program."""

from __future__ import annotations

import functools
import json
import os
import pathlib
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shardflow import _core, _html, _spec
from shardflow._cost import Comms, Cost
from shardflow._error import Error
from shardflow._html import Report
from shardflow._lint import Findings
from shardflow._reshard import Reshard, reshards_of
from shardflow._source import Settings, Source, warn
from shardflow._tensor import Tensor, bytes_text, parse_bytes, shape_text

if TYPE_CHECKING:
    from jax.sharding import AbstractMesh, Mesh

# The maximum number of rows of a table, unless the user requests all of it.
_SHOWN = 24


class Result:
    """A program with the shardings of all its tensors.

    `r["params/*/wq"]` returns the arguments and results with this name, written as
    in JAX or as a path; `*` stands for any text within a step of the path, `**` for
    any number of steps. If no argument or result has the name, it is looked up
    among the name stacks of ops, as in "block0/**/dot_general". Tensors can also be
    given by position ("arg/0", "res/0") or by their name in `text()` ("%5").
    """

    def __init__(
        self,
        source: Source,
        settings: Settings,
        edits: Mapping[str, Any],
        mesh: _core.Mesh | None,
    ) -> None:
        self._source = source
        self._settings = settings
        self._edits = dict(edits)
        self._mesh_given = mesh
        self._program = source.read(settings)
        self._edit(self._program)
        warn(self._program.run(settings.passes(), **settings.options()))

    # --- tensors

    @functools.cached_property
    def _graph(self) -> _core.Graph:
        return self._program.graph()

    @functools.cached_property
    def _main(self) -> tuple[_core.FunctionInfo, _core.GraphFunction] | None:
        return _main_of(self._program.functions(), self._graph.functions)

    @functools.cached_property
    def arguments(self) -> tuple[Tensor, ...]:
        """The arguments of the main function."""
        if self._main is None:
            return ()
        info, rows = self._main
        return tuple(
            Tensor(
                self,
                f"arg/{i}",
                tensor.label,
                self._graph.tensor(self._graph.value(value).tensor),
            )
            for i, (tensor, value) in enumerate(zip(info.arguments, rows.arguments))
        )

    @functools.cached_property
    def results(self) -> tuple[Tensor, ...]:
        """The results of the main function."""
        if self._main is None:
            return ()
        info, rows = self._main
        return tuple(
            Tensor(self, f"res/{i}", tensor.label, self._graph.tensor(row))
            for i, (tensor, row) in enumerate(zip(info.results, rows.results))
        )

    def find(self, name: str) -> tuple[Tensor, ...]:
        """Returns the tensors with this name, or () if there are none."""
        if name.startswith("%"):
            return self._values(self._graph.find_values(name))
        tensors = self.arguments + self.results
        rows = set(_core.matching(name, [tensor.label for tensor in tensors]))
        found = tuple(
            tensor
            for i, tensor in enumerate(tensors)
            if i in rows or tensor.place == name
        )
        return found or self._values(self._graph.find_labelled(name))

    def _values(self, rows: Sequence[int]) -> tuple[Tensor, ...]:
        graph = self._graph
        values = [(graph.value(row), graph.label(row)) for row in rows]
        return tuple(
            Tensor(self, value.name, label, graph.tensor(value.tensor))
            for value, label in values
        )

    def __getitem__(self, name: str) -> tuple[Tensor, ...]:
        """Returns the tensors with this name.

        Raises:
          Error: there are none.
        """
        found = self.find(name)
        if not found:
            raise Error(f"nothing is called {name!r}{self._names_hint(name)}")
        return found

    def __iter__(self) -> Iterator[Tensor]:
        return iter(self.arguments + self.results)

    def __len__(self) -> int:
        return len(self.arguments) + len(self.results)

    def __contains__(self, name: str) -> bool:
        return bool(self.find(name))

    def _names_hint(self, name: str) -> str:
        names = [tensor.name for tensor in self if tensor.label]
        if not names:
            return (
                ": the program has no names (as_text(debug_info=True) has them); "
                "'arg/0' and 'res/0' go by number"
            )
        more = f", ... ({len(names)} in all)" if len(names) > 8 else ""
        return (
            _core.did_you_mean(name, names)
            or "; there are " + ", ".join(names[:8]) + more
        )

    # --- JAX meshes and shardings

    @property
    def meshes(self) -> dict[str, dict[str, int]]:
        """For each mesh, its axes and their sizes."""
        return {mesh.name: self._axes(mesh) for mesh in self._program.meshes()}

    @property
    def mesh(self) -> Mesh | AbstractMesh:
        """The program's mesh as a JAX mesh.

        A Mesh if the program was lowered for devices, otherwise an AbstractMesh.

        Raises:
          Error: the program has no mesh, or several.
        """
        from shardflow import _jax

        return _jax.mesh_of(_only_mesh(self._program), self._source.signature)

    def _mesh_of(self, row: _core.GraphTensor) -> _core.Mesh:
        if row.mesh >= 0:
            mesh = self._graph.meshes[row.mesh].mesh
            if mesh.axes:
                return mesh
        return _only_mesh(self._program)

    def in_shardings(self, mesh: Mesh | AbstractMesh | None = None) -> Any:
        """Returns the value for `jax.jit(f, in_shardings=...)`.

        Args:
          mesh: the mesh of the shardings; by default `self.mesh`.

        Returns:
          A tuple of trees like the positional arguments of the function, with a
          NamedSharding for each array, or None for arrays that JAX dropped because
          nothing uses them.

        Raises:
          Error: the program isn't a JAX program.
        """
        from shardflow import _jax

        leaves = [tensor.sharding_on(mesh) for tensor in self.arguments]
        return _jax.input_tree(self._signature(), leaves)[0]

    def out_shardings(self, mesh: Mesh | AbstractMesh | None = None) -> Any:
        """Returns the value for `jax.jit(f, out_shardings=...)`; see `in_shardings`."""
        from shardflow import _jax

        leaves = [tensor.sharding_on(mesh) for tensor in self.results]
        return _jax.output_tree(self._signature(), leaves)

    @property
    def input_shardings(self) -> Any:
        """The same as `jax.stages.Compiled.input_shardings`: (args, kwargs)."""
        from shardflow import _jax

        leaves = [tensor.sharding for tensor in self.arguments]
        return _jax.input_tree(self._signature(), leaves)

    @property
    def output_shardings(self) -> Any:
        """The same as `jax.stages.Compiled.output_shardings`."""
        return self.out_shardings()

    def _signature(self) -> Any:
        if self._source.signature is None:
            raise Error(
                "only a program of jax's (Lowered, Traced, Exported) knows what the "
                "function's arguments look like"
            )
        return self._source.signature

    # --- questions

    def explain(self, tensor: str | Tensor, *, fixes: bool = False) -> str:
        """Explains where a tensor's sharding comes from, and why it lacks other axes.

        Args:
          tensor: an argument or a result, or a name that only one of them has; a
            name of ops inside the program, e.g. "block0/**/dot_general"; or a
            value's name in the given text, e.g. "%5" (for other programs, its name
            in `annotated_text`).
          fixes: whether to also try shardings that would give the tensor an axis
            that it lacks, and report how they change what devices send and hold.
            Each attempt takes a propagation.

        Raises:
          Error: there is no such tensor, or there are several.
        """
        return self._explain(tensor, fixes)[0]

    def explain_json(self, tensor: str | Tensor, *, fixes: bool = False) -> Any:
        """Returns the explanation as data (docs/explain.md)."""
        return json.loads(self._explain(tensor, fixes)[1])

    def _explain(self, tensor: str | Tensor, fixes: bool) -> tuple[str, str]:
        if isinstance(tensor, str):
            found = [t for t in self.find(tensor) if not t.place.startswith("%")]
            if len(found) > 1:
                names = ", ".join(t.name for t in found)
                raise Error(f"{tensor!r} stands for several: {names}")
            # The C++ library looks up the names of ops.
            place = found[0].place if found else tensor
        else:
            place = tensor.place
            if place.startswith("%"):
                raise Error(
                    f"{place} is a value's name after propagation, which may be "
                    "the name of another value before: use the name in annotated_text()"
                )
        kind, number = _numbered(place)
        return self._annotated.explain(
            value="" if kind else place,
            argument=number if kind == "arg" else -1,
            result=number if kind == "res" else -1,
            specs=self._settings.jax,
            fixes=fixes,
            **self._settings.options(),
        )

    @functools.cached_property
    def _annotated(self) -> _core.Program:
        """The given program with the edits, not propagated."""
        program = self._source.read(self._settings, again=True)
        self._edit(program)
        return program

    def what_if(self, specs: Mapping[str, Any]) -> Result:
        """Propagates the program with other shardings; see `shardflow.propagate`."""
        return Result(
            self._source,
            self._settings,
            {**self._edits, **specs},
            self._mesh_given,
        )

    def diff(self, other: Result) -> str:
        """Describes the tensors that `other` shards differently; '' if there are none."""
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for i, result in enumerate((self, other)):
                path = pathlib.Path(folder, ("before.mlir", "after.mlir")[i])
                path.write_text(result.text(debug_info=True), errors="surrogateescape")
                paths.append(str(path))
            code, out = command(["diff", "--as-is", "-q", *paths])
        return out if code else ""

    def show(self, tensor: str | Tensor | None = None) -> str:
        """Describes the meshes and the largest tensors, and what one device holds.

        Args:
          tensor: if given, describes only this tensor, with a drawing of which
            device holds which part.
        """
        words = ["show", "--as-is", "-q", "-"]
        if tensor is not None:
            if isinstance(tensor, str):
                tensor = self[tensor][0]
            kind, number = _numbered(tensor.place)
            if kind:
                words += [{"arg": "--arg", "res": "--result"}[kind], str(number)]
            else:
                words += ["--value", tensor.place]
        return command(words, self.text(debug_info=True))[1]

    def reshards(self) -> list[Reshard]:
        """Returns the tensors that must be resharded, those that move the most bytes first.

        Doesn't include collectives that combine partial results, such as
        all-reduces, because they are part of the computation, nor reshards in which
        devices only slice their own data.
        """
        return reshards_of(self._program.reshards(**self._settings.options()))

    def cost(
        self,
        topology: str | os.PathLike[str] = "",
        *,
        lowering: str = "xla",
        largest: int = 10,
    ) -> Cost:
        """Estimates the cost of one run on a device, without compiling the program.

        Args:
          topology: the machine: "h100", "h100:2x8", "v5e:4x4", "v5p:2x2x4", or the
            path of a TOML file (docs/cost.md). If "", no times are computed.
          lowering: the partitioner: "xla" or "shardflow".
          largest: the maximum number of values to list that are in memory at the
            peak.

        Raises:
          Error: there is no such machine, or its number of devices differs.
        """
        return Cost(
            *self._program.cost(
                topology=topology_of(topology),
                lowering=_lowering_of(lowering),
                largest=largest,
                **self._done(),
            )
        )

    def comms(
        self,
        *names: str,
        lowering: str = "xla",
        top: int | None = 20,
    ) -> Comms:
        """Lists what devices send each other, why, and how often (docs/comms.md).

        Args:
          *names: if given, lists only the collectives that move tensors with these
            names, or that ops with these names need, e.g. "params/*/wq" or
            "block0/**".
          lowering: the partitioner: "xla" or "shardflow".
          top: the maximum number of rows in the text, those that send the most bytes
            first; None for no limit.
        """
        return Comms(
            *self._program.comms(
                names=list(names),
                lowering=_lowering_of(lowering),
                top=-1 if top is None else top,
                **self._done(),
            )
        )

    def lint(
        self, *, allow: Iterable[str] = (), large: int | str = "64 MiB"
    ) -> Findings:
        """Finds probable mistakes in how the program is sharded.

        Propagates the program as JAX does, and partitions it as XLA does.

        Args:
          allow: the codes of findings to leave out (docs/lint.md lists all codes).
          large: the smallest size of a replicated tensor that is worth a finding, in
            bytes or as text such as "1 GiB".

        Raises:
          Error: there is no such code, or the program has no mesh.
        """
        return Findings(
            *self._annotated.lint(
                allow=list(allow), large=parse_bytes(large), **self._done()
            )
        )

    def _done(self) -> dict[str, Any]:
        """Returns the keyword arguments for _core's functions that skip XLA's steps."""
        return {**self._settings.options(), "jax": False}

    def report(self, path: str | os.PathLike[str] | None = None) -> Report:
        """Returns a page to view in a browser or a notebook (docs/report.md).

        Args:
          path: if given, a file to which the page is also written.
        """
        name = self._source.name.strip("<>")
        made = Report(self._annotated.report(title=name, **self._settings.options()))
        if path is not None:
            made.save(path)
        return made

    # --- the program

    def text(self, *, debug_info: bool = False) -> str:
        """Returns the propagated program as StableHLO text."""
        return self._program.write(debug_info=debug_info)

    def annotated_text(self, *, debug_info: bool = False) -> str:
        """Returns the given program as text, with the edits of `what_if`."""
        return self._annotated.write(debug_info=debug_info)

    def artifact(self, version: str = "") -> bytes:
        """Returns the propagated program as a portable StableHLO artifact.

        Args:
          version: the StableHLO version that must be able to read the artifact, e.g.
            "1.18.0"; "" for the latest known version.
        """
        return self._program.write_artifact(version)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the propagated program to a file, as text that includes debug info."""
        pathlib.Path(path).write_text(
            self.text(debug_info=True), errors="surrogateescape"
        )

    # --- tables

    def table(self, *, limit: int | None = None) -> str:
        """Returns a table of arguments and results: name, type, spec and local size."""
        rows = [("", "type", "spec", "on a device", "")]
        tensors = list(self)
        shown = tensors if limit is None else tensors[:limit]
        for tensor in shown:
            rows.append(
                (
                    tensor.name,
                    f"{shape_text(tensor.shape)}x{tensor.dtype}"
                    if tensor.shape
                    else tensor.dtype or tensor.type,
                    tensor.spec_text,
                    shape_text(tensor.local_shape),
                    bytes_text(tensor.local_bytes),
                )
            )
        widths = [max(len(row[i]) for row in rows) for i in range(5)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
            for row in rows
        ]
        if len(shown) < len(tensors):
            lines.append(f"... {len(tensors) - len(shown)} more: print(r.table())")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        meshes = ", ".join(
            "x".join(f"{name}={size}" for name, size in axes.items())
            for axes in self.meshes.values()
            if axes
        )
        head = f"<shardflow.Result on {meshes or 'no mesh'}: {len(self)} tensors>"
        return head + "\n" + self.table(limit=_SHOWN)

    def _repr_html_(self) -> str:
        return _html.table(self)

    # --- what if

    def _edit(self, program: _core.Program) -> None:
        """Applies the user's edits to a program that has just been read."""
        if not self._edits:
            return
        found = _main_of(program.functions(), program.functions())
        if found is None:
            raise Error("the program has no @main to annotate")
        main = found[0]
        mesh, inlined = self._mesh_for_edits(program)
        labels = [t.label for t in [*main.arguments, *main.results]]
        count = len(main.arguments)
        for name, spec in self._edits.items():
            rows = set(_core.matching(name, labels))
            kind, at = _numbered(name)
            if kind == "arg" and at < count:
                rows.add(at)
            if kind == "res" and at < len(main.results):
                rows.add(count + at)
            if not rows:
                raise Error(f"no argument or result is called {name!r}")
            for row in sorted(rows):
                info = main.arguments[row] if row < count else main.results[row - count]
                sharding = _spec.to_sharding(
                    spec, _rank_of(info.type), mesh, inlined=inlined
                )
                if row < count:
                    program.set_argument_sharding(row, sharding)
                else:
                    program.set_result_sharding(row - count, sharding)


    def _mesh_for_edits(self, program: _core.Program) -> tuple[_core.Mesh, bool]:
        """Returns the mesh of the edits, and whether the program lacks that mesh."""
        given = self._mesh_given
        meshes = [mesh for mesh in program.meshes() if mesh.axes]
        if given is None:
            return _only_mesh(program), False
        # Nothing propagates between shardings on different meshes.
        for mesh in meshes:
            if mesh.axes == given.axes:
                return mesh, False
        if meshes:
            raise Error(
                f"the program's mesh is {self._axes(meshes[0])}, not "
                f"{self._axes(given)}"
            )
        return given, True

    @staticmethod
    def _axes(mesh: _core.Mesh) -> dict[str, int]:
        return {axis.name: axis.size for axis in mesh.axes}


def topology_of(topology: str | os.PathLike[str]) -> str:
    """Returns the name of a machine, or the text of the file that describes it.

    Raises:
      Error: the file can't be read.
    """
    if not (isinstance(topology, os.PathLike) or topology.endswith(".toml")):
        return topology
    try:
        return pathlib.Path(topology).read_text()
    except OSError as error:
        raise Error(f"cannot read '{topology}': {error.strerror}") from error


def _lowering_of(lowering: str) -> str:
    if lowering not in ("xla", "shardflow"):
        raise Error(f"lowering must be 'xla' or 'shardflow', not {lowering!r}")
    return lowering


def _numbered(place: str) -> tuple[str, int]:
    """Parses a position: 'arg/3' becomes ('arg', 3), any other text ('', -1)."""
    kind, _, number = place.partition("/")
    if kind in ("arg", "res") and number.isdecimal():
        return kind, int(number)
    return "", -1


def _rank_of(type_: str) -> int:
    """Returns the rank of a type: 2 for 'tensor<8x16xf32>'."""
    inside = type_.removeprefix("tensor<")
    rank = 0
    for word in inside.split("x"):
        if not word.isdigit() and word != "?":
            break
        rank += 1
    return rank


def _main_of(functions: Sequence[Any], others: Sequence[Any]) -> tuple[Any, Any] | None:
    """Returns the rows of the main function: @main, or the only function."""
    rows = {row.name: row for row in others}
    for function in functions:
        if function.name == "main" or len(functions) == 1:
            return function, rows[function.name]
    return None


def _only_mesh(program: _core.Program) -> _core.Mesh:
    meshes = [mesh for mesh in program.meshes() if mesh.axes]
    if not meshes:
        raise Error(
            "the program has no mesh: give one, mesh={'data': 4, 'model': 2}"
        )
    first = meshes[0]
    if any(mesh.axes != first.axes for mesh in meshes):
        raise Error(
            "the program has several meshes: " + ", ".join(m.name for m in meshes)
        )
    return first


def command(words: list[str], text: str = "") -> tuple[int, str]:
    """Runs a command of the tool.

    Returns:
      The exit code (1 if the command found something, otherwise 0) and the output.

    Raises:
      Error: the command failed.
    """
    code, out, err = _core.run_command(
        words, text.encode("utf-8", "surrogateescape")
    )
    if code > 1:
        raise Error(err.decode("utf-8", "replace").strip())
    return code, out.decode("utf-8", "replace")
