"""Checks the JSON that the program prints, and the golden JSON of the tests,
against schemas/, with an independent implementation of JSON Schema.

  python3 tests/schemas.py SHARDFLOW     (at the top of the tree)

Exits with 77, "skipped", if python3-jsonschema is not installed.
"""
import json
import pathlib
import subprocess
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

EXAMPLE = "examples/mlp_train_step.mlir"
# The schemas by name. If there are several versions, the newest has the name without
# a version.
schemas = {}
for path in sorted(pathlib.Path("schemas").glob("*.schema.json")):
    schema = json.loads(path.read_text())
    Draft202012Validator.check_schema(schema)
    name, version = schema["$id"].split(":")[3:]
    if name in schemas:
        schemas[f"{name}-{int(version) - 1}"] = schemas[name]
    schemas[name] = schema
formats = {schema["properties"]["format"]["const"]: name
           for name, schema in schemas.items()
           if "format" in schema.get("properties", {})}


def bundled(name, node):
    """Returns the schema with its references changed to point into a single document
    with all schemas, because not every version of the library resolves a URN."""
    if isinstance(node, list):
        return [bundled(name, item) for item in node]
    if not isinstance(node, dict):
        return node
    result = {key: bundled(name, value) for key, value in node.items()
              if key not in ("$id", "$schema", "examples")}
    ref = node.get("$ref")
    if isinstance(ref, str):
        result["$ref"] = ("#/$defs/" + ref.split(":")[3] if ref.startswith("urn:")
                          else f"#/$defs/{name}" + ref[1:])
    return result


bundle = {name: bundled(name, schema) for name, schema in schemas.items()}
for name, schema in schemas.items():  # also the name of a property
    if "$schema" in schema.get("properties", {}):
        bundle[name]["properties"]["$schema"] = True
validators = {name: Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": bundle})
              for name in schemas}


def fault(name, value):
    """Returns the first error in the value, or None."""
    for error in validators[name].iter_errors(value):
        return "/".join(map(str, error.absolute_path)) + ": " + error.message
    return None


faults = []
checked = 0


def check(what, name, value):
    global checked
    checked += 1
    found = fault(name, value)
    if found:
        faults.append(f"{what}: {found}")


def refuse(name, value):
    """Checks that the schema rejects the value."""
    global checked
    checked += 1
    if not fault(name, value):
        faults.append(f"{name} takes {json.dumps(value)}")


def run(*words, text=None):
    done = subprocess.run([sys.argv[1], *words], input=text, text=True,
                          capture_output=True, timeout=120)
    return done.stdout


for name, schema in schemas.items():
    for example in schema.get("examples", []):
        check(f"example of {name}", name, example)

# Commands that print JSON Lines: the schema, and its definition of a line.
LINES = {"validate": "diagnostic", "op-rules": "op", "passes": "pass", "diff": "difference"}
line_validators = {
    name: Draft202012Validator({"$ref": f"#/$defs/{name}/$defs/{definition}", "$defs": bundle})
    for name, definition in LINES.items()}


def check_lines(what, names, lines):
    """Checks that each line is an item of one of the lists that `names` describe."""
    global checked
    for line in lines:
        checked += 1
        value = json.loads(line)
        if not any(line_validators[name].is_valid(value) for name in names):
            faults.append(f"{what}: no line of {names}: {line}")


# Check the golden blocks of tests/files that are JSON: a document with a format,
# or JSON Lines.
lines_found = 0
for path in sorted(pathlib.Path("tests/files").rglob("*.mlir")):
    parts, part = [], []
    for line in path.read_text(errors="replace").splitlines():
        if line.startswith("//# RUN "):
            parts.append(part)
            part = []
        elif line.startswith("//>"):
            part.append(line[4:])
    for part in parts + [part]:
        if not part or not part[0].startswith("{"):
            continue
        try:
            value = json.loads("\n".join(part))
        except ValueError:
            if all(line.startswith('{"') for line in part):
                lines_found += 1
                check_lines(str(path), list(LINES), part)
            continue  # anything else is text that happens to begin with a brace
        form = str(value.get("format", ""))
        if form in formats:
            check(str(path), formats[form], value)
        elif form.startswith("shardflow-"):
            faults.append(f"{path}: no schema of the format {form}")

if lines_found < 3:
    faults.append(f"only {lines_found} golden blocks of JSON Lines")
WRONG = ["tests/files/json/unknown_key.json"]
for path in sorted(pathlib.Path("tests/files").rglob("*.json")):
    value = json.loads(path.read_text())
    name = formats[value["format"]] if "format" in value else "rules"
    if str(path) in WRONG:
        refuse(name, value)
    else:
        check(str(path), name, value)

