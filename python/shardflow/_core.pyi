"""shardflow's library; the package shardflow is its interface."""

from collections.abc import Callable, Sequence


class Message:
    """An error, warning, remark or note, and where it is."""

    def __init__(self, text: str) -> None:
        """An error of a call."""

    @property
    def kind(self) -> str:
        """'error', 'warning', 'remark' or 'note'."""

    @property
    def code(self) -> str:
        """
        Of an error: 'invalid-input', 'invalid-argument', 'limit-exceeded', 'read-failed', 'write-failed', 'stopped' or 'internal'. Else ''.
        """

    @property
    def file(self) -> str:
        """The file, or ''."""

    @property
    def line(self) -> int:
        """From 1; 0: unknown."""

    @property
    def column(self) -> int:
        """From 1, in bytes; 0: unknown."""

    @property
    def text(self) -> str:
        """What is wrong."""

    @property
    def excerpt(self) -> str:
        """The source line, and a caret line under it; or ''."""

    @property
    def notes(self) -> list[Message]:
        """Notes that belong to it."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

class MeshAxis:
    """An axis of a mesh."""

    def __init__(self, name: str, size: int) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int:
        """Devices along it."""

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
    An axis in a sharding. With a `size` it is a part of the mesh's axis: "x":(pre_size)size.
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
        """Major to minor."""

    @property
    def closed(self) -> bool:
        """Propagation adds no axes."""

    @property
    def priority(self) -> int | None: ...

    def __eq__(self, arg: object, /) -> bool: ...

class Sharding:
    """The sharding of a tensor."""

    def __init__(self, mesh: str, dims: Sequence[DimSharding], inlined_mesh: Mesh | None = None) -> None: ...

    @staticmethod
    def parse(text: str) -> Sharding:
        """From `#sdy.sharding<@mesh, [{"x"}, {?}]>`."""

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
    A type with a sharding. Sizes are in elements, bytes are -1 if unknown.
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
        """Row of Graph.meshes, or -1."""

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
        """Row of Graph.tensors."""

    @property
    def op(self) -> int:
        """Row of Graph.ops, or -1."""

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
        """Rows of the values of a name, such as '%5'."""

    def find_labelled(self, pattern: str) -> list[int]:
        """Rows of the values that users call so: 'block0/**/dot_general'."""

    def label(self, row: int) -> str:
        """What users call a value, or ''."""

class ReshardStep:
    """A collective, with the bytes of one device."""

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
    An op, as a rule that is a function sees it. It is valid until the function returns.
    """

    @property
    def name(self) -> str: ...

    @property
    def operand_types(self) -> list[str]: ...

    @property
    def result_types(self) -> list[str]: ...

    def operand_shape(self, i: int) -> list[int] | None:
        """None: it is no tensor of known rank."""

    def result_shape(self, i: int) -> list[int] | None:
        """None: it is no tensor of known rank."""

    def string_attribute(self, path: str) -> str | None:
        """By name, or by path inside dictionaries: 'config/axis'."""

    def integer_attribute(self, path: str) -> int | None:
        """Of a boolean 0 or 1."""

class Rules:
    """Sharding rules for ops of your own (docs/rules.md)."""

    def __init__(self) -> None: ...

    def read(self, name: str, text: str) -> None:
        """Adds a file of rules, text or JSON."""

    def add(self, op: str, rule: str) -> None:
        """`op` is the name of an op, or '@target' for custom calls."""

    def add_function(self, op: str, function: Callable[[Op], str | None]) -> None:
        """
        `function` takes an Op and returns the rule's text, or None. Ops that look the same are asked about once.
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
        """What the user calls it, or ''."""

    @property
    def file(self) -> str:
        """Where the op is from in the user's program, or ''."""

    @property
    def line(self) -> int: ...

    @property
    def consumers(self) -> list[str]:
        """The ops that use it."""

    @property
    def steps(self) -> list[ReshardStep]: ...

