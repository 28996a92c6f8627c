#!/usr/bin/env bash
# Debian's Abseil, compiled so that its static libraries can become part of a shared
# library (-Dself_contained=true): downloads its source package and builds it in
# build/pic-abseil. The last line is the folder of its .pc files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

readonly OUT=$PWD/build/pic-abseil

main() {
  local sources=$OUT/sources options
  install cmake dpkg-dev ninja-build
  mkdir -p "$sources" "$OUT/lists"
  # The package's source is where the package is. Our own lists, so that the
  # system's stay as they are.
  local file
  for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
    [[ ! -r $file ]] || sed 's/^Types: .*/Types: deb-src/; s/^deb /deb-src /' "$file" \
      >"$sources/$(basename "$file")"
  done
  options=(-o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$sources"
           -o "Dir::State::lists=$OUT/lists" -o APT::Sandbox::User=root)
  # Only *.list and *.sources in the folder count.
  [[ ! -e $sources/sources.list ]] || mv "$sources/sources.list" "$sources/debian.list"
  apt-get "${options[@]}" update -q >&2
  rm -rf "$OUT/source"
  (cd "$OUT" && apt-get "${options[@]}" source -q --download-only abseil >&2 &&
    dpkg-source -x abseil_*.dsc source >&2)

  cmake -S "$OUT/source" -B "$OUT/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_CXX_STANDARD=17 -DBUILD_TESTING=OFF \
    -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_INSTALL_PREFIX="$OUT/prefix" >&2
  ninja -C "$OUT/build" ${JOBS:+-j"$JOBS"} install >&2
  printf '%s\n' "$OUT/prefix/lib/pkgconfig"
}

main
