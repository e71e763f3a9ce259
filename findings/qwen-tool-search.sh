#!/bin/sh
# Qwen Code does not list the tools of a server in its requests.
#
# One would guess that it lists them, as Gemini CLI does, from which it was derived.
# The first request has the tools `tool_search` and `tool_call` instead of the two tools of the server.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "qwen",
  "calls": [
    {
      "tool": "show",
      "args": {}
    }
  ],
  "server": {
    "tools": [
      {
        "name": "show",
        "description": "Show a text",
        "inputSchema": {
          "type": "object",
          "properties": {}
        }
      },
      {
        "name": "other",
        "description": "Show a text",
        "inputSchema": {
          "type": "object",
          "properties": {}
        }
      }
    ]
  }
}
JSON
show '"tools of the first request: " + seen.names.join(" ")'
check 'the tools are not listed' '!seen.names.some((name) => name.endsWith("show"))'
check '`tool_search` and `tool_call` are listed' 'seen.names.includes("tool_search") && seen.names.includes("tool_call")'
check 'a call of mcp__demo__show runs all the same' 'seen.results[0].includes("done")'
finish
