#!/usr/bin/env bash
# The documentation as a site (./dev site): the last line is its first page. A
# warning, such as a link that leads nowhere, is an error.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

readonly VENV=build/site-venv
if [[ ! -x $VENV/bin/mkdocs ]]; then
  install python3-venv
  python3 -m venv "$VENV"
  "$VENV/bin/pip" install -q mkdocs==1.6.1 mkdocs-material==9.8.1 >&2
fi
NO_MKDOCS_2_WARNING=1 "$VENV/bin/mkdocs" build -q --strict >&2
printf '%s\n' "$PWD/build/site/index.html"
