#!/usr/bin/env bash
# `scripts/conan.sh [ARG..]`: a Conan package of the library and the program in a
# cache of its own, build/conan, with the system's Abseil, fmt and nlohmann_json; a
# program is built against it from there, and runs. The arguments are for `conan
# create`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

export CONAN_HOME=$PWD/build/conan
readonly TOOLS=build/conan-tools

main() {
  local needed settings=()
  mapfile -t needed < <(packages library program)
  install "${needed[@]}" cmake
  if [[ ! -x $TOOLS/bin/conan ]]; then
    python3 -m venv "$TOOLS"
    "$TOOLS"/bin/pip install -q --disable-pip-version-check conan >&2
  fi
  rm -rf "$CONAN_HOME"
  "$TOOLS"/bin/conan profile detect >&2
  [[ -z ${JOBS:-} ]] || settings+=(-c "tools.build:jobs=$JOBS")
  "$TOOLS"/bin/conan create package/conan -s compiler.cppstd=20 \
    -o "&:system_dependencies=True" "${settings[@]}" "$@" >&2
  "$TOOLS"/bin/conan list 'shardflow/*:*' >&2
}

main "$@"
