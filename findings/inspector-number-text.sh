#!/bin/sh
# The command line of the MCP Inspector sends a number for a string argument whose value looks like one.
#
# One would guess that the argument's type in the schema decides: `--tool-arg version=1.10` sends "1.10".
# The Inspector reads each value as JSON, and sends 1.1 for a string. It loses digits of long numbers.
set -eu
lib=$(cd "$(dirname "$0")/lib" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work/npm" --silent --no-audit --no-fund node@24 @modelcontextprotocol/inspector@2.12.0
PATH="$work/npm/node_modules/.bin:$PATH"
cd "$work"
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

echo "version: inspector $(node -p 'require("./npm/node_modules/@modelcontextprotocol/inspector/package.json").version')"
cat > data.json << 'JSON'
{
  "tools": [
    {
      "name": "show",
      "description": "Show a version",
      "inputSchema": { "type": "object", "properties": { "version": { "type": "string" } } },
      "echo": true
    }
  ]
}
JSON
sent() {
  mcp-inspector --cli node "$lib/bare-server.mjs" data.json --method tools/call --tool-name show --tool-arg "version=$1" > reply.json
  node -p 'JSON.parse(require("fs").readFileSync("reply.json", "utf8")).content[0].text'
}
check "the text abc arrives" '{"version":"abc"}' "$(sent abc)"
check "1.10 arrives as the number 1.1" '{"version":1.1}' "$(sent 1.10)"
check "1e3 arrives as the number 1000" '{"version":1000}' "$(sent 1e3)"
check "a number of 20 digits loses the last ones" '{"version":12345678901234567000}' "$(sent 12345678901234567890)"
exit "$failures"
