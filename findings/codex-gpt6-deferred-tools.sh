#!/bin/sh
# Codex with a model of the gpt-6 family shows the first line of a server's instructions, and none of its tools.
#
# One would guess that the request lists the tools, as it does with a model of the gpt-5 family, and contains all instructions.
# The request has a tool that runs scripts, and one line per server: the name and the first line of the instructions.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "codex-gpt6",
  "calls": [],
  "server": {
    "instructions": "The first line.\nThe second line.",
    "tools": [{ "name": "show", "description": "Show a text", "inputSchema": { "type": "object" } }]
  }
}
JSON
show '"tools of the first request: " + seen.names.join(" ")'
show 'seen.prompt.match(/Deferred tool namespaces:[^<]*/)[0]'
check 'the tool is not listed' '!seen.names.includes("show") && !JSON.stringify(seen.tools).includes("Show a text")'
check 'the first line of the instructions is shown' 'seen.prompt.includes("- mcp__demo: The first line.")'
check 'the second line is not shown' '!seen.prompt.includes("The second line.")'
finish
