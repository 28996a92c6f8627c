"""Bindings of the C++ library, for internal use by the package."""

from collections.abc import Callable, Sequence


class Message:
    """An error, warning, remark or note, with its location."""

    def __init__(self, text: str) -> None:
        """Makes an error about a call."""

    @property
    def kind(self) -> str:
        """'error', 'warning', 'remark' or 'note'."""

    @property
    def code(self) -> str:
        """
        For an error, 'invalid-input', 'invalid-argument', 'limit-exceeded', 'read-failed', 'write-failed', 'stopped' or 'internal'; otherwise ''.
        """

    @property
    def file(self) -> str:
        """The file, or ''."""

    @property
    def line(self) -> int:
        """From 1; 0 if unknown."""

    @property
    def column(self) -> int:
        """From 1, in bytes; 0 if unknown."""

    @property
    def text(self) -> str:
        """The text."""

    @property
    def excerpt(self) -> str:
        """The source line and a line with a caret below it, or ''."""

    @property
    def notes(self) -> list[Message]:
        """The message's notes."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

class MeshAxis:
    """An axis of a mesh."""

    def __init__(self, name: str, size: int) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int:
        """The number of devices along the axis."""

    def __eq__(self, arg: object, /) -> bool: ...

class Mesh:
    """A mesh of devices. `device_ids` is empty if they are 0, 1, 2, ..."""

    def __init__(self, name: str, axes: Sequence[MeshAxis], device_ids: Sequence[int] = []) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def axes(self) -> list[MeshAxis]: ...

    @property
    def device_ids(self) -> list[int]: ...

    def __eq__(self, arg: object, /) -> bool: ...

class Axis:
    """
    An axis in a sharding. With a `size`, it is a sub-axis: "x":(pre_size)size.
    """

    def __init__(self, name: str, pre_size: int = 0, size: int = 0) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def pre_size(self) -> int: ...

    @property
    def size(self) -> int: ...

    def __eq__(self, arg: object, /) -> bool: ...

class DimSharding:
    """One dimension of a sharding."""

    def __init__(self, axes: Sequence[Axis] = [], closed: bool = True, priority: int | None = None) -> None: ...

    @property
    def axes(self) -> list[Axis]:
        """From major to minor."""

    @property
    def closed(self) -> bool:
        """Whether propagation must not add axes."""

    @property
    def priority(self) -> int | None: ...

    def __eq__(self, arg: object, /) -> bool: ...

class Sharding:
    """The sharding of a tensor."""

    def __init__(self, mesh: str, dims: Sequence[DimSharding], inlined_mesh: Mesh | None = None) -> None: ...

    @staticmethod
    def parse(text: str) -> Sharding:
        """Parses text such as `#sdy.sharding<@mesh, [{"x"}, {?}]>`."""

    @property
    def mesh(self) -> str:
        """The mesh's name, or ''."""

    @property
    def dims(self) -> list[DimSharding]: ...

    @property
    def replicated(self) -> list[Axis]: ...

    @property
    def unreduced(self) -> list[Axis]: ...

    @property
    def reduction(self) -> str:
        """How to reduce an unreduced tensor: 'max', 'min', or '' (sum)."""

    @property
    def inlined_mesh(self) -> Mesh | None: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, arg: object, /) -> bool: ...

class GraphMesh:
    """A mesh of a graph."""

    @property
    def mesh(self) -> Mesh: ...

    @property
    def devices(self) -> int: ...

class GraphTensor:
    """
    A type with a sharding. Sizes are in elements. Bytes are -1 if unknown.
    """

    @property
    def type(self) -> str: ...

    @property
    def element(self) -> str: ...

    @property
    def shape(self) -> list[int] | None: ...

    @property
    def sharding_text(self) -> str: ...

    @property
    def spec(self) -> str:
        """"P('x', None)", or ''."""

    @property
    def sharding(self) -> Sharding | None: ...

    @property
    def mesh(self) -> int:
        """A row of Graph.meshes, or -1."""

    @property
    def shards(self) -> list[int]: ...

    @property
    def local_shape(self) -> list[int]: ...

    @property
    def bytes(self) -> int: ...

    @property
    def local_bytes(self) -> int: ...

class GraphValue:
    """A value of a graph."""

    @property
    def name(self) -> str: ...

    @property
    def tensor(self) -> int:
        """A row of Graph.tensors."""

    @property
    def op(self) -> int:
        """A row of Graph.ops, or -1."""

    @property
    def is_argument(self) -> bool: ...

    @property
    def index(self) -> int: ...

class GraphOp:
    """An op of a graph."""

    @property
    def name(self) -> str: ...

    @property
    def target(self) -> str: ...

    @property
    def parent(self) -> int: ...

    @property
    def function(self) -> int: ...

    @property
    def operands(self) -> list[int]: ...

    @property
    def first_result(self) -> int: ...

    @property
    def result_count(self) -> int: ...

    @property
    def file(self) -> str: ...

    @property
    def line(self) -> int: ...

    @property
    def column(self) -> int: ...

