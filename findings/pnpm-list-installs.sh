#!/bin/sh
# `pnpm list` asks the registry that a project names, and installs packages that the project lists as `configDependencies`.
#
# One would guess that a command which lists installed packages only reads. pnpm brings its configuration up to date before each command.
set -eu
work=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server"; fi; rm -rf "$work"' EXIT
npm install --prefix "$work/npm" --silent --no-audit --no-fund pnpm@12.21.0
PATH="$work/npm/node_modules/.bin:$PATH"
mkdir "$work/project" "$work/home"
cd "$work/project"
export HOME="$work/home" CI=1
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

# A registry that knows no package, on loopback. It writes its port, then the path of each request.
node -e '
  const log = (text) => require("node:fs").appendFileSync(process.argv[1], `${text}\n`);
  const server = require("node:http").createServer(({ url }, response) => (log(url), response.writeHead(404).end("{}")));
  server.listen(0, "127.0.0.1", () => log(server.address().port));
' "$work/requests.txt" &
server=$!
while [ ! -s "$work/requests.txt" ]; do sleep 0.1; done
requests() { tail -n +2 "$work/requests.txt" | sort -u | tr '\n' ' '; }

echo "version: pnpm $(pnpm --version)"
echo '{"name":"lists","version":"1.0.0"}' > package.json
echo "registry=http://127.0.0.1:$(head -n 1 "$work/requests.txt")/" > .npmrc
echo 'packages: []' > pnpm-workspace.yaml
pnpm list > plain.txt 2>&1 && result=success || result=error
check "pnpm list succeeds" success "$result"
check "it asks no registry" "" "$(requests)"
printf 'packages: []\nconfigDependencies: { demo-settings: 1.0.0+sha512-AAAA }\n' > pnpm-workspace.yaml
pnpm list > settings.txt 2>&1 && result=success || result=error
check "pnpm list fails if a configuration dependency cannot be installed" error "$result"
check "it asks the registry of .npmrc for it" "/demo-settings " "$(requests)"
PNPM_CONFIG_OFFLINE=true pnpm list > offline.txt 2>&1 || true
check "PNPM_CONFIG_OFFLINE=true prevents the request" "1" "$(tail -n +2 "$work/requests.txt" | wc -l | tr -d ' ')"
exit "$failures"
