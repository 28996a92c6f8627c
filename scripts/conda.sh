#!/usr/bin/env bash
# `scripts/conda.sh PROGRAM`: a conda package of the static program, in a channel of
# its own, built/conda; installed into an empty prefix from there and used.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

readonly OUT=$PWD/build/conda
PROGRAM=$(realpath -- "${1:?the static program: docs/install.md tells how to build it}")
VERSION=$(sed -n "s/^ *version: '\(.*\)',$/\1/p" meson.build)
export PROGRAM VERSION

main() {
  local tools=build/conda-tools
  if [[ ! -x $tools/bin/python ]]; then
    python3 -m venv "$tools"
    "$tools"/bin/pip install -q --disable-pip-version-check py-rattler py-rattler-build >&2
  fi
  rm -rf "$OUT" build/conda-recipe
  # (Licenses are looked for beside the recipe.)
  mkdir -p build/conda-recipe
  cp package/conda/recipe.yaml LICENSE build/conda-recipe
  "$tools"/bin/python scripts/conda.py build/conda-recipe "$OUT" >&2
  "$OUT"/prefix/bin/shardflow propagate -q examples/mlp_train_step.mlir |
    cmp - <("$PROGRAM" propagate -q examples/mlp_train_step.mlir)
  say "the package works"
  ls -l "$OUT"/channel/linux-64/*.conda >&2
  printf '%s\n' "$OUT/channel"
}

main