class GraphFunction:
    """A function of a graph."""

    @property
    def name(self) -> str: ...

    @property
    def arguments(self) -> list[int]:
        """Rows of Graph.values."""

    @property
    def results(self) -> list[int]:
        """Rows of Graph.tensors."""

class Graph:
    """A program as flat tables."""

    @property
    def meshes(self) -> list[GraphMesh]: ...

    @property
    def functions(self) -> list[GraphFunction]: ...

    @property
    def value_count(self) -> int: ...

    @property
    def op_count(self) -> int: ...

    def tensor(self, row: int) -> GraphTensor: ...

    def value(self, row: int) -> GraphValue: ...

    def op(self, row: int) -> GraphOp: ...

    def find_values(self, name: str) -> list[int]:
        """Returns the rows of the values with a name such as '%5'."""

    def find_labelled(self, pattern: str) -> list[int]:
        """Returns the rows of the values whose labels match a pattern."""

    def label(self, row: int) -> str:
        """Returns the user's name for a value, or ''."""

class ReshardStep:
    """A collective, with bytes per device."""

    @property
    def op(self) -> str: ...

    @property
    def axes(self) -> str: ...

    @property
    def sharding(self) -> str: ...

    @property
    def bytes_sent(self) -> int: ...

    @property
    def bytes_received(self) -> int: ...

    @property
    def local_bytes(self) -> int: ...

    @property
    def group(self) -> int: ...

class Op:
    """
    An op, as a rule function sees it. It is valid until the function returns.
    """

    @property
    def name(self) -> str: ...

    @property
    def operand_types(self) -> list[str]: ...

    @property
    def result_types(self) -> list[str]: ...

    def operand_shape(self, i: int) -> list[int] | None:
        """None if it isn't a tensor of known rank."""

    def result_shape(self, i: int) -> list[int] | None:
        """None if it isn't a tensor of known rank."""

    def string_attribute(self, path: str) -> str | None:
        """An attribute by name, or by a path in dictionaries: 'config/axis'."""

    def integer_attribute(self, path: str) -> int | None:
        """For a boolean, 0 or 1."""

class Rules:
    """Sharding rules for your own ops (docs/rules.md)."""

    def __init__(self) -> None: ...

    def read(self, name: str, text: str) -> None:
        """Adds the rules of a file, which is text or JSON."""

    def add(self, op: str, rule: str) -> None:
        """`op` is the name of an op, or '@target' for custom calls."""

    def add_function(self, op: str, function: Callable[[Op], str | None]) -> None:
        """
        `function` takes an Op and returns the rule's text, or None. It is called only once for ops that look the same.
        """

class TensorInfo:
    """An argument or a result."""

    @property
    def label(self) -> str: ...

    @property
    def type(self) -> str: ...

    @property
    def sharding(self) -> str: ...

class FunctionInfo:
    """A function's signature."""

    @property
    def name(self) -> str: ...

    @property
    def arguments(self) -> list[TensorInfo]: ...

    @property
    def results(self) -> list[TensorInfo]: ...

class Reshard:
    """
    A value whose users need it sharded differently, or partial results that are combined.
    """

    @property
    def type(self) -> str: ...

    @property
    def source(self) -> str:
        """The sharding before, or ''."""

    @property
    def target(self) -> str:
        """The sharding afterwards, or ''."""

    @property
    def producer(self) -> str:
        """The op that makes the value, or '' for an argument."""

    @property
    def label(self) -> str:
        """The user's name for it, or ''."""

    @property
    def file(self) -> str:
        """The op's place in the user's program, or ''."""

    @property
    def line(self) -> int: ...

    @property
    def consumers(self) -> list[str]:
        """The ops that use it."""

    @property
    def steps(self) -> list[ReshardStep]: ...

