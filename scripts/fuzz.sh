#!/usr/bin/env bash
# scripts/fuzz.sh MINUTES [TARGET...]: builds the fuzzers with Clang and runs
# them, by default all, each for its share of the time. (./dev fuzz)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

# fuzz_one TARGET SECONDS: from what was found before, the inputs that are kept
# and the seeds. What breaks it goes to build/fuzz/found; the line printed is
# also added to build/fuzz/executions.txt. (-entropic=0: to choose inputs by
# entropy costs ten times what the targets do.)
fuzz_one() {
  local target=$1 seconds=$2 length=400 words=() log inputs=tests/fuzz/$1
  local corpus=build/fuzz/corpus/$1 executions covered status=0
  log=build/fuzz/$target.log
  case $target in
    text | json) length=500 ;;
    hlo_sharding | reshard) length=160 ;;
    program) length=300 ;;
    partition) length=1500 ;; # whole programs
    artifact) length=2500 ;; # whole artifacts; cut short they are all refused
  esac
  case $target in
    text | attribute | partition) words=(-dict=build/fuzz/seeds/words.dict) ;;
  esac
  mkdir -p "$corpus" "$inputs" "build/fuzz/seeds/$target" build/fuzz/found
  ASAN_OPTIONS=malloc_context_size=4:quarantine_size_mb=8 \
    nice -n 19 "build/fuzz/tests/fuzz/fuzz_$target" \
    "$corpus" "$inputs" "build/fuzz/seeds/$target" \
    "${words[@]}" -max_len=$length -max_total_time="$seconds" -timeout=10 \
    -entropic=0 -rss_limit_mb=2048 -detect_leaks=0 -print_funcs=0 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/found/$target-" >"$log" 2>&1 || status=$?
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  covered=$(sed -n 's/.*cov: \([0-9]*\) ft: \([0-9]*\).*/\1 \2/p' "$log" | tail -1)
  printf '%-14s %12s executions, %s edges and features%s\n' "$target" \
    "${executions:-?}" "${covered:-?}" \
    "$([[ $status -eq 0 ]] || echo ", FAILED: see $log")" |
    tee -a build/fuzz/executions.txt
  return $status
}

minutes=${1:-}
[[ $minutes =~ ^[0-9]+$ ]] || die "fuzz needs a number of minutes"
shift
mapfile -t needed < <(packages library program)
install "${needed[@]}" clang lld llvm
CC=clang CXX=clang++ CXX_LD=lld configure build/fuzz -Dbuildtype=plain \
  -Dfuzz=true -Dtests=disabled -Dtool=disabled -Dbenchmarks=disabled \
  -Db_lundef=false -Db_sanitize=address,undefined \
  "-Dcpp_args=-O1 -gline-tables-only -fno-sanitize-recover=all -fno-sanitize=vptr,object-size,alignment"
ninja -C build/fuzz >&2
python3 tests/fuzz/seeds.py build/fuzz/seeds
targets=("$@")
if [[ ${#targets[@]} -eq 0 ]]; then
  for target in build/fuzz/tests/fuzz/fuzz_*; do
    [[ -f $target ]] && targets+=("${target##*/fuzz_}")
  done
fi
printf '# %s, %s\n' "$(date -u +%F)" "$(git describe --always --dirty)" \
  >>build/fuzz/executions.txt
failed=0
for target in "${targets[@]}"; do
  fuzz_one "$target" $((minutes * 60 / ${#targets[@]})) || failed=1
done
exit $failed
