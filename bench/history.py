#!/usr/bin/env python3
"""Writes a release's row of bench/history.csv, which has its speed as ratios.

    bench/history.py 0.2.0                 # from the tables of docs/performance.md
    bench/history.py 0.1.0 OTHER/performance.md

Run it after `./dev bench --vs-shardy --write` and `./dev bench --growth --write`,
which measure and write the tables. A ratio compares two programs that took turns on
one machine, so ratios, unlike times, can be compared across releases and machines.
Columns "(x)" contain Shardy's time (or memory) divided by ours; columns "(of
propagate)" contain a command's time divided by that of `shardflow propagate`. A
cell is empty if it wasn't measured or if the release lacks the command.
"""
import argparse
import csv
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HISTORY = os.path.join(HERE, "history.csv")


def rows_between(text, name):
    """Returns the cells of the table rows between two markers on the page."""
    found = re.search(r"<!-- %s begin -->(.*?)<!-- %s end -->" % (name, name), text, re.S)
    lines = found.group(1).splitlines() if found else []
    return [[cell.strip() for cell in line.strip("|").split("|")]
            for line in lines if line.startswith("|")]


def number(cell):
    """Returns the number in a cell such as "14.8x" or "**2.1x**", or None."""
    found = re.search(r"([\d.]+)x", cell)
    return found and found.group(1)


def figures_of(text):
    """Returns the ratios on a page, by column."""
    figures = {}
    last = ""
    for cells in rows_between(text, "compare.py:"):
        if cells[:2] == ["program", "ops"]:
            break  # the table of all programs
        title = cells[0]
        if title.startswith("the same at "):
            title = last + title[len("the same"):]
        if len(cells) > 3 and number(cells[3]):
            figures[title + " (x)"] = number(cells[3])
        last = title
    for cells in rows_between(text, "growth.py: questions"):
        is_base = cells[0].startswith("propagate")
        if len(cells) > 2 and number(cells[2]) and not is_base:
            figures[cells[0] + " (of propagate)"] = number(cells[2])
    return figures


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release", help="the row's release, such as 0.2.0; replaces its old row")
    parser.add_argument("page", nargs="?",
                        default=os.path.join(os.path.dirname(HERE), "docs", "performance.md"),
                        help="the page with the tables (default: docs/performance.md)")
    args = parser.parse_args()
    if not re.fullmatch(r"\d+\.\d+\.\d+", args.release):
        parser.error("not a release such as 0.2.0: " + args.release)
    with open(args.page, encoding="utf-8") as file:
        figures = figures_of(file.read())
    releases = []
    if os.path.exists(HISTORY):
        with open(HISTORY, encoding="utf-8", newline="") as file:
            releases = list(csv.DictReader(file))
    releases = [row for row in releases if row["release"] != args.release]
    releases.append({"release": args.release, **figures})
    columns = dict.fromkeys(column for row in releases for column in row)
    with open(HISTORY, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(releases)
    return 0


if __name__ == "__main__":
    sys.exit(main())
