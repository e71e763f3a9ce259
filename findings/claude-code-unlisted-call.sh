#!/bin/sh
# Claude Code runs a tool that its requests never listed.
#
# One would guess that a call of a tool that the model has not loaded yet is rejected.
# The call runs, and reaches the server with its arguments.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "claude-code",
  "calls": [
    {
      "tool": "show",
      "args": {
        "text": "a"
      }
    }
  ],
  "server": {
    "tools": [
      {
        "name": "show",
        "description": "Show a text",
        "inputSchema": {
          "type": "object",
          "properties": {
            "text": {
              "type": "string"
            }
          }
        }
      }
    ]
  }
}
JSON
check 'the tool is not listed' '!seen.names.includes("mcp__demo__show")'
check 'the call runs' 'seen.received[0].arguments.text === "a" && seen.results[0].includes("done")'
finish