class Program:
    """A tensor program. Only one call runs at a time, and Ctrl-C ends it."""

    @staticmethod
    def read(name: str, data: str | bytes, *, allow_unregistered_dialect: bool = False, keep_names: bool = False) -> tuple[Program, list[Message]]:
        """
        Reads StableHLO text, a portable artifact or JSON. Returns the program and warnings.
        """

    def run(self, passes: Sequence[tuple[str, str]], *, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> list[Message]:
        """
        Runs passes, each given as a name and its options, and returns warnings. After an error, the program is lost.
        """

    def clone(self) -> Program:
        """Returns a deep copy."""

    def write(self, *, debug_info: bool = False, generic_form: bool = False, json: bool = False) -> str:
        """Returns the program as text or JSON."""

    def write_artifact(self, version: str = '') -> bytes:
        """Returns the program as a portable StableHLO artifact."""

    def functions(self) -> list[FunctionInfo]:
        """The functions at the top level."""

    def meshes(self) -> list[Mesh]:
        """The meshes that have a name."""

    def graph(self) -> Graph:
        """Returns the whole program as flat tables."""

    def set_argument_sharding(self, index: int, sharding: Sharding | None) -> None:
        """Sets or, with None, removes the sharding in @main."""

    def set_result_sharding(self, index: int, sharding: Sharding | None) -> None:
        """Sets or, with None, removes the sharding in @main."""

    def explain(self, *, value: str = '', argument: int = -1, result: int = -1, function: str = '', line: int = 0, specs: bool = False, fixes: bool = False, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> tuple[str, str]:
        """Explains where a value's sharding comes from, as text and JSON."""

    def reshards(self, *, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> list[Reshard]:
        """Returns the reshards that the propagated program needs."""

    @property
    def op_count(self) -> int:
        """The number of ops."""

    def cost(self, *, topology: str = '', lowering: str = 'xla', largest: int = 10, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> tuple[str, str]:
        """Returns the cost on a device as text and as JSON."""

    def report(self, *, title: str = 'program', compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> str:
        """Returns an HTML page about a propagated copy of the program."""

    def comms(self, *, names: Sequence[str] = [], lowering: str = 'xla', top: int = 20, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> tuple[str, str]:
        """
        Returns what devices send each other: the `top` largest (-1: all) as text, and the JSON of the cost with the collectives of these names.
        """

    def lint(self, *, allow: Sequence[str] = [], large: int = 67108864, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> tuple[str, str, str]:
        """Returns likely mistakes as text, JSON and SARIF."""

    def find_shardings(self, *, mesh: str = '', topology: str = '', memory: int = 0, steps: int | None = None, seconds: float | None = None, seed: int = 0, reconsider: bool = False, explain: bool = False, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> AutoAnswer:
        """Finds shardings for the program, which must not be propagated yet."""

class AutoPlan:
    """A plan that the search priced."""

    @property
    def axes(self) -> list[str]:
        """What is sharded along each axis."""

    @property
    def seconds(self) -> float: ...

    @property
    def peak(self) -> int:
        """Bytes on a device."""

class AutoAlternative:
    """The plan with one decision changed."""

    @property
    def change(self) -> str: ...

    @property
    def seconds(self) -> float: ...

    @property
    def peak(self) -> int:
        """Bytes on a device."""

    @property
    def fits(self) -> bool: ...

class AutoDecision:
    """A decision in a plan."""

    @property
    def dimension(self) -> str: ...

    @property
    def axis(self) -> str: ...

    @property
    def alternatives(self) -> list[AutoAlternative]: ...

class AutoConstraint:
    """A sharding constraint that the search added."""

    @property
    def label(self) -> str:
        """The user's name for the value, or ''."""

    @property
    def producer(self) -> str:
        """The op that defines the value, or '' for an argument."""

    @property
    def type(self) -> str: ...

    @property
    def sharding(self) -> Sharding: ...

    @property
    def file(self) -> str:
        """The op's place in the user's program, or ''."""

    @property
    def line(self) -> int: ...

class AutoAnswer:
    """The result of a search."""

    @property
    def program(self) -> Program:
        """The annotated program, before propagation."""

    @property
    def fits(self) -> bool: ...

    @property
    def plan(self) -> AutoPlan: ...

    @property
    def front(self) -> list[AutoPlan]:
        """Plans that no other plan beats in both time and memory."""

    @property
    def decisions(self) -> list[AutoDecision]: ...

    @property
    def keeps_given(self) -> bool: ...

    @property
    def constraints(self) -> list[AutoConstraint]: ...

    @property
    def cost_text(self) -> str: ...

    @property
    def cost_json(self) -> str: ...

    @property
    def steps(self) -> int: ...

def version() -> str:
    """'1.2.3'"""

def plan_names() -> list[str]:
    """The ways to choose the plan of a reshard."""

def matching(pattern: str, labels: Sequence[str]) -> list[int]:
    """Returns the labels that match a pattern such as 'params/*/wq'."""

def label_path(label: str) -> str:
    """Returns "params['layer0']['wq']" as 'params/layer0/wq'."""

def did_you_mean(name: str, names: Sequence[str]) -> str:
    """Returns '; did you mean params/wq?', or ''."""

def local_shape(shape: Sequence[int], sharding: Sharding, mesh: Mesh) -> list[int] | None:
    """Returns the largest local shape; None if the sharding doesn't fit."""

def run_command(words: Sequence[str], input: bytes = ...) -> tuple[int, bytes, bytes]:
    """Runs a command. Returns its exit code, output and messages."""

def run_program(words: Sequence[str]) -> int:
    """
    Runs a command on the process's own streams and returns its exit code. For a process that does nothing else.
    """

def join_abandoned() -> None:
    """Waits for work that Ctrl-C has interrupted."""
