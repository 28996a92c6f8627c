#!/usr/bin/env bash
# The program as one file that needs nothing of the system: builds it, and runs it in
# an empty folder as its root. The last line is its path.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

readonly OUT=$PWD/build/static

# in_root FOLDER COMMAND...: with that folder as the root of all files.
in_root() {
  if [[ $EUID -eq 0 ]]; then
    chroot "$@"
  else
    unshare --user --map-root-user chroot "$@"
  fi
}

root=  # the empty one

main() {
  local needed program
  mapfile -t needed < <(packages library program)
  install "${needed[@]}" xz-utils
  SHARDFLOW_UNITY=1 configure "$OUT" -Dstatic_program=true
  ninja -C "$OUT" ${JOBS:+-j"$JOBS"} src/tool/shardflow >&2
  program=$OUT/shardflow
  strip -o "$program" "$OUT/src/tool/shardflow"
  ! readelf -d "$program" | grep NEEDED || die "it needs shared libraries"

  say "an empty root"
  root=$(mktemp -d)
  trap 'rm -rf "$root"' EXIT
  cp "$program" "$root"
  in_root "$root" /shardflow --version >&2
  in_root "$root" /shardflow propagate -q - <examples/mlp_train_step.mlir |
    cmp - <("$program" propagate -q examples/mlp_train_step.mlir)
  in_root "$root" /shardflow cost --topology h100:1x8 - \
    <examples/mlp_train_step.mlir >/dev/null
  say "$(stat -c %s "$program") bytes, $(xz -6 -c "$program" | wc -c) compressed"
  printf '%s\n' "$program"
}

main
