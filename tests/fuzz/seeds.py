#!/usr/bin/env python3
"""Writes initial inputs for the fuzzers: seeds.py FOLDER

Writes FOLDER/<target>/seed_* from the programs and rules of the tests, and
FOLDER/words.dict, the words that programs consist of. Inputs that the fuzzers
found, and inputs written by hand, are in tests/fuzz/<target>/.
"""
import hashlib
import pathlib
import re
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
MOST = 3000  # in bytes; longer inputs only slow the fuzzer down


def keep(folder, target, text):
    data = text.encode()
    if 0 < len(data) <= MOST:
        path = folder / target
        path.mkdir(parents=True, exist_ok=True)
        name = "seed_" + hashlib.sha1(data).hexdigest()[:12]
        (path / name).write_bytes(data)


def main():
    folder = pathlib.Path(sys.argv[1])
    words = set()
    for path in sorted((TESTS / "files").rglob("*.mlir")):
        text = path.read_text(errors="replace")
        for part in text.split("// -----"):
            part = re.sub(r"^\s*//.*\n", "", part, flags=re.M)
            keep(folder, "text", part)
            if "sdy.mesh" in part:
                keep(folder, "partition", part)
            for function in re.findall(r"^func\.func .*?^}$", part, re.M | re.S):
                keep(folder, "text", function)
            for attribute in re.findall(r"#\w+\.\w+<[^\n]*>", part):
                keep(folder, "attribute", attribute)
            for sharding in re.findall(r'mhlo\.sharding = "([^"\n]*)"', part):
                keep(folder, "hlo_sharding", sharding)
            words.update(re.findall(r"[A-Za-z_][\w.]{2,}", part))
    for path in sorted((TESTS / "files" / "rules").glob("*.rules")):
        keep(folder, "rules", path.read_text())
    for path in sorted((TESTS / "files" / "rules").glob("*.json")):
        keep(folder, "rules_json", path.read_text())
    with open(folder / "words.dict", "w") as out:
        for word in sorted(words):
            out.write('"%s"\n' % word)


if __name__ == "__main__":
    main()