class Program:
    """
    A tensor program. Calls of several threads take turns; Ctrl-C ends them.
    """

    @staticmethod
    def read(name: str, data: str | bytes, *, allow_unregistered_dialect: bool = False, keep_names: bool = False) -> tuple[Program, list[Message]]:
        """
        The program and warnings, from StableHLO text, a portable artifact or JSON.
        """

    def run(self, passes: Sequence[tuple[str, str]], *, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> list[Message]:
        """
        Runs passes, each a name and its options as text, and returns warnings. After an error the program is gone.
        """

    def clone(self) -> Program:
        """A deep copy."""

    def write(self, *, debug_info: bool = False, generic_form: bool = False, json: bool = False) -> str:
        """The program as text, or as JSON."""

    def write_artifact(self, version: str = '') -> bytes:
        """The program as a portable artifact of StableHLO."""

    def functions(self) -> list[FunctionInfo]:
        """The functions at the top level."""

    def meshes(self) -> list[Mesh]:
        """The meshes that have a name."""

    def graph(self) -> Graph:
        """Everything in it, as flat tables."""

    def set_argument_sharding(self, index: int, sharding: Sharding | None) -> None:
        """Of @main. None removes it."""

    def set_result_sharding(self, index: int, sharding: Sharding | None) -> None:
        """Of @main. None removes it."""

    def explain(self, *, value: str = '', argument: int = -1, result: int = -1, function: str = '', line: int = 0, specs: bool = False, fixes: bool = False, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> tuple[str, str]:
        """Where the sharding of a value comes from: text, and JSON."""

    def reshards(self, *, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> list[Reshard]:
        """What has to move between devices, of a program that was propagated."""

    @property
    def op_count(self) -> int:
        """Ops in it."""

    def cost(self, *, topology: str = '', lowering: str = 'xla', largest: int = 10, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> tuple[str, str]:
        """What a device needs for a run: text, and JSON."""

    def report(self, *, title: str = 'program', compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> str:
        """One HTML file about the program as propagation leaves a copy of it."""

    def comms(self, *, names: Sequence[str] = [], lowering: str = 'xla', top: int = 20, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> tuple[str, str]:
        """
        What devices send each other: text of the `top` largest (-1: all), and the cost's JSON with the collectives of these names.
        """

    def lint(self, *, allow: Sequence[str] = [], large: int = 67108864, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> tuple[str, str, str]:
        """What is probably not meant: text, JSON and SARIF."""

    def find_shardings(self, *, mesh: str = '', topology: str = '', memory: int = 0, steps: int | None = None, seconds: float | None = None, seed: int = 0, reconsider: bool = False, explain: bool = False, compat: str = 'shardy-2026-08', extra_rules: bool = False, jax: bool = False, dynamic_shapes: bool = False, rules: Rules | None = None) -> AutoAnswer:
        """Shardings for the program, which is not to be propagated."""

class AutoPlan:
    """A plan that a search looked at."""

    @property
    def axes(self) -> list[str]:
        """What is sharded along each axis."""

    @property
    def seconds(self) -> float: ...

    @property
    def peak(self) -> int:
        """Bytes of a device."""

class AutoAlternative:
    """The plan with one decision changed."""

    @property
    def change(self) -> str: ...

    @property
    def seconds(self) -> float: ...

    @property
    def peak(self) -> int:
        """Bytes of a device."""

    @property
    def fits(self) -> bool: ...

class AutoDecision:
    """One thing that a plan decides."""

    @property
    def dimension(self) -> str: ...

    @property
    def axis(self) -> str: ...

    @property
    def alternatives(self) -> list[AutoAlternative]: ...

class AutoConstraint:
    """A sharding constraint that a search added."""

    @property
    def label(self) -> str:
        """What users call the value, or ''."""

    @property
    def producer(self) -> str:
        """The op that makes it, or '' for an argument."""

    @property
    def type(self) -> str: ...

    @property
    def sharding(self) -> Sharding: ...

    @property
    def file(self) -> str:
        """Where the op is from in the user's program, or ''."""

    @property
    def line(self) -> int: ...

class AutoAnswer:
    """What a search found."""

    @property
    def program(self) -> Program:
        """Annotated, not propagated."""

    @property
    def fits(self) -> bool: ...

    @property
    def plan(self) -> AutoPlan: ...

    @property
    def front(self) -> list[AutoPlan]:
        """Plans that no other one beats in time and memory."""

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
    """How the plan of a reshard can be chosen."""

def matching(pattern: str, labels: Sequence[str]) -> list[int]:
    """Which labels a pattern such as 'params/*/wq' stands for."""

def label_path(label: str) -> str:
    """"params['layer0']['wq']" as 'params/layer0/wq'."""

def did_you_mean(name: str, names: Sequence[str]) -> str:
    """'; did you mean params/wq?', or ''."""

def local_shape(shape: Sequence[int], sharding: Sharding, mesh: Mesh) -> list[int] | None:
    """What one device holds at most; None: they don't fit together."""

def run_command(words: Sequence[str], input: bytes = ...) -> tuple[int, bytes, bytes]:
    """Runs a command of the program: exit code, output, messages."""

def run_program(words: Sequence[str]) -> int:
    """
    Runs the program on the process's own streams; returns its exit code. For a process that does nothing else.
    """

def join_abandoned() -> None:
    """Waits for work that Ctrl-C left behind."""
