#!/usr/bin/env python3
"""Counts the test cases of a `meson test` run: tally.py BUILD_FOLDER

Meson's log has one line for each executable. The cases are in GoogleTest's report,
BUILD_FOLDER/NAME.xml. An executable without a report, which crashed or doesn't use
GoogleTest, counts as one case. The case is skipped if the exit code is 77. If an
executable failed although all its cases passed (such as for a memory leak that was
found at its end), that counts as another failed case. Prints the failures and
then `N passed, N failed`. Exits with 1 if any case failed or none ran.
"""
import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def cases(report):
    """Yields (name, failure texts, skipped) of every case that ran."""
    for case in ElementTree.parse(report).iter("testcase"):
        if case.get("status") != "notrun":
            texts = [f.text or f.get("message", "") for f in case.iter("failure")]
            name = "%s.%s" % (case.get("classname"), case.get("name"))
            yield name, texts, case.get("result") == "skipped"


def main():
    folder = pathlib.Path(sys.argv[1])
    log = folder / "meson-logs" / "testlog.json"
    runs = [json.loads(line) for line in log.open()] if log.exists() else []
    passed = failed = skipped = 0
    for run in runs:
        # If there are several suites, Meson's name is "project:suite / name".
        name, ok = run["name"].split(" / ")[-1], run["result"] == "OK"
        report = folder / (name + ".xml")
        failed_cases = 0
        if report.exists():
            for case, texts, was_skipped in cases(report):
                if texts:
                    failed_cases += 1
                    print("\nFAILED %s: %s\n%s" % (name, case, "\n".join(texts)))
                elif was_skipped:
                    skipped += 1
                else:
                    passed += 1
        elif run["result"] == "SKIP":
            skipped += 1
        elif ok:
            passed += 1
        failed += failed_cases
        if not ok and failed_cases == 0 and run["result"] != "SKIP":
            failed += 1
            output = run.get("stdout", "") + run.get("stderr", "")
            print("\nFAILED %s: %s, exit code %s\n%s" % (
                name, run["result"], run["returncode"],
                "\n".join(output.splitlines()[-60:])))
    if skipped:
        print("skipped: %d" % skipped)
    if passed + failed == 0:
        print("no test ran")
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
