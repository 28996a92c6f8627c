#!/usr/bin/env bash
# web.sh PROGRAM [--quick]: is web/report.html what web/src makes, and does the page
# work in a browser with data of PROGRAM? --quick: ends with 77, "skipped", where node,
# its modules or a browser are missing, instead of installing modules; and only looks at
# the program's own data.
set -euo pipefail
program=$(realpath -- "$1")
quick=${2:-}
cd "$(dirname "${BASH_SOURCE[0]}")/../web"

if [[ -n $quick ]]; then
  command -v node >/dev/null && [[ -d node_modules ]] || exit 77
  node build.mjs --check
  [[ -x ${CHROMIUM:-/usr/bin/chromium} ]] || exit 77
  SHARDFLOW=$program exec node --test test/program.test.mjs
fi
npm ci --silent
npm run --silent check
SHARDFLOW=$program npm test --silent
