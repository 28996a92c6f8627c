#!/usr/bin/env bash
# scripts/bazel.sh [ARG..]: builds the library of the last commit and a program that
# uses it with package/bazel/BUILD.bazel, Debian's Bazel (4.2, which knows no
# MODULE.bazel) and Debian's Abseil, fmt and nlohmann_json, and runs the program. The
# arguments are for `bazel build`.
#
# BAZEL_RULES   a folder with the sources of rules_cc 0.0.1 and rules_java 4.0.0;
#               without it they are downloaded
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

readonly OUT=$PWD/build/bazel

# system_repository NAME PACKAGE:TARGET=MODULE..: a repository whose targets are
# libraries of the system, by their names for pkg-config. Headers are in /usr/include,
# where compilers look anyway.
system_repository() {
  local name=$1 row package target flags
  shift
  for row in "$@"; do
    package=$OUT/$name/${row%%:*} target=${row#*:}
    flags=$(pkg-config --libs "${target#*=}" | sed 's/[^ ]*/"&",/g')
    mkdir -p "$package"
    cat >>"$package/BUILD" <<END
cc_library(
    name = "${target%=*}",
    linkopts = [${flags/\"\",/}],
    visibility = ["//visibility:public"],
)
END
  done
  touch "$OUT/$name/WORKSPACE"
  printf 'local_repository(name = "%s", path = "%s")\n' "$name" "$OUT/$name" \
    >>"$OUT/source/WORKSPACE"
}

main() {
  local needed overrides=() rule
  mapfile -t needed < <(packages library)
  install "${needed[@]}" bazel-bootstrap
  # The server of an earlier build runs in the folder.
  [[ ! -d $OUT/source ]] || (cd "$OUT/source" && bazel --output_base="$OUT/base" shutdown)
  chmod -R u+w "$OUT" 2>/dev/null || true
  rm -rf "$OUT"
  mkdir -p "$OUT/source"
  git archive HEAD | tar -x -C "$OUT/source"
  cp package/bazel/BUILD.bazel "$OUT/source"
  cat >"$OUT/source/WORKSPACE" <<'END'
workspace(name = "shardflow")

load("@bazel_tools//tools/build_defs/repo:http.bzl", "http_archive")

http_archive(
    name = "rules_cc",
    strip_prefix = "rules_cc-0.0.1",
    urls = ["https://github.com/bazelbuild/rules_cc/archive/refs/tags/0.0.1.tar.gz"],
)

http_archive(
    name = "rules_java",
    strip_prefix = "rules_java-4.0.0",
    urls = ["https://github.com/bazelbuild/rules_java/archive/refs/tags/4.0.0.tar.gz"],
)

END
  system_repository abseil-cpp \
    absl/container:flat_hash_map=absl_flat_hash_map \
    absl/container:flat_hash_set=absl_flat_hash_set \
    absl/container:inlined_vector=absl_inlined_vector \
    absl/hash:hash=absl_hash \
    absl/numeric:int128=absl_int128 \
    absl/strings:strings=absl_strings
  system_repository fmt .:fmt=fmt
  system_repository nlohmann_json .:json=nlohmann_json
  mkdir "$OUT/source/consumer"
  cp tests/install/consumer/consumer.cc "$OUT/source/consumer"
  cat >"$OUT/source/consumer/BUILD" <<'END'
load("@rules_cc//cc:defs.bzl", "cc_binary")

cc_binary(
    name = "consumer",
    srcs = ["consumer.cc"],
    copts = ["-std=c++20"],
    deps = ["//:shardflow"],
)
END
  if [[ -n ${BAZEL_RULES:-} ]]; then
    for rule in rules_cc rules_java; do
      overrides+=("--override_repository=$rule=$(realpath "$BAZEL_RULES")/$rule")
    done
  fi
  cd "$OUT/source"
  bazel --output_base="$OUT/base" build --color=no --curses=no \
    --show_progress_rate_limit=60 "${overrides[@]}" "$@" //consumer >&2
  bazel-bin/consumer/consumer
  bazel --output_base="$OUT/base" shutdown
}

main "$@"
