#!/bin/sh
# mcporter sends a boolean, null or a list for a string argument whose value is written like one.
#
# One would guess that the argument's type in the schema decides for all values, as it does for numbers: `version:1.10` sends "1.10".
# The values `true`, `null` and `["a"]` are sent as JSON, although the schema says string.
set -eu
lib=$(cd "$(dirname "$0")/lib" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work/npm" --silent --no-audit --no-fund node@24 mcporter@0.12.3
PATH="$work/npm/node_modules/.bin:$PATH"
cd "$work"
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

echo "version: mcporter $(mcporter --version)"
cat > data.json << 'JSON'
{
  "tools": [
    {
      "name": "show",
      "description": "Show a branch",
      "inputSchema": { "type": "object", "properties": { "branch": { "type": "string" } } },
      "echo": true
    }
  ]
}
JSON
sent() {
  mcporter call --stdio "node $lib/bare-server.mjs data.json" --name bare show "branch:$1" > reply.json
  node -p 'JSON.stringify(JSON.parse(require("fs").readFileSync("reply.json", "utf8")))'
}
check "1.10 arrives as a text" '{"branch":"1.10"}' "$(sent 1.10)"
check "true arrives as a boolean" '{"branch":true}' "$(sent true)"
check "null arrives as null" '{"branch":null}' "$(sent null)"
check '["a"] arrives as a list' '{"branch":["a"]}' "$(sent '["a"]')"
exit "$failures"