# Check the output of the program.
for path in sorted(pathlib.Path("examples").glob("*.mlir")):
    for flags in ([], ["--debug-info"]):
        module = json.loads(run("convert", "--to", "json", *flags, str(path)))
        check(str(path), "module", module)
    request = {"id": str(path), "program": path.read_text(), "output": "json"}
    check("request", "propagate-request", request)
    reply = json.loads(run("propagate", "--json", "-", text=json.dumps(request)))
    check("reply", "propagate-response", reply)
    if "result" not in reply:
        faults.append(f"{path}: {reply}")
    request["reply_version"] = 1
    check("request", "propagate-request", request)
    check("old reply", "propagate-response-1", json.loads(
        run("propagate", "--json", "-", text=json.dumps(request))))
for name, wrong in (("requests", ["{", '{"id": {}}']), ("session", [])):
    lines = pathlib.Path(f"examples/{name}.jsonl").read_text().splitlines()
    for line in lines:
        check(f"{name}.jsonl", "propagate-request", json.loads(line))
    replies = run("serve", "--stdio", text="\n".join(lines + wrong)).splitlines()
    for line in replies:
        check("serve", "propagate-response", json.loads(line))
    if len(replies) != len(lines) + len(wrong):
        faults.append("serve: not one reply for each request")
# All commands whose help says that they print JSON, and the schema of each.
DOCUMENTS = {
    "propagate": (["-q", EXAMPLE], "module"),
    "show": ([EXAMPLE], "show"),
    "explain": ([EXAMPLE, "--arg", "8"], "explain"),
    "diff": ([EXAMPLE, "examples/layer.mlir"], "diff"),
    "report": (["-p", EXAMPLE], "report"),
    "validate": (["tests/files/tool/validate.mlir", "--split-input-file"], "validate"),
    "rules": ([EXAMPLE], "op-rules"),
    "check": (["-q", EXAMPLE, "--expect", "arg/0=P('model')"], "check"),
    "partition": (["-q", EXAMPLE], "module"),
    "cost": (["--topology", "h100", EXAMPLE], "cost"),
    "lint": ([EXAMPLE], "lint"),
    "comms": ([EXAMPLE], "comms"),
    "reshard": (["--mesh", '<["x"=2]>', "--shape", "8xf32", "--from", '[{"x"}]',
                 "--to", "[{}]"], "reshard"),
    "gspmd": (["explain", "{replicated}"], "gspmd"),
    "passes": ([], "passes"),
    "bench": (["--layers", "1"], "bench"),
}
commands = [line.split()[0] for line in run("--help").splitlines()
            if line.startswith("  ") and line[2].islower()]
for command in commands:
    text = run(command, "--help")
    if ("text|json" in text or "html|json" in text) != (command in DOCUMENTS):
        faults.append(f"{command}: --format json is not checked")
    if ("json|jsonl" in text) != (command in DOCUMENTS and DOCUMENTS[command][1] in LINES):
        faults.append(f"{command}: --format jsonl is not checked")
for command, (words, schema) in DOCUMENTS.items():
    document = json.loads(run(command, *words, "--format", "json"))
    if "format" in document and formats[document["format"]] != schema:
        faults.append(f"{command}: format {document['format']}")
    check(command, schema, document)
for command, (words, schema) in DOCUMENTS.items():
    if schema in LINES:
        printed = run(command, *words, "--format", "jsonl").splitlines()
        if not printed:
            faults.append(f"{command}: no lines")
        check_lines(command, [schema], printed)
check("golden", "golden", json.loads(
    run("diff", "-p", EXAMPLE, "--golden", "-", "--update")))

refuse("module", {"format": "shardflow-module", "version": 1})
refuse("module", {"format": "shardflow-module", "version": 1, "ops": [{}]})
refuse("module", {"format": "shardflow-module", "version": 1, "ops": [
    {"op": "a", "operand": []}]})
refuse("sharding", {"mesh": "m", "dimensions": [{"axis": []}]})
refuse("mesh", {"axes": [{"name": "x"}]})
refuse("rule", {"factors": []})
refuse("diagnostics", [{"severity": "fatal", "message": ""}])
refuse("propagate-request", {"id": []})
refuse("propagate-response", {"id": 1})
refuse("propagate-response", {"id": 1, "result": {"cancelled": True},
                              "error": {"code": "failed", "message": ""}})

for text in faults:
    print(text)
print(f"{checked} checked, {len(faults)} faults")
sys.exit(1 if faults else 0)
