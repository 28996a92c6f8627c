#!/usr/bin/env python3
"""What docs/compatibility.md promises, against the last release:
compatibility.py SHARED_LIBRARY

The ABI by abidiff (Debian's abigail-tools): with the same soname no symbol may go or
change. The schemas: no member of a document may go or change its type or its values,
and a request may not need more. package/abi/ has the last release: its version and
commit, and what `abidw` says of its library. A release writes them anew:
compatibility.py --release SHARED_LIBRARY
"""
import json
import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[1]
LAST = TOP / "package/abi/last_release"
LAST_ABI = TOP / "package/abi/last_release.abi"
ABIDW = ["abidw", "--no-comp-dir-path", "--no-corpus-path"]


def out(*command):
    return subprocess.run(command, cwd=TOP, check=True, capture_output=True,
                          text=True).stdout


def soname(abi):
    return re.search(r"soname='([^']*)'", abi).group(1)


def check_abi(library):
    """Returns what is wrong."""
    now = out(*ABIDW, library)
    before = LAST_ABI.read_text()
    new = TOP / "build/now.abi"
    new.parent.mkdir(exist_ok=True)
    new.write_text(now)
    done = subprocess.run(["abidiff", "--stat", LAST_ABI, new],
                          capture_output=True, text=True)
    if done.returncode & 3:  # an error of abidiff's own
        return ["abidiff: " + (done.stderr or done.stdout).strip()]
    print(done.stdout, end="")
    if soname(now) != soname(before):
        print(f"{soname(before)} is now {soname(now)}: symbols may go")
        return []
    gone = re.findall(r"(\d+) (?:Removed|Changed)", done.stdout)
    return ["symbols went or changed"] if any(map(int, gone)) else []


def members(schema, root, path="", seen=()):
    """Yields (path, schema) for each member of a document."""
    reference = schema.get("$ref", "")
    if reference.startswith("#/"):
        if reference in seen:
            return
        seen = (*seen, reference)
        schema = root
        for step in reference[2:].split("/"):
            schema = schema[step]
    yield path, schema
    for name, member in schema.get("properties", {}).items():
        yield from members(member, root, f"{path}/{name}", seen)
    for key in "items", "additionalProperties":
        if isinstance(schema.get(key), dict):
            yield from members(schema[key], root, path + "/*", seen)
    for key in "oneOf", "anyOf", "allOf":
        for choice in schema.get(key, []):
            yield from members(choice, root, path, seen)


def by_path(schema):
    """Path of a member: its types, its values and what it requires."""
    found = {}
    for path, member in members(schema, schema):
        types, values, required = found.setdefault(path, (set(), set(), set()))
        kind = member.get("type", [])
        types.update([kind] if isinstance(kind, str) else kind)
        values.update(map(str, member.get("enum", [])))
        if "const" in member:
            values.add(str(member["const"]))
        required.update(member.get("required", []))
    return found


def check_schema(name, before, now):
    old, new = by_path(before), by_path(now)
    for path, (types, values, required) in old.items():
        where = f"{name}: {path or '/'}"
        if path not in new:
            yield f"{where} is gone"
            continue
        new_types, new_values, new_required = new[path]
        if types - new_types and new_types:
            yield f"{where} is no {', '.join(sorted(types - new_types))} now"
        if new_values and values - new_values:
            yield f"{where} has no {', '.join(sorted(values - new_values))} now"
        if "request" in name and new_required - required:
            yield f"{where} needs {', '.join(sorted(new_required - required))} now"
        if "request" not in name and required - new_required:
            yield f"{where} may lack {', '.join(sorted(required - new_required))} now"


def check_schemas(commit):
    wrong = []
    for path in out("git", "ls-tree", "--name-only", commit,
                    "schemas/").split():
        if not path.endswith(".json"):
            continue
        if not (TOP / path).exists():
            wrong.append(f"{path} is gone")
            continue
        before = json.loads(out("git", "show", f"{commit}:{path}"))
        now = json.loads((TOP / path).read_text())
        wrong += check_schema(path, before, now)
    return wrong


def main():
    if sys.argv[1] == "--release":
        LAST_ABI.write_text(out(*ABIDW, sys.argv[2]))
        version = re.search(r"version: '(.*)'", (TOP / "meson.build").read_text())
        commit = out("git", "rev-parse", "HEAD").strip()
        LAST.write_text(f"{version.group(1)} {commit}\n")
        return 0
    version, commit = LAST.read_text().split()
    print(f"compatibility with {version}")
    wrong = check_abi(sys.argv[1]) + check_schemas(commit)
    for line in wrong:
        print("compatibility.py:", line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
