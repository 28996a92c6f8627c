# Functions of ./dev and of the scripts beside this file, which source it. They
# run at the top of the source tree.

say() { printf 'dev: %s\n' "$*" >&2; }

die() {
  say "$@"
  exit 2
}

is_debian() {
  [[ -r /etc/os-release ]] || return 1
  (
    . /etc/os-release
    [[ " ${ID:-} ${ID_LIKE:-} " == *" debian "* ]]
  ) && command -v dpkg-query apt-get >/dev/null
}

# packages GROUP...: the names in scripts/packages.txt.
packages() {
  local group
  for group in "$@"; do
    awk -v group="$group" '$1 == group {print $2}' scripts/packages.txt
  done
}

# Elsewhere nothing is installed: either all is there already, or we say what.
require_tools() {
  local missing=() tool package module
  for tool in c++ meson ninja pkg-config; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  if command -v pkg-config >/dev/null; then
    for package in "$@"; do
      case $package in
        libabsl-dev) module=absl_strings ;;
        libbenchmark-dev) module=benchmark ;;
        libcli11-dev) module=CLI11 ;;
        libfmt-dev) module=fmt ;;
        libgmock-dev) module=gmock ;;
        libgtest-dev) module=gtest ;;
        nlohmann-json3-dev) module=nlohmann_json ;;
        *) continue ;;
      esac
      pkg-config --exists "$module" || missing+=("$module")
    done
  fi
  [[ ${#missing[@]} -eq 0 ]] || die "this is not Debian or Ubuntu, and not found: ${missing[*]}
dev: install what your system calls these Debian packages: $*"
}

# install PACKAGE...: those of them that are not installed.
install() {
  if ! is_debian; then
    require_tools "$@"
    return
  fi
  local installed package missing=() as_root=()
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
  for package in "$@"; do
    grep -qxF "$package installed" <<<"$installed" || missing+=("$package")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0

  if [[ $EUID -ne 0 ]]; then
    command -v sudo >/dev/null || die "not root and no sudo: install ${missing[*]}"
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  "${as_root[@]}" apt-get update -q >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${missing[@]}" >&2
}

# One command at a time in a build folder; the others wait.
lock() {
  mkdir -p build
  exec 9>"$1.lock"
  if command -v flock >/dev/null && ! flock -n 9; then
    say "waiting for another command in $1"
    flock 9
  fi
}

# configure FOLDER [MESON-OPTION...]. (Where there is ccache, Meson uses it.) With
# SHARDFLOW_UNITY, a new folder compiles the library's files in groups of twenty: from
# nothing that takes less than half of the time, after a small edit more.
configure() {
  local folder=$1
  shift
  [[ -z ${SHARDFLOW_UNITY:-} ]] || set -- "$@" -Dunity=on -Dunity_size=20
  lock "$folder"
  if [[ ! -f $folder/build.ninja ]]; then
    say "configuring $folder"
    rm -rf "$folder"  # what an attempt that failed may have left
    if [[ -z ${CXX_LD:-} ]] && command -v mold >/dev/null; then
      export CXX_LD=mold
    fi
    meson setup "$folder" "$@" >&2
  fi
  if [[ -n ${SHARDFLOW_WERROR:-} ]]; then
    meson configure "$folder" -Dwerror=true >&2
  fi
}

# run_tests FOLDER [TEST...]: the last line counts the cases.
run_tests() {
  local folder=$1
  shift
  ninja -C "$folder" >&2
  rm -f "$folder"/*.xml "$folder"/meson-logs/testlog.json
  meson test -C "$folder" --no-rebuild "$@" || true
  python3 tests/tally.py "$folder"
}
