#!/bin/sh
# npm: what `npm install` has fetched is not enough for `npm ci --offline` with the same lock file.
#
# One would guess that a directory which was just installed can be installed again from the cache.
# Without addresses in the lock file, `npm ci` reads the description of each package in another form than `npm install`, and finds none.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work/npm" --silent --no-audit --no-fund npm@11.19.1
PATH="$work/npm/node_modules/.bin:$PATH"
mkdir "$work/twice"
cd "$work/twice"
export npm_config_cache="$work/cache" npm_config_audit=false npm_config_fund=false npm_config_ignore_scripts=true
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}
offline() { rm -rf node_modules; npm ci --offline 2>&1 | grep -o ENOTCACHED | head -n 1 || true; }

echo "version: npm $(npm --version)"
echo '{"name":"twice","private":true,"dependencies":{"minimatch":"10.0.1"}}' > package.json
npm install --omit-lockfile-registry-resolved > install.txt 2>&1
check "npm ci --offline fails after npm install" ENOTCACHED "$(offline)"
npm ci > ci.txt 2>&1
check "npm ci --offline works after npm ci" "" "$(offline)"
exit "$failures"
