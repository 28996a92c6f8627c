#!/usr/bin/env bash
# `scripts/rust.sh BUILD_FOLDER`: the example of examples/embed/rust, built with
# cargo against an install of the library that BUILD_FOLDER holds, and its tests.
# Its dependencies come from crates.io.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

main() {
  local needed=(clang libclang1) folder=${1:?the folder of a build} prefix=$PWD/build/rust-prefix
  command -v cargo >/dev/null || needed+=(cargo rustc)
  install "${needed[@]}"

  rm -rf "$prefix"
  DESTDIR=$prefix meson install -C "$folder" --no-rebuild --quiet >&2
  PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name shardflow.pc)")
  export PKG_CONFIG_PATH CARGO_TARGET_DIR=$PWD/build/rust

  local crate=examples/embed/rust
  cargo test --quiet --locked --manifest-path $crate/Cargo.toml >&2
  cargo run --quiet --locked --manifest-path $crate/Cargo.toml -- examples/embed/mlp.toy |
    diff examples/embed/mlp.expected - >&2
  say "examples/embed/rust: as expected"
}

main "$@"
