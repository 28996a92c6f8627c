#!/usr/bin/env python3
"""Makes the comments of a public header Doxygen's: doxygen_filter.py HEADER

The headers are written for those who read them: `//` comments, examples that
are indented, MLIR's text with all its signs. Doxygen wants `///`, its commands,
and escapes. A comment counts if a declaration follows at once, or if it is the
first of the header, which is about all of it; one behind a declaration counts
as well.
"""
import re
import sys

# With Markdown off, these are what Doxygen would take for something of its own.
SPECIAL = re.compile(r"([\\@<>#%&])")
# Specializations of the standard library's templates. They are left out,
# because Doxygen doesn't know namespace std.
SPECIALISATION = re.compile(r"^template <.*>\nstruct std::(?s:.*?)\n};\n", flags=re.M)
COMMENT = re.compile(r"^(\s*)//(.*)$")
# Behind a declaration; not behind the end of a block or a directive.
TRAILING = re.compile(r"^(\s*[^\s/#}][^\"]*?(?:\"[^\"]*\"[^\"]*?)*\s)//(.*)$")


def escaped(text):
    """A line of prose, in which `code` stays code."""
    parts = [SPECIAL.sub(r"\\\1", part) for part in text.split("`")]
    if len(parts) % 2 == 0:  # it goes on in the next line
        return "`".join(parts)
    for i in range(1, len(parts), 2):
        parts[i] = "<tt>%s</tt>" % parts[i]
    return "".join(parts)


def is_example(text):
    return text.startswith("   ")


def documented(texts):
    """The lines of a comment, without `//`, as Doxygen's."""
    out = []
    i = 0
    while i < len(texts):
        if not is_example(texts[i]):
            out.append(escaped(texts[i]))
            i += 1
            continue
        end = i  # behind the last line of the example, which may have gaps
        while end < len(texts) and (is_example(texts[end]) or not texts[end].strip()):
            end += 1
        while not texts[end - 1].strip():
            end -= 1
        out += [" @code{.cpp}", *texts[i:end], " @endcode"]
        i = end
    return out


def comment(block, following, is_first):
    """A comment on lines of its own, `following` being what stands below."""
    indent = block[0][0]
    texts = [text for _, text in block]
    if is_first:
        return [indent + "///" + line for line in [" @file", *documented(texts)]]
    if not following.strip() or texts[0].startswith(" ---"):
        return [indent + "//" + text for text in texts]
    return [indent + "///" + line for line in documented(texts)]


def translated(lines):
    out = []
    is_first = True
    column = None  # of the comment behind the declaration above
    i = 0
    while i < len(lines):
        line = lines[i]
        trailing = TRAILING.match(line)
        alone = COMMENT.match(line)
        if alone and column == len(alone[1]):  # goes on
            out.append(alone[1] + "///<" + escaped(alone[2]))
            i += 1
        elif alone:
            block = []
            while i < len(lines) and COMMENT.match(lines[i]):
                block.append(COMMENT.match(lines[i]).groups())
                i += 1
            out += comment(block, lines[i] if i < len(lines) else "", is_first)
            is_first = False
            column = None
        else:
            column = len(trailing[1]) if trailing else None
            out.append(trailing[1] + "///<" + escaped(trailing[2]) if trailing else line)
            i += 1
    return out


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as header:
        text = SPECIALISATION.sub("", header.read())
    print("\n".join(translated(text.splitlines())))
