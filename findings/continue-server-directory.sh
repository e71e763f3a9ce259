#!/bin/sh
# The command line of Continue 1.5.47 does not read the directory `.continue/mcpServers`.
#
# One would guess that it starts the servers of the JSON files in that directory, as the documentation of Continue describes.
# It starts the server of ~/.continue/config.yaml, and none of the files in the directories of the user and of the project.
. "$(dirname "$0")/lib/finding.sh"

packages=${FINDINGS_PACKAGES:-$work}/continue
home=$work/home
mkdir -p "$packages" "$home/.continue/mcpServers" "$work/project/.continue/mcpServers"
(cd "$packages" && [ -x node_modules/.bin/cn ] || npm install --prefix "$packages" --no-audit --no-fund --loglevel=error @continuedev/cli@1.5.47)

# A server that only notes that it was started.
entry() {
  echo "{\"name\": \"$1\", \"command\": \"touch\", \"args\": [\"$work/started-$1\"]}"
}
echo "{\"mcpServers\": {\"user\": $(entry user)}}" > "$home/.continue/mcpServers/mcp.json"
echo "{\"mcpServers\": {\"project\": $(entry project)}}" > "$work/project/.continue/mcpServers/mcp.json"
echo "{\"name\": \"a\", \"version\": \"1.0.0\", \"schema\": \"v1\", \"models\": [{\"name\": \"m\", \"provider\": \"openai\", \"model\": \"gpt-4o\",
  \"apiBase\": \"http://127.0.0.1:9/v1\", \"apiKey\": \"none\"}], \"mcpServers\": [$(entry config)]}" > "$home/.continue/config.yaml"

echo "version: Continue $("$packages/node_modules/.bin/cn" --version)"
(cd "$work/project" && env HOME="$home" CONTINUE_TELEMETRY_ENABLED=0 HTTPS_PROXY=http://127.0.0.1:9 \
  timeout 60 "$packages/node_modules/.bin/cn" -p "Say nothing." > "$work/output" 2>&1) || true
node -e 'console.log(JSON.stringify(process.argv.slice(1)))' $(cd "$work" && ls -d started-* 2> /dev/null) > "$work/seen.json"
show 'JSON.stringify(seen)'
check 'the server of config.yaml is started' 'seen.includes("started-config")'
check 'the servers of the directories are not started' '!seen.includes("started-user") && !seen.includes("started-project")'
finish
