#!/bin/sh
# `gemini mcp list` of Gemini CLI 0.61.0 shows a server as "Disabled" in a directory that is not trusted.
#
# One would guess that a server of the user's settings is connected in every directory, or that the message names the missing trust.
# In a new directory, a server that works is listed as "Disabled". With GEMINI_CLI_TRUST_WORKSPACE=true, it is "Connected".
. "$(dirname "$0")/lib/finding.sh"

packages=${FINDINGS_PACKAGES:-$work}/gemini
mkdir -p "$packages" "$work/home/.gemini" "$work/project"
(cd "$packages" && [ -x node_modules/.bin/gemini ] || npm install --prefix "$packages" --no-audit --no-fund --loglevel=error @google/gemini-cli@0.61.0)
echo '{"tools": [{"name": "show", "inputSchema": {"type": "object"}}]}' > "$work/server.json"
node -e 'console.log(JSON.stringify({
  general: { enableAutoUpdate: false }, privacy: { usageStatisticsEnabled: false },
  mcpServers: { bare: { command: process.execPath, args: process.argv.slice(1) } } }))' \
  "$lib/bare-server.mjs" "$work/server.json" > "$work/home/.gemini/settings.json"

list() {
  (cd "$work/project" && env HOME="$work/home" NO_COLOR=1 "$@" "$packages/node_modules/.bin/gemini" mcp list 2>&1 | grep 'bare:' | sed 's/.* - //')
}

echo "version: Gemini CLI $("$packages/node_modules/.bin/gemini" --version)"
node -e 'console.log(JSON.stringify({ plain: process.argv[1], trusted: process.argv[2] }))' "$(list)" "$(list GEMINI_CLI_TRUST_WORKSPACE=true)" > "$work/seen.json"
show 'JSON.stringify(seen)'
check 'in a new directory, the server is "Disabled"' 'seen.plain === "Disabled"'
check 'in a trusted directory, it is "Connected"' 'seen.trusted === "Connected"'
finish
