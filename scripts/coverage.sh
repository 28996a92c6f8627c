#!/usr/bin/env bash
# scripts/coverage.sh: how much of src/ the tests run, with Clang's counters; the
# lines that they don't are in build/coverage/uncovered.txt. (./dev coverage)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

folder=build/coverage
others='/\.\./(tests|examples|include|subprojects)/|^/usr/(bin|include|lib)/'
mapfile -t needed < <(packages library program tests)
install "${needed[@]}" clang llvm
CC=clang CXX=clang++ configure $folder -Dbuildtype=plain \
  -Dbenchmarks=disabled '-Dcpp_args=-O1 -fprofile-instr-generate -fcoverage-mapping' \
  -Dcpp_link_args=-fprofile-instr-generate
rm -rf $folder/profile
mkdir -p $folder/profile
# (A library that counts has variables, and isn't installed.)
mapfile -t tests < <(meson test -C $folder --no-rebuild --list | grep -vx install)
failed=0
LLVM_PROFILE_FILE=$PWD/$folder/profile/%4m.profraw \
  run_tests $folder "${tests[@]}" || failed=1
llvm-profdata merge -sparse -o $folder/tests.profdata $folder/profile/*.profraw
objects=("$folder/src/tool/shardflow")
for test in "$folder"/tests/{,c/,fuzz/}*_test; do
  objects+=(-object "$test")
done
llvm-cov show -instr-profile $folder/tests.profdata "${objects[@]}" \
  -ignore-filename-regex="$others" |
  awk '/^\//{file=$0} /^ *[0-9]+\| *0\|/{print file $0}' >$folder/uncovered.txt
llvm-cov report -instr-profile $folder/tests.profdata "${objects[@]}" \
  -ignore-filename-regex="$others" | tee $folder/report.txt |
  awk '$1 == "TOTAL" {print "lines of src/ that the tests run: " $10}'
exit $failed
