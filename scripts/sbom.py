#!/usr/bin/env python3
"""What a build of shardflow is made of: an SBOM, SPDX 2.3 in JSON.

    scripts/sbom.py [--python] [FILE...] > shardflow.spdx.json

Versions are those of the libraries that pkg-config finds here, which a build here
links. Each FILE (the program, a wheel) is listed with its SHA-256. --python: nanobind
is in it, too (in the environment of this Python).
"""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess

TOP = pathlib.Path(__file__).resolve().parent.parent
# name, pkg-config's name, where it is from, license
LIBRARIES = [
    ("abseil-cpp", "absl_base", "https://github.com/abseil/abseil-cpp", "Apache-2.0"),
    ("fmt", "fmt", "https://github.com/fmtlib/fmt", "MIT"),
    ("nlohmann_json", "nlohmann_json", "https://github.com/nlohmann/json", "MIT"),
    ("CLI11", "CLI11", "https://github.com/CLIUtils/CLI11", "BSD-3-Clause"),
]


def package(name, version, home, license_name):
    return {
        "SPDXID": f"SPDXRef-{re.sub('[^A-Za-z0-9]', '-', name)}",
        "name": name,
        "versionInfo": version,
        "downloadLocation": home,
        "filesAnalyzed": False,
        "licenseConcluded": license_name,
        "licenseDeclared": license_name,
        "copyrightText": "NOASSERTION",
    }


def git(*words):
    return subprocess.run(["git", "-C", TOP, *words], capture_output=True, text=True,
                          check=True).stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", action="store_true")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    asked = parser.parse_args()

    version = re.search(r"^ *version: '(.*)',$", (TOP / "meson.build").read_text(), re.M)[1]
    commit = git("rev-parse", "HEAD")
    # So that the same commit gives the same bytes.
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct"))
    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)

    ours = package("shardflow", version, "NOASSERTION", "Apache-2.0")
    ours["sourceInfo"] = f"git commit {commit}"
    ours["primaryPackagePurpose"] = "APPLICATION"
    others = []
    for name, config, home, license_name in LIBRARIES:
        found = subprocess.run(["pkg-config", "--modversion", config],
                               capture_output=True, text=True, check=True)
        others.append(package(name, found.stdout.strip(), home, license_name))
    if asked.python:
        import nanobind
        others.append(package("nanobind", nanobind.__version__,
                              "https://github.com/wjakob/nanobind", "BSD-3-Clause"))

    files = [{
        "SPDXID": f"SPDXRef-File-{i}",
        "fileName": f"./{path.name}",
        "checksums": [
            {"algorithm": name, "checksumValue": hashlib.new(name, path.read_bytes()).hexdigest()}
            for name in ("SHA1", "SHA256")
        ],
        "licenseConcluded": "NOASSERTION",
        "copyrightText": "NOASSERTION",
    } for i, path in enumerate(asked.files)]

    def related(a, kind, b):
        return {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}

    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"shardflow-{version}",
        "documentNamespace": f"urn:shardflow:{version}:{commit}",
        "creationInfo": {
            "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: shardflow/scripts/sbom.py"],
        },
        "packages": [ours, *others],
        "files": files,
        "relationships": [
            related("SPDXRef-DOCUMENT", "DESCRIBES", ours["SPDXID"]),
            *(related(ours["SPDXID"], "DEPENDS_ON", row["SPDXID"]) for row in others),
            *(related(ours["SPDXID"], "GENERATES", row["SPDXID"]) for row in files),
        ],
    }
    print(json.dumps(document, indent=2))


if __name__ == "__main__":
    main()
