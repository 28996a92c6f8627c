"""A text file as C++: one array of characters.

  embed_text.py INPUT OUTPUT NAME

defines `const char NAME[]` and `const size_t NAMESize` (without the NUL) in
shardflow::internal.
"""
import pathlib
import sys

source, target, name = sys.argv[1:]
text = pathlib.Path(source).read_text(encoding="utf-8")
# Compilers may refuse longer literals.
PART = 8000
MARK = "embedded"
assert f"){MARK}\"" not in text and "\r" not in text and "\0" not in text
parts = [text[i:i + PART] for i in range(0, len(text), PART)]
with open(target, "w", encoding="utf-8", newline="\n") as out:
    out.write("#include <cstddef>\n\n"
              "namespace shardflow::internal {\n\n"
              f"extern const char {name}[];\n"
              f"extern const size_t {name}Size;\n\n"
              f"const char {name}[] =\n")
    for part in parts:
        out.write(f'R"{MARK}({part}){MARK}"\n')
    out.write(f";\nconst size_t {name}Size = sizeof({name}) - 1;\n\n"
              "}  // namespace shardflow::internal\n")
