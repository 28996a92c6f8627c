#!/usr/bin/env bash
# scripts/debian.sh: builds the Debian packages of the last commit, has lintian look at
# them, and installs and uses them in an empty system (an mmdebstrap chroot; that
# needs root). The packages are left in build/deb; the last line is that folder.
#
# JOBS=N          compile with N processes
# DEBIAN_SUITE    of the empty system (bookworm)
# DEBFULLNAME, DEBEMAIL   who built them; by default the author of the last commit
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

readonly OUT=$PWD/build/deb
readonly SUITE=${DEBIAN_SUITE:-bookworm}

# The sources as the packages' tools want them: in $tree.
prepare() {
  local version soversion maintainer
  version=$(sed -n "s/^ *version: '\(.*\)',$/\1/p" meson.build)
  soversion=$version
  # As package/meson.build has it.
  [[ $version == 0.* ]] && soversion=${version%.*} || soversion=${version%%.*}
  maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"
  rm -rf "$OUT"
  mkdir -p "$OUT"
  git archive --prefix="shardflow-$version/" -o "$OUT/shardflow_$version.orig.tar.gz" HEAD
  tar -xzf "$OUT/shardflow_$version.orig.tar.gz" -C "$OUT"
  tree=$OUT/shardflow-$version
  cp -r package/debian "$tree/debian"
  mv "$tree/debian/libshardflow.install" "$tree/debian/libshardflow$soversion.install"
  sed -i "s/@SOVERSION@/$soversion/; s/@MAINTAINER@/$maintainer/" "$tree/debian/control"
  cat >"$tree/debian/changelog" <<END
shardflow ($version-1) $SUITE; urgency=medium

  * Version $version: /usr/share/doc/shardflow/changelog.gz says what is new.

 -- $maintainer  $(git log -1 --date=rfc --format=%cd)
END
}

# In the empty system, where the packages are in /packages: the program and both
# libraries do what those of the build do.
try_out() {
  cat <<'END'
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get install -q -y --no-install-recommends /packages/shardflow_*.deb >/dev/null
shardflow --version
shardflow propagate -q /packages/step.mlir | cmp - /packages/wanted.mlir
test -s /usr/share/man/man1/shardflow.1.gz
apt-get install -q -y --no-install-recommends /packages/*.deb g++ pkg-config >/dev/null
cd /tmp
c++ -std=c++20 /packages/consumer.cc -o shared $(pkg-config --cflags --libs shardflow)
archive=$(pkg-config --variable=libdir shardflow)/libshardflow.a
c++ -std=c++20 /packages/consumer.cc -o static $(pkg-config --cflags shardflow) "$archive" \
  $(pkg-config --static --libs shardflow | sed 's/-lshardflow//')
./shared
./static
! ldd static | grep -q shardflow
ldd shared | grep -q shardflow
apt-get purge -q -y 'libshardflow*' shardflow >/dev/null
! test -e /usr/bin/shardflow
echo "the packages work"
END
}

main() {
  local tree kept
  install build-essential debhelper fakeroot libabsl-dev libcli11-dev libfmt-dev lintian \
    meson mmdebstrap nlohmann-json3-dev pkg-config
  lock build/deb
  prepare
  say "packages"
  (cd "$tree" && dpkg-buildpackage -us -uc -b ${JOBS:+-j"$JOBS"}) >"$OUT/build.log" 2>&1 || {
    tail -n 40 "$OUT/build.log" >&2
    die "dpkg-buildpackage failed; all it said is in $OUT/build.log"
  }
  say "lintian"
  # (They are in no archive yet, which would have given them a bug number.)
  lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs \
    "$OUT"/*.changes >&2
  ls -l "$OUT"/*.deb >&2

  say "an empty $SUITE"
  kept=$OUT/packages
  mkdir "$kept"
  cp "$OUT"/*.deb tests/install/consumer/consumer.cc "$kept"
  cp examples/mlp_train_step.mlir "$kept/step.mlir"
  "$tree"/build/debian/src/tool/shardflow propagate -q "$kept/step.mlir" >"$kept/wanted.mlir"
  try_out >"$kept/try.sh"
  mmdebstrap --quiet --variant=apt "$SUITE" \
    --customize-hook="copy-in $kept /" \
    --customize-hook='chroot "$1" sh /packages/try.sh >&2' /dev/null
  rm -rf "$kept"
  printf '%s\n' "$OUT"
}

main "$@"
